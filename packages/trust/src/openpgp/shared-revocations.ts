import type { SignaturePacket } from "openpgp";
import { readArmor } from "./armor.ts";
import { toCertificate } from "./certificate.ts";
import { type Components, joinComponents, readComponents } from "./components.ts";
import { readPackets, tags } from "./packets.ts";
import { type PublicKeyInfo, toInfo } from "./public-key.ts";
import { isRevoking, type SelfSignatureCheck, timeOf, toRevocation, verified } from "./self-signatures.ts";

/** As packets name their type in their second octet (RFC 9580 §5.2.1.11 to 13). */
const REVOKING: ReadonlySet<number> = new Set([0x20, 0x28]);

/** More than any time in milliseconds. */
const SOFT = 1e15;

/**
 * How badly the parts of a key are revoked, by the fingerprint of the key or subkey: the time in milliseconds of the revocation that
 * decides, and beyond all of those a soft one; infinite: it is not revoked. Lower is worse. Nothing is verified. Null: nothing is revoked,
 * which is told by looks alone.
 * @throws TrustError as `readPublicKey` for what is no armored key
 */
export async function revokedParts(armored: string): Promise<Map<string, number> | null> {
  const packets = readPackets(readArmor(armored, "PUBLIC KEY BLOCK"));
  if (!packets.some(({ tag, body }) => tag === tags.signature && REVOKING.has(body[1] ?? 0))) return null;
  const key = await readComponents(armored);
  return new Map(
    [key, ...key.subkeys].map((part) => [part.getFingerprint().toUpperCase(), badness(part.revocationSignatures)]),
  );
}

function badness(revocations: readonly SignaturePacket[]): number {
  const [one] = deciding(revocations);
  return one === undefined ? Infinity : timeOf(one) + (toRevocation(one).isHard ? 0 : SOFT);
}

/**
 * The known key with the keys that other copies of it say were revoked, and with nothing else of theirs: no user id and no subkey comes
 * along, nor that a user id was revoked: whoever renamed themselves has another one, which the known copy lacks, and its key would be
 * nobody's. Of each part the revocation that decides is taken and verified. `known` and `copies`: what `readPublicKey` or
 * `mergePublicKeys` wrote.
 * @throws TrustError `too_large`; as `readPublicKey` for a known key that cannot be read
 */
export async function addRevocations(known: string, copies: readonly string[]): Promise<PublicKeyInfo> {
  const key = await readComponents(known);
  // Of many the one that decides, so that a copy that is full has room for a worse one.
  key.revocationSignatures = deciding(key.revocationSignatures);
  for (const subkey of key.subkeys) subkey.revocationSignatures = deciding(subkey.revocationSignatures);
  const others: Components[] = [];
  for (const copy of copies) {
    const other = await readComponents(copy).catch(() => null);
    if (other?.getFingerprint() === key.getFingerprint()) others.push(revocationsAlone(other, key));
  }
  const check: SelfSignatureCheck = async (signature, issuer, type, data) =>
    !isRevoking(type) || verified(signature, issuer, type, data);
  return toInfo(await toCertificate(joinComponents([key, ...others]), check));
}

/** Changes `other`. */
function revocationsAlone(other: Components, key: Components): Components {
  const knownSubkeys = new Set(key.subkeys.map((subkey) => subkey.getFingerprint()));
  other.directSignatures = [];
  other.revocationSignatures = deciding(other.revocationSignatures);
  other.users = [];
  other.subkeys = other.subkeys.filter((subkey) => knownSubkeys.has(subkey.getFingerprint()));
  for (const subkey of other.subkeys) {
    subkey.bindingSignatures = [];
    subkey.revocationSignatures = deciding(subkey.revocationSignatures);
  }
  return other;
}

/** The first that is hard, else the first: a key that many revoke again and again stays small. */
function deciding(revocations: readonly SignaturePacket[]): SignaturePacket[] {
  const inOrder = revocations.toSorted((a, b) => timeOf(a) - timeOf(b));
  return [inOrder.find((one) => toRevocation(one).isHard) ?? inOrder[0]].filter((one) => one !== undefined);
}
