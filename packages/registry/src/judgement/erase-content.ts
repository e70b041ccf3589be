import type { CanonicalSkill } from "@gaia/manifest";
import {
  artifacts,
  type Db,
  directorySignatures,
  files,
  findings,
  holdContests,
  inspections,
  notices,
  promotions,
  rescanItems,
  rescans,
  versionDependencies,
  versions,
} from "@gaia/db";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Registry } from "../kernel/context.ts";

/**
 * Empties every row that holds text of a version's files, or what was made of it; the caller holds its locks. What stays names no content:
 * number, publisher, times, digests, sizes, signatures, statements.
 */
export async function eraseContent(ctx: Registry, tx: Db, versionId: number): Promise<void> {
  await tx
    .update(versions)
    .set({
      claimedTier: null,
      displayName: "",
      description: "",
      license: null,
      author: null,
      tags: [],
      toolNames: [],
      permissionLevels: [],
      // Nobody is shown the manifest of a purged version.
      manifest: {} as CanonicalSkill,
      diagnostics: [],
      readme: "",
      npmPackage: null,
      authorSignature: null,
    })
    .where(eq(versions.id, versionId));
  await tx.delete(artifacts).where(eq(artifacts.versionId, versionId));
  await tx.delete(files).where(eq(files.versionId, versionId));
  // They are files of the package, and name others.
  await tx.delete(directorySignatures).where(eq(directorySignatures.versionId, versionId));
  await tx.delete(versionDependencies).where(eq(versionDependencies.versionId, versionId));
  // They quote the reasons of reports.
  await tx.delete(notices).where(eq(notices.versionId, versionId));
  // It may quote what is in the files.
  await tx
    .update(holdContests)
    .set({ reason: "", answer: sql`CASE WHEN ${holdContests.answer} IS NULL THEN NULL ELSE '' END` })
    .where(eq(holdContests.versionId, versionId));
  await withdrawRequests(ctx, tx, versionId);
  await eraseInspections(ctx, tx, versionId);
}

async function withdrawRequests(ctx: Registry, tx: Db, versionId: number): Promise<void> {
  await tx
    .update(promotions)
    .set({ status: "withdrawn", decidedAt: ctx.now(), reason: "the version was purged" })
    .where(and(eq(promotions.versionId, versionId), eq(promotions.status, "pending")));
}

/** Reports keep their verdict and lose their words; what is still under way is gone, so that its job finds no lease to write with. */
async function eraseInspections(ctx: Registry, tx: Db, versionId: number): Promise<void> {
  const all = await tx
    .select({ id: inspections.id, status: inspections.status })
    .from(inspections)
    .where(eq(inspections.versionId, versionId));
  const ids = all.map(({ id }) => id);
  const unfinished = all.filter(({ status }) => status !== "completed").map(({ id }) => id);
  const ended = { status: "skipped", note: "it was purged", finishedAt: ctx.now() } as const;
  await tx.update(rescanItems).set(ended).where(isOpen(versionId));
  // Why an earlier one failed may quote what is in the files.
  await tx
    .update(rescanItems)
    .set({ note: "it was purged" })
    .where(and(eq(rescanItems.versionId, versionId), eq(rescanItems.status, "failed")));
  await tx.update(rescanItems).set({ inspectionId: null }).where(inArray(rescanItems.inspectionId, unfinished));
  await tx
    .update(rescanItems)
    .set({ previousInspectionId: null })
    .where(inArray(rescanItems.previousInspectionId, unfinished));
  await tx.update(versions).set({ inspectionId: null }).where(inArray(versions.inspectionId, unfinished));
  await tx.delete(findings).where(inArray(findings.inspectionId, ids));
  await tx.delete(inspections).where(inArray(inspections.id, unfinished));
  await tx
    .update(inspections)
    .set({ reason: null, scanners: [], uses: null, leftOut: [], progress: null, partial: null })
    .where(eq(inspections.versionId, versionId));
}

/** In the order of the jobs that write them, re-scan, inspection, version: a purge and the end of an inspection wait for each other. */
export async function lockInspections(tx: Db, versionId: number): Promise<void> {
  const open = tx.select({ id: rescanItems.rescanId }).from(rescanItems).where(isOpen(versionId));
  await tx
    .select({ id: rescans.id })
    .from(rescans)
    .where(inArray(rescans.id, open))
    .orderBy(asc(rescans.id))
    .for("no key update");
  await tx
    .select({ id: inspections.id })
    .from(inspections)
    .where(eq(inspections.versionId, versionId))
    .orderBy(asc(inspections.id))
    .for("update");
}

const isOpen = (versionId: number) =>
  and(eq(rescanItems.versionId, versionId), inArray(rescanItems.status, ["waiting", "inspecting", "held"]));
