import { blobKey } from "@gaia/catalog";
import {
  artifacts,
  batchItems,
  type Db,
  derivedArtefacts,
  describeError,
  droppedArtefacts,
  purges,
  versions,
} from "@gaia/db";
import { and, asc, eq, inArray, isNull, ne } from "drizzle-orm";
import type { Registry } from "../kernel/context.ts";

const BATCH = 100;
/** A publish has its blobs before its row: one that is under way may be about to name these. */
const PUBLISH_MS = 10 * 60_000;

/**
 * Removes from storage what purged and rejected versions had and no other version names. What was stored within the last
 * minutes stays until a later call (the sweep's). Done twice, it does nothing.
 * @returns how many purged versions have nothing left in storage now
 */
export async function removePurged(ctx: Registry): Promise<number> {
  const open = await ctx.db
    .select({ versionId: purges.versionId, digests: purges.digests })
    .from(purges)
    .where(isNull(purges.removedAt))
    .orderBy(asc(purges.purgedAt))
    .limit(BATCH);
  let done = 0;
  for (const { versionId, digests } of open) {
    if (!(await isGone(ctx, digests))) continue;
    await ctx.db.update(purges).set({ removedAt: ctx.now() }).where(eq(purges.versionId, versionId));
    done += 1;
  }
  return done;
}

/**
 * The same of what was made of versions for clients of other protocols, once its row fell: with a quarantine, a yank, a purge, another
 * tier or another visibility. `versionId`: what was made of this one; null: of any.
 * @returns how many of them are done with
 */
export async function removeDropped(ctx: Registry, input: { versionId: number | null }): Promise<number> {
  const { versionId } = input;
  const dropped = await ctx.db
    .select()
    .from(droppedArtefacts)
    .where(versionId === null ? undefined : eq(droppedArtefacts.versionId, versionId))
    .orderBy(asc(droppedArtefacts.droppedAt))
    .limit(BATCH);
  let done = 0;
  for (const each of dropped) {
    if (!(await isGone(ctx, [each.sha256]))) continue;
    // Made and dropped once more meanwhile, it has another time and stays to be done.
    const isSame = and(
      eq(droppedArtefacts.versionId, each.versionId),
      eq(droppedArtefacts.sha256, each.sha256),
      eq(droppedArtefacts.droppedAt, each.droppedAt),
    );
    await ctx.db.delete(droppedArtefacts).where(isSame);
    done += 1;
  }
  return done;
}

/** Removes what may go. A storage that is away says no: it is asked again by the next sweep. */
async function isGone(ctx: Registry, digests: string[]): Promise<boolean> {
  const named = await findNamed(ctx, digests);
  try {
    const left = await Promise.all(digests.filter((each) => !named.has(each)).map((each) => isLeft(ctx, each)));
    return !left.includes(true);
  } catch (error) {
    ctx.warn("blob_not_removed", { digests, error: describeError(error) });
    return false;
  }
}

/** Removes it, unless it is too young. */
async function isLeft(ctx: Registry, sha256: string): Promise<boolean> {
  const key = blobKey(sha256);
  for await (const blob of ctx.blobs.list(key)) {
    if (blob.key !== key) continue;
    if (blob.modifiedAt.getTime() > ctx.now().getTime() - PUBLISH_MS) return true;
    await ctx.blobs.remove(key);
  }
  return false;
}

/** SHA-256 (hex) of what a version has in storage: its upload and its archives. */
export async function digestsOf(db: Db, version: { id: number; uploadSha256: string }): Promise<string[]> {
  const archives = await db
    .select({ sha256: artifacts.sha256 })
    .from(artifacts)
    .where(eq(artifacts.versionId, version.id));
  return [...new Set([version.uploadSha256, ...archives.map(({ sha256 }) => sha256)])];
}

/** Which of these digests (SHA-256, hex) a version needs that was not purged, what was made of one, or an open batch. */
export async function findNamed(ctx: Registry, digests: string[]): Promise<Set<string>> {
  if (digests.length === 0) return new Set();
  const uploaded = and(inArray(versions.uploadSha256, digests), ne(versions.status, "purged"));
  const isOpen = inArray(batchItems.outcome, ["waiting", "new"]);
  const [archives, made, uploads, sent] = await Promise.all([
    ctx.db.select({ sha256: artifacts.sha256 }).from(artifacts).where(inArray(artifacts.sha256, digests)),
    ctx.db
      .select({ sha256: derivedArtefacts.sha256 })
      .from(derivedArtefacts)
      .where(inArray(derivedArtefacts.sha256, digests)),
    ctx.db.select({ sha256: versions.uploadSha256 }).from(versions).where(uploaded),
    // What was sent in an archive of many skills, and is not published yet.
    ctx.db
      .select({ sha256: batchItems.sha256 })
      .from(batchItems)
      .where(and(inArray(batchItems.sha256, digests), isOpen)),
  ]);
  return new Set([...archives, ...made, ...uploads, ...sent].map((row) => row.sha256));
}
