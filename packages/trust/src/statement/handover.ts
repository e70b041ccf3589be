import type { RegistryPublicKey, RegistrySigner } from "../signing-key.ts";
import type { Envelope } from "./dsse.ts";
import { openKeyStatement, signKeyStatement } from "./key-statement.ts";

const HANDOVER = "https://gaia-registry.dev/attestations/key-handover/v1";
const RETIREMENT = "https://gaia-registry.dev/attestations/key-retirement/v1";

export type HandoverVerdict = { ok: true; next: RegistryPublicKey; issuedAt: string } | { ok: false; reason: string };
export type RetirementVerdict = { ok: true; retired: RegistryPublicKey; until: Date } | { ok: false; reason: string };

/**
 * The registry's key names the one that follows it: an in-toto Statement v1 in a DSSE envelope, its subject the next key's SPKI DER. Who
 * pinned the old key may believe the new one, and asks nobody else.
 * @throws TrustError `invalid_statement` for a key that hands over to itself or is none, `signing_failed`
 */
export function signHandover(
  signer: RegistrySigner,
  { registry, next, at }: { registry: string; next: RegistryPublicKey; at: Date },
): Promise<Envelope> {
  const said = { registry, from: signer.publicKey.key_id, issued_at: at.toISOString() };
  return signKeyStatement(signer, { predicateType: HANDOVER, about: next, said });
}

/** Whether `key`, which the caller trusts, signed this, and which key it names. Never throws. */
export function verifyHandover(envelope: unknown, key: { key_id: string; public_key: string }): HandoverVerdict {
  const opened = openKeyStatement(envelope, {
    predicateType: HANDOVER,
    names: ["registry", "from", "issued_at"],
    key,
  });
  if (typeof opened === "string") return { ok: false, reason: opened };
  const { from, issued_at: issuedAt } = opened.said;
  if (from !== key.key_id || issuedAt === undefined || timeOf(issuedAt) === null)
    return { ok: false, reason: "the payload is not a hand-over of a registry key" };
  return { ok: true, next: opened.about, issuedAt };
}

/**
 * The registry's key says of the one before it until when that one signed. Whoever steals a former key signs nothing new with it.
 * @throws TrustError `invalid_statement`, `signing_failed`
 */
export function signRetirement(
  signer: RegistrySigner,
  { registry, retired, until }: { registry: string; retired: RegistryPublicKey; until: Date },
): Promise<Envelope> {
  const said = { registry, by: signer.publicKey.key_id, until: until.toISOString() };
  return signKeyStatement(signer, { predicateType: RETIREMENT, about: retired, said });
}

/** Whether `key`, which the caller trusts as the retired one's successor, signed this, of which key, and until when. Never throws. */
export function verifyRetirement(envelope: unknown, key: { key_id: string; public_key: string }): RetirementVerdict {
  const opened = openKeyStatement(envelope, { predicateType: RETIREMENT, names: ["registry", "by", "until"], key });
  if (typeof opened === "string") return { ok: false, reason: opened };
  const until = timeOf(opened.said["until"] ?? "");
  if (opened.said["by"] !== key.key_id || until === null)
    return { ok: false, reason: "the payload is not the retirement of a registry key" };
  return { ok: true, retired: opened.about, until };
}

function timeOf(text: string): Date | null {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString() === text ? date : null;
}
