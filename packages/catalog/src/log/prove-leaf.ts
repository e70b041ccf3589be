import { setTimeout as sleep } from "node:timers/promises";
import { logLeaves, skills } from "@gaia/db";
import { formatTlogProof, openTiles, proveInclusion, type Tiles, withSalt } from "@gaia/log";
import { showStatementsTo, viewerOf } from "@gaia/policy";
import { and, desc, eq, inArray, like, type SQL } from "drizzle-orm";
import { findVersion, subjectOf, versionNotFound } from "../kernel/find-version.ts";
import { readable } from "../kernel/readable.ts";
import { RegistryError } from "../kernel/errors.ts";
import type { ReadCtx, Catalog } from "../kernel/context.ts";
import { type CheckpointRow, findNewestCheckpoint, findShown, signedOf, treeOf } from "./checkpoints.ts";

/** A `.tlog-proof`; `isFinal` unless its checkpoint still waits for cosignatures. */
export interface Proof {
  text: string;
  isFinal: boolean;
}

/** The sequencer comes round within half a second, or at once where it is in this process; who asks in between waits for it. */
const WAIT_MS = 3_000;
const FIRST_LOOK_MS = 25;
const LOOK_AGAIN_MS = 200;
/** So many may wait at once, each with a look at the database five times a second. */
const MOST_WAITING = 32;

type LeafRow = Pick<typeof logLeaves.$inferSelect, "leaf" | "position" | "salt">;

/**
 * The `.tlog-proof` (C2SP tlog-proof) of a version's newest leaf, or of the leaf of one of its statements; its extra data is the leaf,
 * of a hidden one with the salt that opens it.
 * @throws RegistryError `not_found`: no such version or statement; `unavailable`: the leaf is in no signed tree even after some seconds,
 * or too many wait already
 */
export async function proveVersion(
  ctx: ReadCtx,
  input: { name: string; version: string; sequence: number | null },
): Promise<Proof> {
  const found = await findVersion(ctx, input);
  if (!found || showStatementsTo(found.version.status, viewerOf(ctx.actor, subjectOf(found))) !== 200)
    throw versionNotFound(input);
  const ofVersion = eq(logLeaves.versionId, found.version.id);
  const which = input.sequence === null ? ofVersion : and(ofVersion, eq(logLeaves.attestationSequence, input.sequence));
  return proveNewest(ctx, which, `${input.name} ${input.version} has no such leaf in the log.`);
}

/** The proof of the leaf that says which is a skill's newest version. @throws RegistryError `not_found`, `unavailable` */
export async function proveNewestVersion(ctx: ReadCtx, { name }: { name: string }): Promise<Proof> {
  const skill = ctx.db
    .select({ id: skills.id })
    .from(skills)
    .where(and(eq(skills.name, name), readable(ctx)));
  const says = and(inArray(logLeaves.skillId, skill), like(logLeaves.leaf, "%\nkind: newest\n%"));
  return proveNewest(ctx, says, `${name} has no newest version in the log.`);
}

async function proveNewest(ctx: Catalog, which: SQL | undefined, absent: string): Promise<Proof> {
  const proof = (await findProof(ctx, which, absent)) ?? (await waitForProof(ctx, () => findProof(ctx, which, absent)));
  if (proof !== null) return proof;
  throw new RegistryError("unavailable", "The leaf is not in a signed tree of the log yet; try again in a second.");
}

async function waitForProof(ctx: Catalog, find: () => Promise<Proof | null>): Promise<Proof | null> {
  if (ctx.log.waiting >= MOST_WAITING) return null;
  ctx.log.waiting += 1;
  try {
    ctx.log.sequenceNow?.();
    for (
      let [waitedMs, pauseMs] = [0, FIRST_LOOK_MS];
      waitedMs < WAIT_MS;
      pauseMs = Math.min(pauseMs * 2, LOOK_AGAIN_MS)
    ) {
      await sleep(pauseMs);
      waitedMs += pauseMs;
      const proof = await find();
      if (proof !== null) return proof;
    }
    return null;
  } finally {
    ctx.log.waiting -= 1;
  }
}

/** Null: the newest leaf is in no signed tree yet. */
async function findProof(ctx: Catalog, which: SQL | undefined, absent: string): Promise<Proof | null> {
  const [row] = await ctx.db
    .select({ leaf: logLeaves.leaf, position: logLeaves.position, salt: logLeaves.salt })
    .from(logLeaves)
    .where(which)
    .orderBy(desc(logLeaves.id))
    .limit(1);
  if (!row) throw new RegistryError("not_found", absent);
  return proveLeaf(ctx, row);
}

/** Under the checkpoint that is shown, or where that is older than the leaf, under the newest; null: it is in none yet. */
async function proveLeaf(ctx: Catalog, { leaf, position, salt }: LeafRow): Promise<Proof | null> {
  if (position === null) return null;
  const shown = await findShown(ctx);
  const row = shown !== null && shown.size > position ? shown : await findNewestCheckpoint(ctx);
  if (row === null || row.size <= position) return null;
  const known = ctx.log.proofs.get(`${position}:${row.note}`);
  const isFinal = row.cosignedAt !== null;
  if (known !== undefined) return { text: known, isFinal };
  const tiles = await tilesAt(ctx, row);
  const extra = Buffer.from(withSalt(leaf, salt));
  const text = formatTlogProof({
    index: position,
    hashes: await proveInclusion(tiles, position),
    signed: signedOf(row),
    extra,
  });
  ctx.log.proofs.set(`${position}:${row.note}`, text);
  return { text, isFinal };
}

/** The tiles of the tree that was asked for last stay open: what holds against its root is not held against it again. */
async function tilesAt({ log }: Catalog, row: CheckpointRow): Promise<Tiles> {
  if (log.opened?.tree.size !== row.size) log.opened = await openTiles(log.tiles.read, treeOf(row));
  return log.opened;
}
