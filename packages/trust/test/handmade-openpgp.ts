import { createHash, createPrivateKey, sign } from "node:crypto";
import { generateKey } from "openpgp";

/** A subpacket of a signature as it is written (RFC 9580 §5.2.3.7). */
export const subpacket = (type: number, body: Uint8Array | readonly number[], isCritical = false): Buffer =>
  Buffer.concat([Buffer.from([body.length + 1, type | (isCritical ? 0x80 : 0)]), Buffer.from(body)]);

export const seconds = (count: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(count);
  return bytes;
};

export const created = (date: Date): Buffer => subpacket(2, seconds(date.getTime() / 1000));

/** A key whose signatures are written by hand, with subpackets that no library writes. */
export async function handmadeKey(born: Date) {
  const { privateKey } = await generateKey({
    userIDs: { name: "ada", email: "ada@example.org" },
    curve: "ed25519Legacy",
    date: born,
    subkeys: [],
    format: "object",
  });
  const { keyPacket } = privateKey;
  // Its type leaves the parameters of private keys out.
  const { seed } = (keyPacket as unknown as { privateParams: { seed: Uint8Array } }).privateParams;
  const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed]);
  const signing = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const fingerprint = Buffer.from(keyPacket.getFingerprint(), "hex");
  const issuer = subpacket(33, [4, ...fingerprint]);
  const keyId = subpacket(16, fingerprint.subarray(12));
  const keyBody = Buffer.from(privateKey.toPublic().keyPacket.write());
  const userId = Buffer.from("ada <ada@example.org>");

  function signature(type: number, data: Uint8Array, hashed: readonly Buffer[], unhashed: readonly Buffer[]): Buffer {
    const [inside, beside] = [Buffer.concat(hashed), Buffer.concat(unhashed)];
    const head = Buffer.concat([Buffer.from([4, type, 22, 10, inside.length >> 8, inside.length & 255]), inside]);
    const hash = createHash("sha512").update(data).update(head);
    const digest = hash
      .update(Buffer.from([4, 255]))
      .update(seconds(head.length))
      .digest();
    const made = sign(null, digest, signing);
    const numbers = [made.subarray(0, 32), made.subarray(32)].map(toNumber);
    const tail = [Buffer.from([beside.length >> 8, beside.length & 255]), beside, digest.subarray(0, 2), ...numbers];
    return packet(2, Buffer.concat([head, ...tail]));
  }
  const prefix = Buffer.from([0x99, keyBody.length >> 8, keyBody.length & 255]);
  const certified = Buffer.concat([prefix, keyBody, Buffer.from([0xb4]), seconds(userId.length), userId]);
  return {
    issuer,
    /** A detached signature, armored. */
    detached: (message: Uint8Array, hashed: readonly Buffer[], unhashed: readonly Buffer[] = []) =>
      armored("SIGNATURE", signature(0x00, message, hashed, [keyId, ...unhashed])),
    /** The public key with one user id, certified so. */
    publicKey: (hashed: readonly Buffer[]) =>
      armored(
        "PUBLIC KEY BLOCK",
        Buffer.concat([packet(6, keyBody), packet(13, userId), signature(0x13, certified, hashed, [keyId])]),
      ),
  };
}

const packet = (tag: number, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xc0 | tag, 255]), seconds(body.length), body]);

function toNumber(bytes: Buffer): Buffer {
  const value = bytes.subarray(bytes.findIndex((byte) => byte !== 0));
  const bits = value.length * 8 - Math.clz32(value[0] ?? 0) + 24;
  return Buffer.concat([Buffer.from([bits >> 8, bits & 255]), value]);
}

/** With the checksum, which GnuPG 2.2 wants. */
function armored(label: string, bytes: Buffer): string {
  let crc = 0xb704ce;
  for (const byte of bytes) {
    crc ^= byte << 16;
    for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ (crc & 0x800000 ? 0x1864cfb : 0);
  }
  const checksum = Buffer.from([(crc >> 16) & 255, (crc >> 8) & 255, crc & 255]).toString("base64");
  const lines = bytes.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN PGP ${label}-----\n\n${lines.join("\n")}\n=${checksum}\n-----END PGP ${label}-----\n`;
}
