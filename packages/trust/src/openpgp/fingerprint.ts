import { createHash } from "node:crypto";
import { TrustError } from "../trust-error.ts";
import { readArmor } from "./armor.ts";
import { type Packet, readPackets, tags } from "./packets.ts";
import { toPrintable } from "./printable.ts";

/** So many packets one block may hold, other people's signatures included. */
const MAX_PACKETS = 1_024;
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
 * The fingerprint of an armored public key (RFC 9580 §5.5.4.2), 40 hex digits in upper case. Nothing else is read, and nothing verified.
 * @throws TrustError `too_large` `not_armored` `private_key` `several_keys` `malformed` `unsupported_key`
 */
export function fingerprintOf(armored: string): string {
  return fingerprintOfBody(ensureOnePublicKey(readPackets(readArmor(armored, "PUBLIC KEY BLOCK"))));
}

function fingerprintOfBody(body: Uint8Array): string {
  const length = Uint8Array.of(0x99, body.length >> 8, body.length & 255);
  return createHash("sha1").update(length).update(body).digest("hex").toUpperCase();
}

/**
 * Gives the body of the key's own packet.
 * @throws TrustError as `fingerprintOf`
 */
export function ensureOnePublicKey(packets: readonly Packet[]): Uint8Array {
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
  if (keys.length > 1) throw new TrustError("several_keys", severalKeys(packets));
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

/** So many of them are named. */
const MOST_NAMED = 5;

/** Two keys with one address come out of one export: whoever sent them has to tell them apart. */
function severalKeys(packets: readonly Packet[]): string {
  const named: string[] = [];
  for (const [index, { tag, body }] of packets.entries()) {
    if (tag !== tags.publicKey) continue;
    const next = packets.findIndex((packet, at) => at > index && packet.tag === tags.publicKey);
    const user = packets.slice(index, next === -1 ? undefined : next).find((packet) => packet.tag === tags.userId);
    const name = user === undefined ? "" : ` (${toPrintable(new TextDecoder().decode(user.body.subarray(0, 255)))})`;
    // Other versions count their fingerprints otherwise.
    named.push(body[0] === 4 ? `${fingerprintOfBody(body)}${name}` : `one of version ${body[0] ?? 0}${name}`);
  }
  const more = named.length > MOST_NAMED ? ` and ${named.length - MOST_NAMED} more` : "";
  return (
    `the block holds ${named.length} keys, ${named.slice(0, MOST_NAMED).join(", ")}${more}: send exactly one, ` +
    "`gpg --armor --export <fingerprint>`"
  );
}

const minimalExport =
  "leave other people's signatures out: `gpg --armor --export-options export-minimal --export <key id>`";
