import { RegistryError } from "@gaia/catalog";
import { inTransaction, publishers, signingKeys } from "@gaia/db";
import { revokedParts, TrustError } from "@gaia/trust";
import { and, countDistinct, eq, gt, isNotNull } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { demoteUnsigned } from "./demote-unsigned.ts";
import { mergeUnderLock, whileItChanges } from "./merged-key.ts";
import type { KeyRow } from "./publisher-key.ts";
import { findReceived } from "./take-down.ts";

/** Each of them says something that the others do not, and all were verified: only the key's owner can make many. */
const MOST_COPIES = 16;

/**
 * Several publishers may have registered one OpenPGP key, each a copy of its own. What the key's owner revoked in one of them is revoked
 * in all: a subkey that was stolen signs for nobody. Nothing else of a copy goes to another; what a publisher revoked at this registry
 * is theirs alone, for it is no word of the key's owner.
 * @returns how many rows changed
 */
export async function shareRevocations(ctx: Ctx, fingerprint: string): Promise<number> {
  const rows = await registered(ctx, fingerprint);
  if (rows.length < 2) return 0;
  const told: Copy[] = [];
  for (const { key } of rows) {
    const parts = await partsOf(key.publicKey);
    if (parts !== null) told.push({ armored: key.publicKey, parts });
  }
  let changed = 0;
  for (const { key, handle } of rows)
    if (await takeRevocations(ctx, { id: key.id, publisher: { handle }, told })) changed += 1;
  return changed;
}

/** Does so for every key of several publishers, at a start: for what a crash left, or an earlier release did not do. */
export async function shareAllRevocations(ctx: Ctx): Promise<number> {
  const several = await ctx.db
    .select({ fingerprint: signingKeys.fingerprint })
    .from(signingKeys)
    .where(eq(signingKeys.kind, "openpgp"))
    .groupBy(signingKeys.fingerprint)
    .having(gt(countDistinct(signingKeys.publicKey), 1));
  let changed = 0;
  for (const { fingerprint } of several) changed += await shareRevocations(ctx, fingerprint);
  return changed;
}

/** Rows that were registered before their signers were read are read when they are used (`find-signers.ts`). */
async function registered(ctx: Ctx, fingerprint: string): Promise<{ key: KeyRow; handle: string }[]> {
  const isOfKey = and(eq(signingKeys.kind, "openpgp"), eq(signingKeys.fingerprint, fingerprint));
  return ctx.db
    .select({ key: signingKeys, handle: publishers.handle })
    .from(signingKeys)
    .innerJoin(publishers, eq(publishers.id, signingKeys.publisherId))
    .where(and(isOfKey, isNotNull(signingKeys.signerIds)))
    .orderBy(signingKeys.registeredAt, signingKeys.id);
}

/** A copy, and how badly the parts of it are revoked (`revokedParts`). */
interface Copy {
  armored: string;
  parts: ReadonlyMap<string, number>;
}

/** Null: it says of no part that it is revoked, or cannot be read any more. */
async function partsOf(copy: string): Promise<ReadonlyMap<string, number> | null> {
  try {
    return await revokedParts(copy);
  } catch (error) {
    if (error instanceof TrustError) return null;
    throw error;
  }
}

/**
 * The copies that say worse of a part of this key than it does, and than those before them. What another copy has beside is nothing to it.
 */
async function worseThan(row: KeyRow, told: readonly Copy[]): Promise<string[]> {
  const known = new Map((await partsOf(row.publicKey)) ?? []);
  const parts = new Set([row.fingerprint, ...(row.signerIds ?? [])]);
  const worse: string[] = [];
  for (const copy of told) {
    const news = [...copy.parts].filter(([part, bad]) => parts.has(part) && bad < (known.get(part) ?? Infinity));
    for (const [part, bad] of news) known.set(part, bad);
    if (news.length > 0) worse.push(copy.armored);
  }
  return worse.slice(0, MOST_COPIES);
}

interface Taking {
  id: string;
  publisher: { handle: string };
  told: readonly Copy[];
}

/** Of a row that its publisher revoked here, too: what it signed before stands where it is only retired, and falls with a stolen subkey. */
async function takeRevocations(ctx: Ctx, { id, publisher, told }: Taking): Promise<boolean> {
  const taken = await whileItChanges(async () => {
    const [before] = await ctx.db.select().from(signingKeys).where(eq(signingKeys.id, id));
    const copies = before ? await worseThan(before, told) : [];
    if (!before || copies.length === 0) return NOTHING;
    const received = await findReceived(ctx.db, id);
    const read = await ctx.verifier.readKey({ registered: before.publicKey, copies, received }).catch(notReadable);
    if (read === null) ctx.warn("revocation_not_shared", { publisher: publisher.handle, key: before.fingerprint });
    if (read === null || read.key.armored === before.publicKey) return NOTHING;
    const judged = { before, received, ...read, publisher, actor: "registry" };
    const fallen = await inTransaction(ctx.db, (tx) => mergeUnderLock(ctx, tx, judged));
    return fallen && { isChanged: true, fallen };
  });
  for (const versionId of taken?.fallen ?? []) await demoteUnsigned(ctx, versionId, "registry");
  return taken?.isChanged === true;
}

const NOTHING: { isChanged: boolean; fallen: number[] } = { isChanged: false, fallen: [] };

/** A key that is full takes no more, and one that cannot be read any more signs nothing. */
function notReadable(error: unknown): null {
  if (error instanceof RegistryError && error.code === "invalid_key") return null;
  throw error;
}
