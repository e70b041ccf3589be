import { createHash } from "node:crypto";
import { enums, readKey } from "openpgp";
import type { Key, SignaturePacket } from "openpgp";
import { TrustError } from "../trust-error.ts";
import { ensureStrong, strict } from "./accepted.ts";
import { readArmor } from "./armor.ts";
import { readPackets, tags } from "./packets.ts";
import type { Packet } from "./packets.ts";

/** A key of the library, with a list that its declared types leave out. */
export type Components = Key & { directSignatures: SignaturePacket[] };

/** So many packets one block may hold, other people's signatures included. */
const MAX_PACKETS = 1_024;
/** So many self-signatures are verified at most. */
const MAX_OWN_SIGNATURES = 128;
/** Counted apart, so that a revocation finds room in a certificate that is full. */
const MAX_REVOCATIONS = 32;
const keyTags: ReadonlySet<number> = new Set([
  tags.signature,
  tags.publicKey,
  tags.marker,
  tags.trust,
  tags.userId,
  tags.publicSubkey,
  tags.userAttribute,
  tags.padding,
]);

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
 * The fingerprint of an armored public key (RFC 9580 §5.5.4.2), 40 hex digits in upper case. Nothing else is read, and nothing verified.
 * @throws TrustError `too_large` `not_armored` `private_key` `several_keys` `malformed` `unsupported_key`
 */
export function fingerprintOf(armored: string): string {
  const body = ensureOnePublicKey(readPackets(readArmor(armored, "PUBLIC KEY BLOCK")));
  const length = Uint8Array.of(0x99, body.length >> 8, body.length & 255);
  return createHash("sha1").update(length).update(body).digest("hex").toUpperCase();
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

/** Gives the body of the key's own packet. */
function ensureOnePublicKey(packets: readonly Packet[]): Uint8Array {
  if (packets.length > MAX_PACKETS) {
    throw new TrustError("too_large", `the key has more than ${MAX_PACKETS} packets; ${minimalExport}`);
  }
  if (packets.some(({ tag }) => tag === tags.secretKey || tag === tags.secretSubkey)) {
    throw new TrustError(
      "private_key",
      "this is a private key, although its armor says public: never send it to anyone, and revoke it",
    );
  }
  const keys = packets.filter(({ tag }) => tag === tags.publicKey);
  if (keys.length > 1) throw new TrustError("several_keys", "the block holds more than one key: send exactly one");
  const unknown = packets.find(({ tag }) => !keyTags.has(tag));
  const first = packets.find(({ tag }) => tag !== tags.marker);
  if (unknown !== undefined || first?.tag !== tags.publicKey || first.body.length > 0xffff) {
    throw new TrustError("malformed", "the block is not an OpenPGP key and its signatures alone");
  }
  const isVersion4 = packets
    .filter(({ tag }) => tag === tags.publicKey || tag === tags.signature)
    .every(({ body }) => body[0] === 4);
  // A revocation of a version the library skips would silently not count.
  if (!isVersion4) {
    throw new TrustError(
      "unsupported_key",
      `only version 4 keys with version 4 signatures can be checked by GnuPG too; ${minimalExport}`,
    );
  }
  return first.body;
}

const minimalExport =
  "leave other people's signatures out: `gpg --armor --export-options export-minimal --export <key id>`";

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
