import { logOrigin, registryKeys } from "@gaia/db";
import {
  ed25519FromPem,
  formatVerifierKey,
  type KeyType,
  type NoteSigner,
  type VerifierKey,
  verifierKey,
} from "@gaia/log";
import { eq, inArray } from "drizzle-orm";
import type { Registry } from "../kernel/context.ts";

/** The registry's log as `GET /api/v1/keys` names it: what a policy is made of. */
export interface LogKeys {
  /** The log's name (C2SP tlog-checkpoint, "origin"). */
  origin: string;
  /** The key that signs checkpoints, as C2SP signed-note writes verifier keys. */
  key: string;
  /** The same key as a witness of its own log: its cosignatures say at what time a checkpoint was the newest. */
  cosigner: string;
  /** The key that is announced to sign checkpoints after this one; null: none is. */
  next: string | null;
}

/** The name under which the log is known: chosen with the first question for it, from where the registry stands then, and kept. */
export async function ensureOrigin({ db, publicUrl, log }: Registry): Promise<string> {
  const find = async () => (await db.select().from(logOrigin).limit(1))[0]?.origin;
  const known = await find();
  if (known !== undefined) return known;
  await db
    .insert(logOrigin)
    .values({ origin: log.origin ?? originOf(publicUrl) })
    .onConflictDoNothing();
  const chosen = await find();
  if (chosen === undefined) throw new Error("the log's origin vanished");
  return chosen;
}

/** An address without its scheme, and the path below which the log lies. */
function originOf(publicUrl: string): string {
  const { host, pathname } = new URL(publicUrl);
  return `${host}${pathname.replace(/\/$/, "")}/log`;
}

/**
 * Everybody who signs a checkpoint: the current key as the log and with the time; and the log once more by the key that is announced as
 * the next, where this process has it, so that readers and witnesses may go by either before it takes over.
 */
export async function checkpointSigners(ctx: Registry, origin: string): Promise<NoteSigner[]> {
  const { log, cosigner } = logSigners(ctx, origin);
  const { nextSigner } = ctx;
  if (nextSigner === null) return [log, cosigner];
  const [row] = await ctx.db
    .select({ state: registryKeys.state })
    .from(registryKeys)
    .where(eq(registryKeys.keyId, nextSigner.publicKey.key_id));
  return row?.state === "next" ? [log, cosigner, signerOf({ signer: nextSigner }, origin, "ed25519")] : [log, cosigner];
}

/** The keys under which this registry ever signed its log, but for those in other hands. */
export async function ownLogKeys(ctx: Registry, origin: string): Promise<VerifierKey[]> {
  const rows = await ctx.db
    .select()
    .from(registryKeys)
    .where(inArray(registryKeys.state, ["current", "former"]));
  const pems = new Set([ctx.signer.publicKey.public_key, ...rows.map(({ publicKey }) => publicKey)]);
  return [...pems].map((pem) => verifierKey({ name: origin, type: "ed25519", publicKey: ed25519FromPem(pem) }));
}

/** Whoever signs a checkpoint for the registry: once as the log, once with the time. */
export function logSigners(ctx: Pick<Registry, "signer">, origin: string): { log: NoteSigner; cosigner: NoteSigner } {
  return { log: signerOf(ctx, origin, "ed25519"), cosigner: signerOf(ctx, origin, "ed25519-cosignature") };
}

function signerOf({ signer }: Pick<Registry, "signer">, name: string, type: KeyType): NoteSigner {
  const publicKey = ed25519FromPem(signer.publicKey.public_key);
  return { key: verifierKey({ name, type, publicKey }), sign: (message) => signer.sign(message) };
}

export async function viewLogKeys(ctx: Registry): Promise<LogKeys> {
  const origin = await ensureOrigin(ctx);
  const { log, cosigner } = logSigners(ctx, origin);
  const [next] = await ctx.db.select().from(registryKeys).where(eq(registryKeys.state, "next"));
  const nextKey = next && verifierKey({ name: origin, type: "ed25519", publicKey: ed25519FromPem(next.publicKey) });
  return {
    origin,
    key: formatVerifierKey(log.key),
    cosigner: formatVerifierKey(cosigner.key),
    next: nextKey ? formatVerifierKey(nextKey) : null,
  };
}
