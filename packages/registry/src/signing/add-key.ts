import { ensureMayFor, RegistryError } from "@gaia/catalog";
import {
  CLOCK_SKEW_MS,
  findRevocation,
  fingerprintOf,
  type LeftOutSubkey,
  type PublicKeyInfo,
  type ReceivedSignature,
  TrustError,
} from "@gaia/trust";
import type { Ctx, Person } from "../kernel/context.ts";
import { inTransactionWhileAllowed } from "../kernel/while-allowed.ts";
import { addSigner, type NewSigstoreSigner } from "./add-signer.ts";
import { demoteUnsigned } from "./demote-unsigned.ts";
import { endOf } from "./key-end.ts";
import { ensureRoom, findKey, insertSigner } from "./key-place.ts";
import { columnsOf, mergeUnderLock, whileItChanges } from "./merged-key.ts";
import { type KeyRow, type PublisherKey, viewKey } from "./publisher-key.ts";
import { ensureRevocable } from "./revocable-key.ts";
import { shareRevocations } from "./share-revocations.ts";
import { findReceived } from "./take-down.ts";

/** A signer as it is registered now; `leftOut`: subkeys of what was sent that sign nothing here, each with why. */
interface AddedKey {
  created: boolean;
  key: PublisherKey;
  leftOut: LeftOutSubkey[];
}

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
): Promise<AddedKey> {
  const who = await ensureMayFor(ctx, "addPublisherKey", input);
  return "signer" in input
    ? { ...(await addSigner(ctx, { ...who, signer: input.signer })), leftOut: [] }
    : addOpenPgpKey(ctx, { ...who, publicKey: input.publicKey });
}

/**
 * A key that is known is merged with what is known of it: what its owner said stays said, whichever copy comes last. A revoked key is
 * registered as such; nothing takes a revocation back, and it counts for every publisher that has the key. A revocation certificate alone
 * (type 0x20) revokes the key of the publisher that made it.
 */
async function addOpenPgpKey(
  ctx: Ctx,
  { publisher, actor, publicKey }: Omit<Subject, "key"> & { publicKey: string },
): Promise<AddedKey> {
  const named = await readNamed(publicKey);
  const added = await whileItChanges(async () => {
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
    return written && { ...written, of: key };
  });
  if (added === null)
    throw new RegistryError("unavailable", "This key is being uploaded by others at this moment; try again.");
  for (const versionId of added.fallen) await demoteUnsigned(ctx, versionId, actor.handle);
  await shareRevocations(ctx, added.of.fingerprint);
  return { created: added.created, key: await viewKey(ctx.db, added.id), leftOut: added.of.leftOut };
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
  const asked = { action: "addPublisherKey", target: { publisher: publisher.handle } } as const;
  const id = await inTransactionWhileAllowed(ctx, asked, (tx) => insertSigner(ctx, tx, { publisher, actor, signer }));
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
  const asked = { action: "addPublisherKey", target: { publisher: publisher.handle } } as const;
  const merged = { ...judged, key, publisher, actor: actor.handle, ensure: (now: KeyRow) => ensureNotEnded(key, now) };
  const fallen = await inTransactionWhileAllowed(ctx, asked, (tx) => mergeUnderLock(ctx, tx, merged));
  return fallen && { created: false, id: judged.before.id, fallen };
}

/** Its publisher ended it here; whoever sends it again wants it back. What its owner revoked is taken, whatever was said here. */
function ensureNotEnded(key: PublicKeyInfo, now: KeyRow): void {
  if (now.revokedAt === null || key.revoked) return;
  throw new RegistryError("conflict", `The key ${key.fingerprint} was revoked here; register another one.`);
}
