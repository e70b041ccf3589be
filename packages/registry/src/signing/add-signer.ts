import { RegistryError } from "@gaia/catalog";
import { readSigstoreSigner, type StoredSigstoreSigner, TrustError } from "@gaia/trust";
import type { Ctx, Person } from "../kernel/context.ts";
import { inTransactionWhileAllowed } from "../kernel/while-allowed.ts";
import { findKey, insertSigner } from "./key-place.ts";
import { type PublisherKey, viewKey } from "./publisher-key.ts";

/** What signs with Sigstore: an identity that an issuer of OIDC tokens vouches for, a key that is managed without one, or an authority. */
export type NewSigstoreSigner = { identity: string; issuer: string } | { publicKey: string };

/**
 * Registers a Sigstore identity, a managed key or an authority with a publisher. None has copies to merge: the same again changes
 * nothing, and what was revoked stays so, because whoever else held it could send what was signed meanwhile.
 * @throws RegistryError `invalid_key`, `conflict`
 */
export async function addSigner(
  ctx: Ctx,
  { publisher, actor, signer }: { publisher: { id: number; handle: string }; actor: Person; signer: NewSigstoreSigner },
): Promise<{ created: boolean; key: PublisherKey }> {
  const { registered, signer: fingerprint, algorithm, signerIds } = readSigner(signer);
  const row = { kind: "sigstore" as const, fingerprint, publicKey: registered, userIds: [], algorithm, signerIds };
  const asked = { action: "addPublisherKey", target: { publisher: publisher.handle } } as const;
  const id = await inTransactionWhileAllowed(ctx, asked, (tx) =>
    insertSigner(ctx, tx, { publisher, actor, signer: row }),
  );
  if (id !== null) return { created: true, key: await viewKey(ctx.db, id) };
  const known = await findKey(ctx.db, publisher.id, fingerprint);
  if (!known) throw new Error("a key row vanished");
  if (known.revokedAt)
    throw new RegistryError("conflict", `The signer ${fingerprint} was revoked here; register another one.`);
  return { created: false, key: await viewKey(ctx.db, known.id) };
}

/** @throws RegistryError `invalid_key` */
function readSigner(signer: NewSigstoreSigner): StoredSigstoreSigner {
  if ("publicKey" in signer && !signer.publicKey.trimStart().startsWith("-----BEGIN "))
    throw new RegistryError("invalid_key", "A managed key, or an authority's certificate, comes as PEM.");
  const text =
    "publicKey" in signer ? signer.publicKey : JSON.stringify({ issuer: signer.issuer, subject: signer.identity });
  try {
    return readSigstoreSigner(text);
  } catch (error) {
    if (error instanceof TrustError)
      throw new RegistryError("invalid_key", `This cannot be registered: ${error.message}.`, { cause: error });
    throw error;
  }
}
