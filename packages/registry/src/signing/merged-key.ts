import { type Db, signingKeys } from "@gaia/db";
import { writeDecision } from "@gaia/decisions";
import type { PublicKeyInfo, ReceivedSignature } from "@gaia/trust";
import { eq } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { signerLeaf } from "../kernel/leaves.ts";
import { endOf } from "./key-end.ts";
import type { KeyRow } from "./publisher-key.ts";
import { hasMore, takeDown } from "./take-down.ts";

/** So often a row may change while it is judged: another upload of the key comes in between, or a signature by it. */
const MOST_ATTEMPTS = 5;

/** Judges a key's row again while it changes under its judge. @returns what `once` says; null: it changed each time */
export async function whileItChanges<T>(once: () => Promise<T | null>): Promise<T | null> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const done = await once();
    if (done !== null) return done;
  }
  return null;
}

interface Judged {
  /** The row as it was when it was judged, and the signatures of it that held. */
  before: KeyRow;
  received: readonly ReceivedSignature[];
  /** What is known of the key now. */
  key: PublicKeyInfo;
  /** Ids of the signatures that do not survive. */
  fallen: string[];
  publisher: { handle: string };
  actor: string;
  /** What else has to hold, of the row under its lock. @throws RegistryError */
  ensure?(now: KeyRow): void;
}

/**
 * Writes what is now known of a registered key, with its audit row and its leaf, if its row is still what was judged.
 * @returns the versions that lost a signature; null: the row is another, or has more signatures
 */
export async function mergeUnderLock(ctx: Ctx, tx: Db, judged: Judged): Promise<number[] | null> {
  const { before, received, key } = judged;
  const [now] = await tx.select().from(signingKeys).where(eq(signingKeys.id, before.id)).for("update");
  if (!now || now.publicKey !== before.publicKey || (await hasMore(tx, now.id, received))) return null;
  judged.ensure?.(now);
  const end = endOf(key, now, ctx.now());
  const isKnown =
    key.armored === now.publicKey &&
    judged.fallen.length === 0 &&
    now.signerIds !== null &&
    end?.revokedAs === (now.revokedAs ?? undefined);
  return isKnown ? [] : writeMerged(ctx, tx, { ...judged, now, end });
}

async function writeMerged(
  ctx: Ctx,
  tx: Db,
  { key, now, end, publisher, actor, ...judged }: Judged & { now: KeyRow; end: ReturnType<typeof endOf> },
): Promise<number[]> {
  await tx
    .update(signingKeys)
    .set({ ...columnsOf(key), ...end })
    .where(eq(signingKeys.id, now.id));
  const fallen = await takeDown(tx, judged.fallen);
  const change = end?.revokedAs ?? "changed";
  await writeDecision(tx, {
    leaves: [signerLeaf({ publisher: publisher.handle, key: now, change, at: ctx.now() })],
    audit: {
      actor,
      action: "key.merge",
      target: `publisher:${publisher.handle}`,
      detail: {
        fingerprint: key.fingerprint,
        signatures_revoked: fallen.length,
        ...(end ? { revoked_as: end.revokedAs } : {}),
      },
      requestId: ctx.requestId,
    },
  });
  return fallen;
}

export const columnsOf = (key: PublicKeyInfo) => ({
  publicKey: key.armored,
  userIds: key.userIds,
  expiresAt: key.expiresAt,
  signerIds: key.signerIds,
});
