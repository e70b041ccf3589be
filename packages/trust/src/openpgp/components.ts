import { enums, readKey } from "openpgp";
import type { Key, SignaturePacket } from "openpgp";
import { TrustError } from "../trust-error.ts";
import { ensureStrong, strict } from "./accepted.ts";
import { readArmor } from "./armor.ts";
import { ensureOnePublicKey } from "./fingerprint.ts";
import { readPackets } from "./packets.ts";

/** A key of the library, with a list that its declared types leave out. */
export type Components = Key & { directSignatures: SignaturePacket[] };

/** So many self-signatures are verified at most. */
const MAX_OWN_SIGNATURES = 128;
/** Counted apart, so that a revocation finds room in a certificate that is full. */
const MAX_REVOCATIONS = 32;
/**
 * Reads one armored public key (RFC 9580 §10.1) with what is said to be its own signatures; nothing is verified. Other people's
 * certifications and photographs are left out.
 * @throws TrustError
 */
export async function readComponents(armored: string): Promise<Components> {
  const bytes = readArmor(armored, "PUBLIC KEY BLOCK");
  ensureOnePublicKey(readPackets(bytes));
  const key = await readKey({ binaryKey: bytes, config: strict }).catch(() => {
    throw new TrustError("malformed", "the armored data is not an OpenPGP key that can be read");
  });
  ensureStrong(key.keyPacket);
  ensureOwnRevocations(key);
  key.users = key.users.filter(({ userID }) => userID !== null);
  return joinComponents([key as Components]);
}

/** GnuPG lets a designated revoker end a key (RFC 9580 §5.2.3.23): leaving that out in silence would keep a revoked key in use. */
function ensureOwnRevocations(key: Key): void {
  const theirs = key.revocationSignatures.find(({ issuerKeyID }) => !issuerKeyID.equals(key.getKeyID()));
  if (theirs === undefined) return;
  throw new TrustError(
    "unsupported_key",
    `the key is revoked by another key, ${theirs.issuerKeyID.toHex().toUpperCase()}; revocations by designated revokers are not ` +
      "supported: revoke it at the registry, or with a revocation certificate of its own",
  );
}

/**
 * One key of several copies of it: everything that any of them holds, each once. Packets are added, and never removed because a
 * copy lacks them.
 * @throws TrustError `too_large`
 */
export function joinComponents(copies: readonly [Components, ...Components[]]): Components {
  const [key] = copies;
  const isOwn = (signature: SignaturePacket): boolean => signature.issuerKeyID.equals(key.getKeyID());
  const own = (lists: readonly SignaturePacket[][]): SignaturePacket[] => unique(lists.flat().filter(isOwn));
  key.revocationSignatures = own(copies.map((copy) => copy.revocationSignatures));
  key.directSignatures = own(copies.map((copy) => copy.directSignatures));
  key.users = grouped(
    copies.flatMap((copy) => copy.users),
    ({ userID }) => userID?.write() ?? new Uint8Array(),
  ).map(([user, ...same]) => {
    user.selfCertifications = own([user, ...same].map((each) => each.selfCertifications));
    user.revocationSignatures = own([user, ...same].map((each) => each.revocationSignatures));
    user.otherCertifications = [];
    return user;
  });
  key.subkeys = grouped(
    copies.flatMap((copy) => copy.subkeys),
    ({ keyPacket }) => keyPacket.write(),
  ).map(([subkey, ...same]) => {
    subkey.bindingSignatures = own([subkey, ...same].map((each) => each.bindingSignatures));
    subkey.revocationSignatures = own([subkey, ...same].map((each) => each.revocationSignatures));
    return subkey;
  });
  ensureBounded(key);
  return key;
}

function grouped<Item>(items: readonly Item[], bytesOf: (item: Item) => Uint8Array): [Item, ...Item[]][] {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const name = Buffer.from(bytesOf(item)).toString("hex");
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [item]);
    else group.push(item);
  }
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

const unique = (signatures: SignaturePacket[]): SignaturePacket[] =>
  grouped(signatures, (signature) => signature.write()).map(([signature]) => signature);

function ensureBounded(key: Key): void {
  const signatures = key.toPacketList().filterByTag(enums.packet.signature) as unknown as SignaturePacket[];
  const isRevoking = ({ signatureType }: SignaturePacket): boolean =>
    signatureType === enums.signature.keyRevocation ||
    signatureType === enums.signature.subkeyRevocation ||
    signatureType === enums.signature.certRevocation;
  const revocations = signatures.filter(isRevoking).length;
  if (signatures.length - revocations > MAX_OWN_SIGNATURES) {
    throw new TrustError("too_large", `the key carries more than ${MAX_OWN_SIGNATURES} signatures of its own`);
  }
  if (revocations > MAX_REVOCATIONS) {
    throw new TrustError("too_large", `the key carries more than ${MAX_REVOCATIONS} revocations of its own`);
  }
}
