import { isPackageName, packageName } from "@gaia/catalog";
import { type Dependency, type ResolvedDependencies, type Tx, versionDependencies } from "@gaia/db";
import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { Registry } from "../kernel/context.ts";
import type { AdvisoryPackage } from "./import-advisories.ts";

/** What several ways of looking resolved. */
export function mergeResolved(parts: ResolvedDependencies[]): ResolvedDependencies {
  return {
    dependencies: parts.flatMap(({ dependencies }) => dependencies),
    whole: parts.flatMap(({ whole }) => whole),
  };
}

const MAX_DEPENDENCIES = 5_000;
const MAX_EDGES = 30_000;
const MAX_VERSION = 256;

/**
 * Remembers what an inspection resolved, so that a new advisory finds the versions that it concerns, and a bill of materials names it.
 * What a source in `whole` said before is forgotten; of one that did not come to its end, what is known stays.
 */
export async function recordDependencies(
  tx: Tx,
  versionId: number,
  { dependencies, whole }: ResolvedDependencies,
): Promise<void> {
  if (whole.length > 0) {
    await tx
      .delete(versionDependencies)
      .where(and(eq(versionDependencies.versionId, versionId), inArray(versionDependencies.source, whole)));
  }
  const rows = rowsOf(dependencies).map((each) => ({ ...each, versionId }));
  for (let at = 0; at < rows.length; at += 1_000) {
    await tx
      .insert(versionDependencies)
      .values(rows.slice(at, at + 1_000))
      .onConflictDoUpdate({
        target: KEY,
        set: {
          isAsked: sql`excluded.is_asked`,
          needs: sql`excluded.needs`,
          needsMore: sql`excluded.needs_more`,
          license: sql`excluded.license`,
          supplier: sql`excluded.supplier`,
          hashes: sql`excluded.hashes`,
        },
        // Whoever knows nothing of a package leaves what is known of it.
        setWhere: sql`excluded.needs IS NOT NULL`,
      });
  }
}

const KEY = [
  versionDependencies.versionId,
  versionDependencies.ecosystem,
  versionDependencies.name,
  versionDependencies.version,
];

/** Each package once, by its normalised name. What no index would take for a name is no package. */
function rowsOf(dependencies: readonly Dependency[]): Dependency[] {
  const rows = new Map<string, Dependency>();
  let edges = 0;
  for (const each of dependencies.slice(0, MAX_DEPENDENCIES)) {
    const { ecosystem, version } = each;
    if (!isPackageName(ecosystem, each.name) || !/^[!-~]*$/.test(version) || version.length > MAX_VERSION) continue;
    const name = packageName(ecosystem, each.name);
    const key = `${ecosystem} ${name} ${version}`;
    const known = rows.get(key);
    if (known !== undefined && (known.needs ?? null) !== null) continue;
    const needs = each.needs?.map((need) => normalised(ecosystem, need)) ?? null;
    edges += needs?.length ?? 0;
    const isWithin = edges <= MAX_EDGES;
    rows.set(key, { ...each, name, needs: isWithin ? needs : null, needsMore: isWithin ? each.needsMore : true });
  }
  return [...rows.values()];
}

/** `name@version`, as the row of that package has its name. */
function normalised(ecosystem: Dependency["ecosystem"], need: string): string {
  const at = need.lastIndexOf("@");
  return `${packageName(ecosystem, need.slice(0, at))}${need.slice(at)}`;
}

/** The ids of versions whose last inspection found that they bring one of these packages. */
export async function findVersionsWith(ctx: Registry, packages: AdvisoryPackage[]): Promise<number[]> {
  const found = new Set<number>();
  for (let at = 0; at < packages.length; at += 500) {
    const some = packages.slice(at, at + 500);
    const named = (["PyPI", "npm"] as const).flatMap((ecosystem) => {
      const names = some.filter((each) => each.ecosystem === ecosystem).map(({ name }) => packageName(ecosystem, name));
      if (names.length === 0) return [];
      return [and(eq(versionDependencies.ecosystem, ecosystem), inArray(versionDependencies.name, names))];
    });
    const rows = await ctx.db
      .selectDistinct({ id: versionDependencies.versionId })
      .from(versionDependencies)
      .where(or(...named));
    for (const { id } of rows) found.add(id);
  }
  return [...found].sort((a, b) => a - b);
}
