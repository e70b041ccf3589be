import type { Certificate, Signer } from "./certificate.ts";
import { endedBy, endOfKey, endOfSigner, maySign } from "./moment.ts";
import type { Moment } from "./moment.ts";

// Each comparison is written so that a time that is not a number refuses.

/** Who made a signature, with what the registry itself knows of the key. */
interface Maker {
  revokedAt: Date | null;
  certificate: Certificate;
  signer: Signer;
}

export function revocationProblem({ revokedAt, certificate, signer }: Maker, moment: Moment): string | null {
  if (revokedAt !== null && (moment.isNew || !(revokedAt > moment.at))) {
    return `key ${certificate.fingerprint} was revoked at the registry on ${show(revokedAt)}`;
  }
  const revoked = endedBy(certificate.revocations, moment);
  if (revoked !== null) return `key ${certificate.fingerprint} was revoked by its owner on ${show(revoked.at)}`;
  const subkeyRevoked = endedBy(signer.revocations, moment);
  if (subkeyRevoked !== null)
    return `subkey ${signer.fingerprint} was revoked by its owner on ${show(subkeyRevoked.at)}`;
  return null;
}

export function expiryProblem(certificate: Certificate, signer: Signer, moment: Moment): string | null {
  const { at } = moment;
  const keyEnd = endOfKey(certificate, moment);
  // Its last second is its own, as GnuPG counts.
  if (!(at.getTime() <= keyEnd)) return `key ${certificate.fingerprint} expired on ${show(new Date(keyEnd))}`;
  const signerEnd = endOfSigner(signer, moment);
  if (!(at.getTime() <= signerEnd)) return `subkey ${signer.fingerprint} expired on ${show(new Date(signerEnd))}`;
  return maySign(certificate, signer, moment) ? null : `key ${signer.fingerprint} is no longer marked for signing`;
}

export function show(time: Date): string {
  return Number.isNaN(time.getTime()) ? "an unknown date" : time.toISOString().replace(".000Z", "Z");
}
