import { findNewestCheckpoint, treeOf } from "@gaia/catalog";
import {
  type Db,
  inTransaction,
  logCheckpoints,
  logLeaves,
  nextAttestationSequence,
  passAttestationSequences,
} from "@gaia/db";
import { formatNote, judgeCheckpoint, LogError, openTiles, type SignedCheckpoint, TILE_WIDTH, treeAt } from "@gaia/log";
import { and, asc, eq, gte, isNull } from "drizzle-orm";
import type { Registry } from "../kernel/context.ts";
import { findStoredSize, readStored } from "./stored-checkpoints.ts";
import { ensureOrigin, ownLogKeys } from "./log-keys.ts";
import { lockPlaces } from "./place-leaves.ts";

const OF_STATEMENT = /^kind: (?:publish|verdict|tier|yank|unyank|quarantine|release|purge)$/m;

/**
 * Takes over from storage what the log holds and the database does not: the database was restored from a backup that is older than the
 * log. What was logged stays logged, whoever forgot it; a log that began anew from the older state would be a rewritten one.
 * Statements that were lost get numbers that nobody has seen, so that whoever has seen theirs takes what the registry says next for newer.
 * @returns how many leaves were adopted
 * @throws LogError `rewritten` when storage holds another history than the database
 */
export async function adoptStored(ctx: Registry): Promise<number> {
  const stored = await findStoredSize(ctx);
  const mine = treeOf(await findNewestCheckpoint(ctx));
  if (stored === null || stored <= mine.size) return 0;
  const signed = await ensureOwn(ctx, await readStored(ctx, stored), stored);
  const tiles = await openTiles(ctx.log.tiles.read, signed.checkpoint.tree);
  const before = await treeAt(tiles, mine.size);
  if (Buffer.compare(before.root, mine.root) !== 0)
    throw new LogError(
      "rewritten",
      `storage holds another log than the database, within its first ${mine.size} leaves`,
    );
  const leaves: string[] = [];
  for (let bundle = Math.floor(mine.size / TILE_WIDTH); bundle * TILE_WIDTH < stored; bundle += 1)
    for (const entry of await tiles.entriesOf(bundle)) leaves.push(Buffer.from(entry).toString("utf8"));
  const missing = leaves.slice(mine.size % TILE_WIDTH);
  await inTransaction(ctx.db, (tx) => adopt(tx, { first: mine.size, leaves: missing, signed, now: ctx.now() }));
  ctx.warn("log_adopted", { from: mine.size, to: stored });
  return missing.length;
}

async function ensureOwn(ctx: Registry, signed: SignedCheckpoint | null, size: number): Promise<SignedCheckpoint> {
  const origin = await ensureOrigin(ctx);
  const logs = (await ownLogKeys(ctx, origin)).map((key) => ({ key, url: null }));
  const verdict = signed && (await judgeCheckpoint({ logs, witnesses: [], quorum: null }, signed));
  if (signed && verdict?.ok && signed.checkpoint.tree.size === size) return signed;
  throw new LogError("rewritten", `storage holds a checkpoint of ${size} leaves that this registry did not sign`);
}

interface Adopted {
  first: number;
  leaves: string[];
  signed: SignedCheckpoint;
  now: Date;
}

async function adopt(tx: Db, { first, leaves, signed, now }: Adopted): Promise<void> {
  await lockPlaces(tx);
  const placed = await tx
    .select({ position: logLeaves.position, leaf: logLeaves.leaf })
    .from(logLeaves)
    .where(gte(logLeaves.position, first));
  const known = new Map(placed.map(({ position, leaf }) => [position, leaf]));
  const lost: { leaf: string; position: number }[] = [];
  for (const [at, leaf] of leaves.entries()) {
    const there = known.get(first + at);
    if (there !== undefined && there !== leaf)
      throw new LogError("rewritten", `leaf ${first + at} is another one in storage`);
    if (there === undefined && !(await isPlaced(tx, leaf, first + at))) lost.push({ leaf, position: first + at });
  }
  if (lost.length > 0) await insertLost(tx, lost, now);
  const { tree } = signed.checkpoint;
  const root = Buffer.from(tree.root).toString("base64");
  const row = { size: tree.size, root, note: formatNote(signed.note), signedAt: now, cosignedAt: null };
  await tx.insert(logCheckpoints).values(row).onConflictDoNothing();
}

/** One that the database has as pending, since it was when the backup was made, gets its place; false when it never heard of it. */
async function isPlaced(tx: Db, leaf: string, position: number): Promise<boolean> {
  const isPending = and(eq(logLeaves.leaf, leaf), isNull(logLeaves.position));
  const [pending] = await tx
    .select({ id: logLeaves.id })
    .from(logLeaves)
    .where(isPending)
    .orderBy(asc(logLeaves.id))
    .limit(1);
  if (pending) await tx.update(logLeaves).set({ position }).where(eq(logLeaves.id, pending.id));
  return pending !== undefined;
}

async function insertLost(tx: Db, lost: readonly { leaf: string; position: number }[], now: Date): Promise<void> {
  // No registry signs a statement each millisecond: this is more than any number that was drawn, after an earlier restore, too.
  await passAttestationSequences(tx, now.getTime());
  for (const { leaf, position } of lost) {
    const isStatement = OF_STATEMENT.test(leaf) && /^statement: /m.test(leaf);
    const attestationSequence = isStatement ? await nextAttestationSequence(tx) : null;
    await tx.insert(logLeaves).values({ leaf, position, attestationSequence });
  }
}
