import { enums, generateKey, readKey, SignaturePacket } from "openpgp";
import type { AnySecretKeyPacket } from "openpgp";

/** The library's sign() needs its configuration at run time; its declared type leaves it out. */
type Sign = (key: AnySecretKeyPacket, data: object, date: Date, detached: boolean, settings: object) => Promise<void>;

/** A public key, good in every respect, that certifies its user id `times` over: as dear to verify as one may be. */
export async function costlyKey(name: string, times: number, settings: object): Promise<string> {
  const { privateKey, publicKey } = await generateKey({
    userIDs: { name, email: `${name}@example.org` },
    curve: "ed25519Legacy",
    date: new Date("2025-01-01T00:00:00Z"),
    format: "object",
  });
  const [user] = publicKey.users;
  if (user === undefined) throw new Error("a key without a user");
  for (let nth = 1; nth < times; nth++) {
    const packet = new SignaturePacket();
    packet.signatureType = enums.signature.certPositive;
    packet.keyFlags = new Uint8Array([enums.keyFlags.signData]);
    packet.hashAlgorithm = enums.hash.sha512;
    packet.publicKeyAlgorithm = privateKey.keyPacket.algorithm;
    const data = { userID: user.userID, key: publicKey.keyPacket };
    // Made by generateKey, so it is a secret one.
    const secret = privateKey.keyPacket as AnySecretKeyPacket;
    const date = new Date(Date.parse("2025-01-01T00:00:00Z") + nth * 1_000);
    await (packet.sign as unknown as Sign).call(packet, secret, data, date, true, settings);
    user.selfCertifications.push(packet);
  }
  // Read again: the library remembers what it has verified.
  return (await readKey({ armoredKey: publicKey.armor() })).armor();
}
