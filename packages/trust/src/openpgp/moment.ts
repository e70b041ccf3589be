import type { SignaturePacket } from "openpgp";
import { CLOCK_SKEW_MS } from "../clock-skew.ts";
import { isRevokedUser } from "./certificate.ts";
import type { Certificate, Signer } from "./certificate.ts";
import { isForSigning, keyEnd, signatureEnd, timeOf } from "./self-signatures.ts";
import type { KeyPacket, Revocation } from "./self-signatures.ts";

/**
 * When a signature is judged. `isNew`: it comes now, and the key counts as GnuPG would have it: any revocation ends it, whatever its
 * date, and the newest self-signatures say the rest. Otherwise it was received at `at`, and what its key's owner said later changes nothing
 * but by a hard revocation.
 */
export interface Moment {
  at: Date;
  isNew: boolean;
}

/** A comparison with a time that is no number refuses. */
export function endedBy(revocations: readonly Revocation[], { at, isNew }: Moment): Revocation | null {
  const ends = (revocation: Revocation): boolean =>
    isNew || revocation.isHard || !(at.getTime() < revocation.at.getTime() + CLOCK_SKEW_MS);
  return revocations.find(ends) ?? null;
}

/** When the whole key ends, of what was known at that moment; in milliseconds, Infinity: never. The earliest that any part of it says. */
export function endOfKey({ packet, direct, users }: Certificate, moment: Moment): number {
  const said = [newest(direct, moment), ...certificationsOf(users, moment)].filter((one) => one !== null);
  const bound = Math.max(-Infinity, ...certificationsOf(users, moment).map(signatureEnd));
  return Math.min(bound === -Infinity ? Infinity : bound, ...said.map((signature) => keyEnd(signature, packet)));
}

/** When this signer's own binding ends; Infinity for the primary key, which has none. */
export function endOfSigner({ isPrimary, packet, bindings }: Signer, moment: Moment): number {
  const binding = newest(bindings, moment);
  if (isPrimary || binding === null) return Infinity;
  return Math.min(keyEnd(binding, packet as KeyPacket), signatureEnd(binding));
}

/** Whether it is marked for signing at that moment. */
export function maySign({ direct, users }: Certificate, signer: Signer, moment: Moment): boolean {
  const said = signer.isPrimary ? [newest(direct, moment), ...certificationsOf(users, moment)] : signer.bindings;
  const marked = said.filter((one) => one?.keyFlags != null);
  const binding = newest(marked as SignaturePacket[], moment);
  return binding !== null && isForSigning(binding);
}

const certificationsOf = (users: Certificate["users"], moment: Moment): SignaturePacket[] => {
  const standing = users.filter((user) => !isRevokedUser(user));
  return (standing.length > 0 ? standing : users).flatMap(({ certifications }) => newest(certifications, moment) ?? []);
};

/** The newest that was made by then; where none was, the newest. */
function newest(signatures: readonly SignaturePacket[], { at, isNew }: Moment): SignaturePacket | null {
  const latest = (those: readonly SignaturePacket[]) => those.toSorted((a, b) => timeOf(b) - timeOf(a))[0] ?? null;
  const known = isNew ? signatures : signatures.filter((one) => timeOf(one) <= at.getTime() + CLOCK_SKEW_MS);
  return latest(known) ?? latest(signatures);
}
