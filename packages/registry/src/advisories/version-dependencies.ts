import { type Tx, versionDependencies, versions } from "@gaia/db";
import { and, eq, inArray, or } from "drizzle-orm";
import type { Registry } from "../context.ts";
import type { AdvisoryPackage } from "./import-advisories.ts";
import { type Ecosystem, packageName } from "./version-order.ts";

/** A package that installing a version brings. `version` is empty where the skill only names it, as in a document's `npm i`. */
export interface Dependency {
  ecosystem: Ecosystem;
  name: string;
  version: string;
  /** The scanner that resolved it. */
  source: string;
}

const MAX_DEPENDENCIES = 5_000;

/**
 * Remembers what an inspection resolved, so that a new advisory finds the versions that it concerns. What an ecosystem in `whole`
 * had before is forgotten; of an ecosystem that was not resolved to its end, what is known stays.
 */
export async function recordDependencies(
  tx: Tx,
  input: { versionId: number; dependencies: Dependency[]; whole: Ecosystem[] },
): Promise<void> {
  const { versionId, dependencies, whole } = input;
  if (whole.length > 0) {
    await tx
      .delete(versionDependencies)
      .where(and(eq(versionDependencies.versionId, versionId), inArray(versionDependencies.ecosystem, whole)));
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

/** The ids of published and yanked versions whose last inspection found that they bring one of these packages. */
export async function findAffectedVersions(ctx: Registry, packages: AdvisoryPackage[]): Promise<number[]> {
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
      .innerJoin(versions, eq(versions.id, versionDependencies.versionId))
      .where(and(inArray(versions.status, ["published", "yanked"]), or(...named)));
    for (const { id } of rows) found.add(id);
  }
  return [...found].sort((a, b) => a - b);
}
