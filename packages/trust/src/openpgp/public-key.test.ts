import * as fc from "fast-check";
import { armor, enums, generateKey, PublicKey, readKey } from "openpgp";
import type { Key } from "openpgp";
import { beforeAll, describe, expect, test } from "vitest";
import { TrustError } from "../trust-error.ts";
import { readPublicKey } from "./public-key.ts";

const born = new Date("2025-01-01T00:00:00Z");
const armored = (bytes: Uint8Array) => armor(enums.armor.publicKey, bytes, undefined, undefined, undefined, true);

describe("readPublicKey", () => {
  let key: Key;

  beforeAll(async () => {
    const { publicKey } = await generateKey({
      userIDs: [{ name: "Ada", email: "ada@example.org" }],
      curve: "ed25519Legacy",
      date: born,
      keyExpirationTime: 86_400,
      subkeys: [{ sign: true }, {}],
      format: "object",
    });
    key = publicKey;
  });

  test("an expired key is reported, and normalising is idempotent and drops the encryption subkey", async () => {
    const info = await readPublicKey(key.armor());
    expect(info).toMatchObject({
      fingerprint: key.getFingerprint().toUpperCase(),
      keyId: key.getKeyID().toHex().toUpperCase(),
      userIds: ["Ada <ada@example.org>"],
      algorithm: "ed25519",
      createdAt: born,
      expiresAt: new Date("2025-01-02T00:00:00Z"),
      revoked: false,
    });
    expect((await readPublicKey(info.armored)).armored).toBe(info.armored);
    const kept = await readKey({ armoredKey: info.armored });
    expect(kept.subkeys.map((subkey) => subkey.getAlgorithmInfo().curve)).toEqual(["ed25519Legacy"]);
  });

  test("version 6 keys and keys of algorithms that GnuPG cannot read are refused", async () => {
    const modern = await generateKey({ userIDs: { name: "M" }, type: "curve25519", config: { v6Keys: true } });
    await expect(readPublicKey(modern.publicKey)).rejects.toMatchObject({ code: "unsupported_key" });
    const rsa = await generateKey({ userIDs: { name: "M" }, type: "rsa", rsaBits: 2048, config: { v6Keys: true } });
    await expect(readPublicKey(rsa.publicKey)).rejects.toMatchObject({ code: "unsupported_key" });
    const ed27 = await generateKey({ userIDs: { name: "M" }, type: "curve25519" });
    await expect(readPublicKey(ed27.publicKey)).rejects.toMatchObject({ code: "unsupported_key" });
    const ed448 = await generateKey({ userIDs: { name: "M" }, type: "curve448" });
    await expect(readPublicKey(ed448.publicKey)).rejects.toMatchObject({ code: "unsupported_key" });
  });

  test("a signature of a version the library would skip, say an old revocation, makes the key unreadable", async () => {
    const version3 = Uint8Array.of(0xc2, 6, 3, 5, 0x20, 0, 0, 0);
    const bytes = Uint8Array.from([...key.write(), ...version3]);
    await expect(readKey({ binaryKey: bytes })).resolves.toBeInstanceOf(PublicKey);
    await expect(readPublicKey(armored(bytes))).rejects.toMatchObject({ code: "unsupported_key" });
  });

  test("a user id the key did not certify is not shown, and control characters are replaced", async () => {
    const { publicKey } = await generateKey({
      userIDs: [{ name: "Eve \u001B]0;root\u0007\u202Egpj" }],
      curve: "ed25519Legacy",
      format: "object",
    });
    const forged = await readKey({ armoredKey: publicKey.armor() });
    const [own, stranger] = [forged.users[0], key.users[0]];
    if (own === undefined || stranger === undefined) throw new Error("no users");
    forged.users = [stranger, own];
    const { userIds } = await readPublicKey(forged.armor());
    expect(userIds).toEqual(["Eve \uFFFD]0;root\uFFFD\uFFFDgpj"]);
    forged.users = [stranger];
    await expect(readPublicKey(forged.armor())).rejects.toThrow(/no user id that it certifies/);
  });

  test("a flood of self-signatures is refused before they are verified", async () => {
    const flooded = await readKey({ armoredKey: key.armor() });
    const [user] = flooded.users;
    const [certification] = user?.selfCertifications ?? [];
    if (user === undefined || certification === undefined) throw new Error("no self-signature");
    user.selfCertifications = Array.from({ length: 200 }, (_, at) =>
      Object.assign(Object.create(Object.getPrototypeOf(certification)), certification, {
        signedHashValue: Uint8Array.of(at, 0),
      }),
    );
    await expect(readPublicKey(flooded.armor())).rejects.toMatchObject({ code: "too_large" });
  });

  test.each([
    ["", "not_armored"],
    ["ssh-ed25519 AAAA", "not_armored"],
    [`-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n${"A".repeat(65_536)}`, "too_large"],
    ["-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n!!!!\n-----END PGP PUBLIC KEY BLOCK-----", "malformed"],
    ["-----BEGIN PGP PUBLIC KEY BLOCK-----\nxjMEaA==\n-----END PGP PUBLIC KEY BLOCK-----", "malformed"],
    ["-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nxjME\n-----END PGP SIGNATURE-----", "malformed"],
  ])("%.60s is refused as %s", async (text, code) => {
    await expect(readPublicKey(text)).rejects.toMatchObject({ name: "TrustError", code });
  });

  test("a wrong checksum, CRLF and text around the block", async () => {
    const text = key.armor();
    const lines = text.trim().split("\n");
    const checksum = lines.findIndex((line) => /^=.{4}$/.test(line.trim()));
    expect(checksum).toBeGreaterThan(0);
    await expect(readPublicKey(lines.toSpliced(checksum, 1, "=AAAA").join("\n"))).rejects.toThrow(/checksum/);
    const plain = await readPublicKey(text);
    expect(await readPublicKey(lines.toSpliced(checksum, 1).join("\r\n"))).toEqual(plain);
    await expect(readPublicKey(`${text}and more`)).rejects.toMatchObject({ code: "malformed" });
    await expect(readPublicKey(text + text)).rejects.toMatchObject({ code: "several_keys" });
  });

  test("hostile keys: any mutation, with a right checksum, is read or refused with a TrustError", async () => {
    const binary = key.write();
    const change = fc.record({ at: fc.nat(binary.length - 1), byte: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), fc.nat(8), async (changes, cut) => {
        const mutated = Uint8Array.from(binary.subarray(0, binary.length - cut));
        for (const { at, byte } of changes) mutated[at] = byte;
        try {
          expect((await readPublicKey(armored(mutated))).fingerprint).toMatch(/^[0-9A-F]{40}$/);
        } catch (error) {
          expect(error).toBeInstanceOf(TrustError);
        }
      }),
      { numRuns: 200 },
    );
  });
});
