import { appendAudit, inTransaction, signingKeys } from "@gaia/db";
import {
  CLOCK_SKEW_MS,
  findRevocation,
  fingerprintOf,
  type PublicKeyInfo,
  type ReceivedSignature,
  TrustError,
} from "@gaia/trust";
import { eq } from "drizzle-orm";
import type { Ctx, Person } from "../kernel/context.ts";
import { RegistryError } from "../kernel/errors.ts";
import { insertSignerLeaf } from "../kernel/leaves.ts";
import { ensureConfirmed, ensureMayFor } from "../kernel/may.ts";
import { addSigner, type NewSigstoreSigner } from "./add-signer.ts";
import { demoteUnsigned } from "./demote-unsigned.ts";
import { endOf } from "./key-end.ts";
import { ensureRoom, findKey, insertSigner } from "./key-place.ts";
import { type KeyRow, type PublisherKey, viewKey } from "./publisher-key.ts";
import { ensureRevocable } from "./revocable-key.ts";
import { findReceived, hasMore, takeDown } from "./take-down.ts";

/** So often another upload of the same key may come in between. */
const MOST_ATTEMPTS = 5;

interface Subject {
  publisher: { id: number; handle: string };
  actor: Person;
  key: PublicKeyInfo;
}

interface Written {
  created: boolean;
  id: string;
  /** Versions that lost a signature. */
  fallen: number[];
}

/**
 * Registers who signs for a publisher: an OpenPGP public key, or a Sigstore identity or managed key.
 * @throws RegistryError `unauthorized`, `forbidden`, `second_factor_required`, `not_found`, `invalid_key`, `conflict`, `unavailable`
 */
export async function addKey(
  ctx: Ctx,
  input: { handle: string } & ({ publicKey: string } | { signer: NewSigstoreSigner }),
): Promise<{ created: boolean; key: PublisherKey }> {
  const who = await ensureMayFor(ctx, "addPublisherKey", input);
  ensureConfirmed(ctx);
  return "signer" in input
    ? addSigner(ctx, { ...who, signer: input.signer })
    : addOpenPgpKey(ctx, { ...who, publicKey: input.publicKey });
}

/**
 * A key that is known is merged with what is known of it: what its owner said stays said, whichever copy comes last. A revoked key is
 * registered as such; nothing takes a revocation back. A revocation certificate alone (type 0x20) revokes the key of the publisher that
 * made it.
 */
async function addOpenPgpKey(
  ctx: Ctx,
  { publisher, actor, publicKey }: Omit<Subject, "key"> & { publicKey: string },
): Promise<{ created: boolean; key: PublisherKey }> {
  const named = await readNamed(publicKey);
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const before = named.isRevocation
      ? await ensureRevocable(ctx.db, publisher, named.of)
      : await findKey(ctx.db, publisher.id, named.of);
    if (!before) await ensureRoom(ctx, ctx.db, publisher);
    const received = before ? await findReceived(ctx.db, before.id) : [];
    const known = before?.publicKey ?? null;
    const { key, fallen } = await ctx.verifier.readKey({ incoming: publicKey, known, received });
    ensureMade(ctx, key);
    const subject = { publisher, actor, key };
    const written = before ? await mergeKey(ctx, subject, { before, received, fallen }) : await insertKey(ctx, subject);
    if (!written) continue;
    for (const versionId of written.fallen) await demoteUnsigned(ctx, versionId, actor.handle);
    return { created: written.created, key: await viewKey(ctx.db, written.id) };
  }
  throw new RegistryError("unavailable", "This key is being uploaded by others at this moment; try again.");
}

/** Which key was sent, or is to be revoked; nothing is verified. */
async function readNamed(block: string): Promise<{ of: string; isRevocation: boolean }> {
  try {
    const revocation = await findRevocation(block);
    if (revocation !== null) return { of: revocation.issuer, isRevocation: true };
    return { of: fingerprintOf(block), isRevocation: false };
  } catch (error) {
    if (error instanceof TrustError) throw new RegistryError("invalid_key", error.message, { cause: error });
    throw error;
  }
}

/** @throws RegistryError `invalid_key` */
function ensureMade(ctx: Ctx, key: PublicKeyInfo): void {
  if (key.madeAt.getTime() <= ctx.now().getTime() + CLOCK_SKEW_MS) return;
  throw new RegistryError(
    "invalid_key",
    `The key ${key.fingerprint}, or a part of it, says that it was made on ${key.madeAt.toISOString()}, which lies in the ` +
      `future: look at the clock of the machine that made it (${CLOCK_SKEW_MS / 60_000} minutes are allowed).`,
  );
}

/** Null: somebody else registered it meanwhile. */
async function insertKey(ctx: Ctx, { publisher, actor, key }: Subject): Promise<Written | null> {
  const end = endOf(key, null, ctx.now());
  if (end === null && key.expiresAt && key.expiresAt <= ctx.now()) {
    throw new RegistryError("invalid_key", `The key ${key.fingerprint} expired on ${key.expiresAt.toISOString()}.`);
  }
  const { fingerprint, algorithm } = key;
  const signer = { kind: "openpgp" as const, fingerprint, algorithm, ...columnsOf(key), ...end };
  const id = await inTransaction(ctx.db, (tx) => insertSigner(ctx, tx, { publisher, actor, signer }));
  return id === null ? null : { created: true, id, fallen: [] };
}

interface Judged {
  before: KeyRow;
  received: ReceivedSignature[];
  /** Ids of those that do not survive the merge. */
  fallen: string[];
}

/** Null: the key is no longer what it was merged with, or made more signatures. */
async function mergeKey(ctx: Ctx, { publisher, actor, key }: Subject, judged: Judged): Promise<Written | null> {
  return inTransaction(ctx.db, async (tx) => {
    const [now] = await tx.select().from(signingKeys).where(eq(signingKeys.id, judged.before.id)).for("update");
    if (!now || now.publicKey !== judged.before.publicKey) return null;
    if (await hasMore(tx, now.id, judged.received)) return null;
    if (now.revokedAt && !key.revoked) {
      throw new RegistryError("conflict", `The key ${key.fingerprint} was revoked here; register another one.`);
    }
    const end = endOf(key, now, ctx.now());
    const isKnown =
      key.armored === now.publicKey &&
      judged.fallen.length === 0 &&
      now.signerIds !== null &&
      end?.revokedAs === (now.revokedAs ?? undefined);
    if (isKnown) return { created: false, id: now.id, fallen: [] };
    await tx
      .update(signingKeys)
      .set({ ...columnsOf(key), ...end })
      .where(eq(signingKeys.id, now.id));
    const fallen = await takeDown(tx, judged.fallen);
    await appendAudit(tx, {
      actor: actor.handle,
      action: "key.merge",
      target: `publisher:${publisher.handle}`,
      detail: {
        fingerprint: key.fingerprint,
        signatures_revoked: fallen.length,
        ...(end ? { revoked_as: end.revokedAs } : {}),
      },
      requestId: ctx.requestId,
    });
    const change = end?.revokedAs ?? "changed";
    await insertSignerLeaf(tx, { publisher: publisher.handle, key: now, change, at: ctx.now() });
    return { created: false, id: now.id, fallen };
  });
}

const columnsOf = (key: PublicKeyInfo) => ({
  publicKey: key.armored,
  userIds: key.userIds,
  expiresAt: key.expiresAt,
  signerIds: key.signerIds,
});
