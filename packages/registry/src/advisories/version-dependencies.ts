import { packageName } from "@gaia/catalog";
import { type ResolvedDependencies, type Tx, versionDependencies } from "@gaia/db";
import { and, eq, inArray, or } from "drizzle-orm";
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

/**
 * Remembers what an inspection resolved, so that a new advisory finds the versions that it concerns. What a source in `whole`
 * said before is forgotten; of one that did not come to its end, what is known stays.
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
  const rows = dependencies
    .slice(0, MAX_DEPENDENCIES)
    .map((each) => ({ ...each, versionId, name: packageName(each.ecosystem, each.name) }));
  for (let at = 0; at < rows.length; at += 1_000) {
    await tx
      .insert(versionDependencies)
      .values(rows.slice(at, at + 1_000))
      .onConflictDoNothing();
  }
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
