import { ensureConfirmed, ensureMayOn, RegistryError, subjectOf } from "@gaia/catalog";
import {
  accountDownloads,
  appendAudit,
  artifacts,
  type Db,
  describeError,
  directorySignatures,
  downloadsByClient,
  downloadsDaily,
  files,
  findings,
  inspections,
  notices,
  purges,
  reviews,
  signatures,
  versionDependencies,
  versions,
} from "@gaia/db";
import { eq, inArray } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { digestsOf, removePurged } from "../upkeep/remove-purged.ts";
import { inTransactionWhileAllowed } from "../kernel/while-allowed.ts";

/**
 * Takes a staged version away, as if it had never been: nobody but its publisher saw it, so its number is free again, for other content
 * too. What is left is the line in the audit log; its blobs go as those of a purged one.
 * @throws RegistryError `unauthorized`, `forbidden`, `second_factor_required` (an admin), `not_found`, `conflict` while it is
 *   inspected, or when it is live
 */
export async function rejectVersion(
  ctx: Ctx,
  input: { name: string; version: string; reason: string | null },
): Promise<void> {
  const { actor, found } = await ensureMayOn(ctx, "rejectVersion", input);
  // What a publisher's own member takes away they can stage again; an admin decides about what is others'.
  if (!actor.publishers.some(({ id }) => id === found.publisher.id)) ensureConfirmed(ctx, "rejectVersion");
  const asked = { action: "rejectVersion", target: subjectOf(found) } as const;
  await inTransactionWhileAllowed(ctx, asked, async (tx) => {
    const [version] = await tx.select().from(versions).where(eq(versions.id, found.version.id)).for("update");
    if (version?.status !== "staged") {
      const now = version?.status ?? "gone";
      throw new RegistryError("conflict", `${input.name} ${input.version} is ${now}: what is staged can be rejected.`);
    }
    await tx.insert(purges).values({
      versionId: version.id,
      digests: await digestsOf(tx, version),
      purgedAt: ctx.now(),
      // Its bytes count until they are gone: else nothing bounds what is staged and rejected again.
      publisherId: found.publisher.id,
      sizeBytes: version.storedBytes,
    });
    await removeRows(tx, version.id);
    await appendAudit(tx, {
      actor: actor.handle,
      action: "version.reject",
      target: `skill:${input.name}@${input.version}`,
      detail: { reason: input.reason, content_digest: version.contentDigest, publisher: found.publisher.handle },
      requestId: ctx.requestId,
    });
  });
  await removePurged(ctx).catch((error: unknown) => ctx.warn("rejected_not_removed", { error: describeError(error) }));
}

const HANGING = [
  files,
  artifacts,
  signatures,
  directorySignatures,
  versionDependencies,
  notices,
  accountDownloads,
  downloadsByClient,
  downloadsDaily,
  reviews,
] as const;

/** Every row that hangs on a version that was never live; the other tables have none of it. */
async function removeRows(tx: Db, versionId: number): Promise<void> {
  const own = tx.select({ id: inspections.id }).from(inspections).where(eq(inspections.versionId, versionId));
  await tx.delete(findings).where(inArray(findings.inspectionId, own));
  await tx.delete(inspections).where(eq(inspections.versionId, versionId));
  for (const table of HANGING) await tx.delete(table).where(eq(table.versionId, versionId));
  await tx.delete(versions).where(eq(versions.id, versionId));
}
