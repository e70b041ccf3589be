import { type CheckpointRow, findNewestCheckpoint, signedOf, treeOf } from "@gaia/catalog";
import { logCheckpoints } from "@gaia/db";
import { growTree, type Policy, signCheckpoint, type Tree } from "@gaia/log";
import { eq } from "drizzle-orm";
import type { Registry } from "../kernel/context.ts";
import { ensureCurrentKey } from "../kernel/current-key.ts";
import { adoptStored } from "./adopt-stored.ts";
import { storeCheckpoint } from "./stored-checkpoints.ts";
import { cosign, ownPolicy } from "./cosign.ts";
import { checkpointSigners, ensureOrigin } from "./log-keys.ts";
import { rebuildTiles } from "./rebuild-tiles.ts";
import { catchUpLeaves, leavesFrom, placeLeaves } from "./place-leaves.ts";

/** After so long without a decision a checkpoint is signed anew: a log that stands still can be told from one that is held back. */
const REFRESH_MS = 60 * 60 * 1_000;
/** So long until witnesses that did not cosign are asked again. */
const ASK_AGAIN_MS = 15 * 1_000;

/** Once for each process: what came before the log, what the log has and a restored database lacks, and the other way round. */
export async function prepareLog(ctx: Registry): Promise<void> {
  await adoptStored(ctx);
  await rebuildTiles(ctx);
  while ((await catchUpLeaves(ctx)) > 0);
}

/**
 * Brings the log up to the decisions: gives pending leaves their places, writes the tiles, signs the tree, stores the checkpoint and asks
 * the witnesses. Killed anywhere it is simply called again; two that run at once write the same bytes, since places are given once.
 * @returns how many leaves came in
 * @throws LogError when what is stored is not the tree that was signed last; nothing is written then
 */
export async function sequenceLeaves(ctx: Registry): Promise<number> {
  await ensureCurrentKey(ctx.db, ctx.signer.publicKey);
  await placeLeaves(ctx);
  const newest = await findNewestCheckpoint(ctx);
  const before = treeOf(newest);
  const tree = await growTree(ctx.log.tiles, { tree: before, leaves: leavesFrom(ctx, before.size) });
  if (newest === null || tree.size > before.size) await sign(ctx, tree);
  else await refresh(ctx, newest);
  return tree.size - before.size;
}

async function sign(ctx: Registry, tree: Tree): Promise<void> {
  const note = await noteOf(ctx, tree);
  // Before the row: a database that lost it finds it here, and no other checkpoint of this size is ever signed.
  await storeCheckpoint(ctx, tree.size, note);
  const policy = await ownPolicy(ctx);
  const signedAt = ctx.now();
  const root = Buffer.from(tree.root).toString("base64");
  await ctx.db
    .insert(logCheckpoints)
    .values({ size: tree.size, root, note, signedAt, cosignedAt: policy === null ? signedAt : null })
    .onConflictDoNothing();
  if (policy !== null) await complete(ctx, policy, tree.size, note);
}

async function noteOf(ctx: Registry, tree: Tree): Promise<string> {
  const origin = await ensureOrigin(ctx);
  const signers = await checkpointSigners(ctx, origin);
  const seconds = Math.floor(ctx.now().getTime() / 1_000);
  return signCheckpoint({ origin, tree, extensions: [] }, signers, seconds);
}

/** Whether those sign now that signed then: a key that took over, or is announced, signs at once. */
async function isSignedByAll(ctx: Registry, row: CheckpointRow): Promise<boolean> {
  const signers = await checkpointSigners(ctx, await ensureOrigin(ctx));
  const { signatures } = signedOf(row).note;
  return signers.every(({ key }) => signatures.some(({ name, keyId }) => name === key.name && keyId === key.keyId));
}

/** The same tree with a newer time, when the last one is old, not cosigned yet, or signed by other keys. */
async function refresh(ctx: Registry, newest: CheckpointRow): Promise<void> {
  const age = ctx.now().getTime() - newest.signedAt.getTime();
  const isOurs = await isSignedByAll(ctx, newest);
  if (isOurs && age < (newest.cosignedAt === null ? ASK_AGAIN_MS : REFRESH_MS)) return;
  const note = await noteOf(ctx, treeOf(newest));
  const policy = await ownPolicy(ctx);
  if (policy !== null) return complete(ctx, policy, newest.size, note);
  const now = ctx.now();
  await ctx.db
    .update(logCheckpoints)
    .set({ note, signedAt: now, cosignedAt: now })
    .where(eq(logCheckpoints.size, newest.size));
}

/** Asks the witnesses; what is not enough for the policy leaves a complete note as it is. */
async function complete(ctx: Registry, policy: Policy, size: number, note: string): Promise<void> {
  const cosigned = await cosign(ctx, note, policy);
  const now = ctx.now();
  const [row] = await ctx.db.select().from(logCheckpoints).where(eq(logCheckpoints.size, size));
  if (!cosigned.isSatisfied && row?.cosignedAt) {
    // Asked again in an hour; meanwhile clients see by its time how old it is.
    await ctx.db.update(logCheckpoints).set({ signedAt: now }).where(eq(logCheckpoints.size, size));
    return;
  }
  await ctx.db
    .update(logCheckpoints)
    .set({ note: cosigned.note, signedAt: now, cosignedAt: cosigned.isSatisfied ? now : null })
    .where(eq(logCheckpoints.size, size));
}
