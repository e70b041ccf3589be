import {
  advisories,
  advisoryPackages,
  inspections,
  rescanItems,
  rescans,
  versionDependencies,
  versions,
} from "@gaia/db";
import { and, eq, exists, gt, inArray, not, or, sql } from "drizzle-orm";
import type { AdvisoryPackage } from "../advisories/import-advisories.ts";
import { findVersionsWith } from "../advisories/version-dependencies.ts";
import type { Ctx } from "../kernel/context.ts";
import { NPM_SCANNER } from "../inspection/npm/npm-requirement.ts";
import { isScannable } from "./scannable.ts";
import { startRescan } from "./start-rescan.ts";

/** Those that ask for advisories. */
const ADVISED = ["pip-audit", NPM_SCANNER];

/**
 * Begins a re-scan of the versions that bring packages about which advisories changed: the `packages` of an import, or with
 * null those of advisories that are newer than the inspections that count, for an import that died before it came to this.
 * @returns the re-scan's id, or null when it concerns no version
 */
export async function startRescanForAdvisories(ctx: Ctx, packages: AdvisoryPackage[] | null): Promise<string | null> {
  const versionIds = packages ? await findVersionsWith(ctx, packages) : await findBehind(ctx);
  if (versionIds.length === 0) return null;
  const detail = packages
    ? `Advisories about ${packages.length === 1 ? "one package" : `${packages.length} packages`} changed.`
    : "Advisories were imported since versions were inspected.";
  return startRescan(ctx, { cause: "advisory", detail, scanners: ADVISED, versionIds });
}

/** Versions that an advisory is newer for than their inspection, and that no re-scan for advisories has or had since. */
async function findBehind(ctx: Ctx): Promise<number[]> {
  const seenTo = ctx.db
    .select({ one: sql`1` })
    .from(rescanItems)
    .innerJoin(rescans, eq(rescans.id, rescanItems.rescanId))
    .where(
      and(
        eq(rescanItems.versionId, versions.id),
        eq(rescans.cause, "advisory"),
        or(
          inArray(rescanItems.status, ["waiting", "inspecting", "held"]),
          gt(rescanItems.finishedAt, advisories.importedAt),
        ),
      ),
    );
  const rows = await ctx.db
    .selectDistinct({ id: versions.id })
    .from(versions)
    .innerJoin(inspections, eq(inspections.id, versions.inspectionId))
    .innerJoin(versionDependencies, eq(versionDependencies.versionId, versions.id))
    .innerJoin(
      advisoryPackages,
      and(
        eq(advisoryPackages.ecosystem, versionDependencies.ecosystem),
        eq(advisoryPackages.name, versionDependencies.name),
      ),
    )
    .innerJoin(advisories, eq(advisories.id, advisoryPackages.advisoryId))
    .where(and(isScannable(), gt(advisories.importedAt, inspections.startedAt), not(exists(seenTo))));
  return rows.map((row) => row.id);
}
