import { createMessage, enums } from "openpgp";
import { TrustError } from "../trust-error.ts";
import { anyTime, strict } from "./accepted.ts";
import { toCertificate } from "./certificate.ts";
import type { Certificate, Signer } from "./certificate.ts";
import { readComponents } from "./components.ts";
import { expiryProblem, revocationProblem, show } from "./key-problem.ts";
import { gpgObjection } from "./gpg-objection.ts";
import { CLOCK_SKEW_MS } from "../clock-skew.ts";
import { verified, verifiedBefore } from "./self-signatures.ts";
import { readDetached } from "./signature.ts";
import type { DetachedSignature } from "./signature.ts";

export interface DetachedInput {
  /** The bytes that were signed: the whole `SHA256SUMS`. */
  message: Uint8Array;
  /** One armored detached signature. */
  signature: string;
  /**
   * The keys that may have signed, under the caller's own ids. `revokedAt` is the registry's own knowledge: it counts when it is
   * not after `at`, so whoever takes down a compromised key's past signatures passes a time before them. `isChecked`: `armored` is what
   * `readPublicKey` or `mergePublicKeys` wrote, kept where nobody else writes; its self-signatures are not verified again.
   */
  keys: { id: string; armored: string; revokedAt: Date | null; isChecked?: boolean }[];
  /** The time that decides: when the registry received the signature. */
  at: Date;
  /**
   * It comes at this moment: any revocation refuses it, and the key's newest self-signatures count, as with GnuPG. Otherwise it was
   * received at `at` and is judged again now: a later expiry or retirement leaves it, a hard revocation does not.
   */
  isNew: boolean;
}

export type DetachedVerdict =
  | {
      ok: true;
      /** The caller's id of the key. */
      keyId: string;
      /** Of the primary key, also when a subkey signed. */
      fingerprint: string;
      /** Of the key or subkey that signed. */
      madeBy: string;
      signedAt: Date;
    }
  | {
      ok: false;
      code: "signature_invalid" | "signer_unknown";
      /** A sentence for an engineer. */
      reason: string;
    };

interface Candidate {
  id: string;
  revokedAt: Date | null;
  certificate: Certificate;
  signer: Signer;
}

/**
 * Verifies an armored OpenPGP detached signature (RFC 9580 §5.2) against registered keys, as of `at`. Never throws for what is in the
 * input; no clock, no network. What it accepts of what is new, `gpg --verify` accepts, once its armor can be read (docs/TRUST.md has what
 * GnuPG 2.2 wants of that).
 */
export async function verifyDetached(input: DetachedInput): Promise<DetachedVerdict> {
  let signature: DetachedSignature;
  try {
    signature = await readDetached(input.signature);
    const objection = input.isNew ? gpgObjection(signature.packet) : null;
    if (objection !== null)
      return invalid(`the signature ${objection}; sign with \`gpg --detach-sign --armor SHA256SUMS\``);
  } catch (error) {
    if (error instanceof TrustError) return invalid(error.message);
    return invalid("the signature cannot be read");
  }
  const candidates = await findCandidates(signature, input.keys);
  if (candidates.length === 0) {
    const name = signature.fingerprint ?? `key id ${signature.keyId}`;
    return {
      ok: false,
      code: "signer_unknown",
      reason: `the signature was made by ${signature.keyId} (${name}), which is not a signing key registered to this publisher`,
    };
  }
  return judge(signature, candidates, input);
}

/** Key ids can collide and a key can be listed twice, so every key that fits is tried; their order never matters. */
async function judge(
  signature: DetachedSignature,
  candidates: readonly Candidate[],
  { message, at, isNew }: DetachedInput,
): Promise<DetachedVerdict> {
  const makers: Candidate[] = [];
  let mismatch = "the signature does not verify";
  for (const candidate of candidates) {
    const problem = await cryptographicProblem(signature, candidate, message);
    if (problem === null) makers.push(candidate);
    else mismatch = problem;
  }
  const moment = { at, isNew };
  for (const maker of makers) {
    const revoked = revocationProblem(maker, moment);
    if (revoked !== null) return invalid(revoked);
  }
  let objection: string | null = null;
  for (const { id, certificate, signer } of makers) {
    const problem = expiryProblem(certificate, signer, moment) ?? timeProblem(signature, signer, at);
    if (problem === null) {
      const { fingerprint } = certificate;
      return { ok: true, keyId: id, fingerprint, madeBy: signer.fingerprint, signedAt: signature.createdAt };
    }
    objection ??= problem;
  }
  return invalid(objection ?? mismatch);
}

async function findCandidates(signature: DetachedSignature, keys: DetachedInput["keys"]): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for (const { id, armored, revokedAt, isChecked = false } of keys) {
    const certificate = await openCertificate(armored, isChecked).catch(() => null);
    if (certificate === null) continue;
    for (const signer of certificate.signers) {
      const fits =
        signature.fingerprint === null
          ? signer.keyId === signature.keyId
          : signer.fingerprint === signature.fingerprint;
      if (fits) found.push({ id, revokedAt, certificate, signer });
    }
  }
  return found;
}

async function openCertificate(armored: string, isChecked: boolean): Promise<Certificate> {
  return toCertificate(await readComponents(armored), isChecked ? verifiedBefore : verified);
}

async function cryptographicProblem(
  { packet, type, keyId }: DetachedSignature,
  { signer }: Candidate,
  message: Uint8Array,
): Promise<string | null> {
  try {
    const literal = (await createMessage({ binary: message })).packets.findPacket(enums.packet.literalData);
    if (literal === undefined) return "the message cannot be read";
    await packet.verify(signer.packet, type, literal, anyTime, true, strict);
    return null;
  } catch (error) {
    const words = error instanceof Error ? error.message : "";
    return words.startsWith("Unknown critical")
      ? "the signature demands something (a critical subpacket) that is not understood here"
      : `the signature by ${keyId} does not match these bytes: they were changed, or something else was signed`;
  }
}

// Each comparison is written so that a time that is not a number refuses.

function timeProblem({ createdAt, expiresAt }: DetachedSignature, signer: Signer, at: Date): string | null {
  if (!(createdAt >= signer.createdAt)) {
    return `the signature says ${show(createdAt)}, before key ${signer.fingerprint} was made on ${show(signer.createdAt)}`;
  }
  if (!(createdAt.getTime() <= at.getTime() + CLOCK_SKEW_MS))
    return `the signature says ${show(createdAt)}, which lies in the future`;
  if (expiresAt !== null && !(at < expiresAt)) return `the signature expired on ${show(expiresAt)}`;
  return null;
}

function invalid(reason: string): DetachedVerdict {
  return { ok: false, code: "signature_invalid", reason };
}
