import type { Signer } from "@gaia/policy";
import { isVerifiable, verifySignature } from "@gaia/trust";
import { type KnownCertificates, withKnownOrSent } from "./known-certificates.ts";

/** A signature as the registry sends it, as far as it is checked here. */
export interface SentSignature {
  kind: string;
  status: string;
  signer: string;
  verified_at: string;
  signature: string;
  public_key: string;
}

export type SignatureVerdict =
  | { state: "valid"; fingerprint: string; armored: string; publicKey: string; signers: Signer[] }
  | { state: "unsigned" }
  | { state: "unchecked"; reason: string }
  | { state: "invalid"; reason: string };

export const MAX_SIGNATURES = 16;

/**
 * Verifies the publisher's signatures over this very `SHA256SUMS` text with the keys that came along, as of the time the registry
 * names for each (never later than `now`), each with what is known of it already. One that fails fails them all; revoked ones count
 * for nothing.
 */
export async function judgeSignatures(
  sums: string,
  sent: readonly SentSignature[],
  now: Date,
  certificates: KnownCertificates,
): Promise<SignatureVerdict> {
  // Revoked ones count for nothing, here neither.
  const standing = sent.filter(({ status }) => status === "valid");
  if (standing.length > MAX_SIGNATURES) return { state: "invalid", reason: "there are too many signatures" };
  if (standing.length === 0) return { state: "unsigned" };
  let first: SignatureVerdict | null = null;
  const signers: Signer[] = [];
  for (const { kind, signature, public_key, verified_at } of standing) {
    if (!isVerifiable(kind)) continue;
    const told = new Date(verified_at);
    const armored = await withKnownOrSent(public_key, certificates);
    const verdict = await verifySignature(kind, {
      message: Buffer.from(sums, "utf8"),
      signature,
      signers: [{ id: "sent", registered: armored, revokedAt: null }],
      at: told < now ? told : now,
      isNew: false,
    });
    if (!verdict.ok) return { state: "invalid", reason: verdict.reason };
    const { sourceRepository = null, sourceRepositoryId = null, runner = null } = verdict.identity ?? {};
    const identity = { repository: sourceRepository, repositoryId: sourceRepositoryId, runner };
    signers.push({ kind, signer: verdict.signer, ...identity });
    first ??= { state: "valid", fingerprint: verdict.signer, armored: signature, publicKey: armored, signers };
  }
  return (
    first ?? { state: "unchecked", reason: "it is signed with a kind of signature that this version cannot check" }
  );
}
