import { enums, generateKey, type PublicKey, readKey, type Subkey } from "openpgp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { gpgSuite, isGpgMissing, openGpg } from "../../test/gpg.ts";
import type { Gpg } from "../../test/gpg.ts";
import { whyLeftOut } from "./left-out.ts";
import { mergePublicKeys, readPublicKey } from "./public-key.ts";

const refusal = (armored: string): Promise<{ code: string; message: string }> =>
  readPublicKey(armored).then(
    ({ fingerprint }) => Promise.reject(new Error(`it was read: ${fingerprint}`)),
    (error: { code: string; message: string }) => error,
  );

describe("why a key is refused, in words that its owner can act on", () => {
  test.each([
    ["curve25519", "27 (ed25519"],
    ["curve448", "28 (ed448"],
  ] as const)(
    "H-A10 a key of %s as RFC 9580 writes it is named by its algorithm, with what to make instead",
    async (type, named) => {
      const { publicKey } = await generateKey({ userIDs: { name: "M" }, type });
      const { code, message } = await refusal(publicKey);
      expect(code).toBe("unsupported_key");
      expect(message).toContain(`algorithm ${named}`);
      expect(message).toMatch(/GnuPG cannot check; make an ed25519 key with `gpg --quick-generate-key/);
    },
  );

  test("H-A10 a certificate without user ids, as key servers give it, is told as that, and merges with what is known", async () => {
    const { publicKey } = await generateKey({ userIDs: { name: "Ada" }, curve: "ed25519Legacy" });
    const bare = await readKey({ armoredKey: publicKey });
    bare.users = [];
    const { message } = await refusal(bare.armor());
    expect(message).toMatch(/without any user id, as some key servers give it out; .*--export/);
    expect(message).not.toMatch(/SHA-1/);
    const known = await readPublicKey(publicKey);
    expect((await mergePublicKeys(known.armored, bare.armor())).armored).toBe(known.armored);
  });
});

describe("why a signing subkey is left out", () => {
  const withSubkey = async () => {
    const { privateKey } = await generateKey({ userIDs: { name: "Ada" }, curve: "ed25519Legacy", format: "object" });
    return (await privateKey.addSubkey({ sign: true, curve: "ed25519Legacy" })).toPublic();
  };
  const reasonOf = async (key: PublicKey) => (await readPublicKey(key.armor())).leftOut[0]?.reason ?? null;

  test("H-A10 its binding uses SHA-1, does not hold, or lacks the subkey's own word", async () => {
    expect(await reasonOf(await withSubkey())).toBeNull();
    const damaged = await withSubkey();
    const binding = damaged.subkeys.at(-1)?.bindingSignatures[0];
    // The library's declared types leave its numbers out.
    const { params } = binding as unknown as { params: { s: Uint8Array } };
    params.s = params.s.map((byte, at) => (at === 0 ? byte ^ 1 : byte));
    expect(await reasonOf(damaged)).toMatch(/does not hold/);
    // Its word is part of what the key signs, and so is the hash: here they are taken from what was read.
    const subkey = (await withSubkey()).subkeys.at(-1) as Subkey;
    for (const binding of subkey.bindingSignatures) binding.embeddedSignature = null;
    expect(whyLeftOut(subkey, subkey.bindingSignatures)).toMatchObject({
      reason: expect.stringMatching(/does not sign back.*cross-certify/),
    });
    for (const binding of subkey.bindingSignatures) binding.hashAlgorithm = enums.hash.sha1;
    expect(whyLeftOut(subkey, subkey.bindingSignatures)).toMatchObject({
      reason: expect.stringMatching(/binds it to the key uses SHA1, .*gpg --edit-key … expire/),
    });
  });
});

describe.skipIf(isGpgMissing)(gpgSuite, () => {
  let gpg: Gpg;
  beforeAll(() => {
    gpg = openGpg();
  });
  afterAll(() => gpg.close());

  test("H-A10 text before a key is skipped, as gpg does; before a signature it is not", async () => {
    const key = gpg.exportKey(gpg.generate("words", "ed25519"));
    const told = `From: Ada\nSubject: my key\n\nHere it is.\n\n${key}`;
    expect(await readPublicKey(told)).toEqual(await readPublicKey(key));
    const elsewhere = openGpg();
    try {
      elsewhere.run(["--import"], told);
    } finally {
      elsewhere.close();
    }
    expect((await refusal(`${told}\n${key}`)).code).toBe("several_keys");
  });

  test("H-A10 a key in UTF-16 is named as that, with what to do", async () => {
    const key = gpg.exportKey(gpg.generate("wide", "ed25519"));
    const wide = Buffer.from(`\uFEFF${key}`, "utf16le");
    for (const bytes of [wide, Buffer.from(wide).swap16()])
      expect(await refusal(bytes.toString("utf8"))).toMatchObject({
        code: "not_armored",
        message: expect.stringMatching(/UTF-16.*PowerShell.*--output FILE/),
      });
  });

  test("H-A10 two keys of one address are named, each with its fingerprint", async () => {
    const address = "Ada <twice@example.org>";
    const [one, other] = [1, 2].map(() => {
      gpg.run(["--quick-generate-key", address, "ed25519", "sign", "never"]);
      return [...gpg.run(["--with-colons", "--list-keys", `=${address}`]).matchAll(/^fpr:+([0-9A-F]{40}):/gm)].at(
        -1,
      )?.[1];
    });
    expect(one).not.toBe(other);
    const { code, message } = await refusal(gpg.exportKey("twice@example.org"));
    expect(code).toBe("several_keys");
    for (const fingerprint of [one, other]) expect(message).toContain(`${fingerprint} (${address})`);
    expect(message).toMatch(/send exactly one, `gpg --armor --export <fingerprint>`/);
  });

  test("H-A10 a signing subkey that does not count is told, with why; one that does, and one that encrypts, are not", async () => {
    const key = gpg.generate("left", "rsa2048");
    const subkeys = () =>
      [...gpg.run(["--with-colons", "--list-keys", key]).matchAll(/^fpr:+([0-9A-F]{40}):/gm)]
        .slice(1)
        .map(([, one]) => one);
    gpg.run(["--quick-add-key", key, "rsa2048", "encrypt", "never"]);
    gpg.run(["--quick-add-key", key, "rsa2048", "sign", "never"]);
    expect((await readPublicKey(gpg.exportKey(key))).leftOut).toEqual([]);
    gpg.run(["--quick-add-key", key, "dsa2048", "sign", "never"]);
    const [, , old] = subkeys();
    const read = await readPublicKey(gpg.exportKey(key));
    expect(read.leftOut).toContainEqual({ fingerprint: old, reason: expect.stringMatching(/dsa.*too weak/) });
    expect(read.leftOut).toHaveLength(1);
    expect((await readPublicKey(read.armored)).leftOut).toEqual([]);
  });

  test("H-A10 a key that a designated revoker revoked is told as that, and not as one with SHA-1", async () => {
    const [owner, revoker] = [gpg.generate("owned", "ed25519"), gpg.generate("revoker", "ed25519")];
    const asked = ["--no-batch", "--command-fd", "0"];
    gpg.run([...asked, "--edit-key", owner], ["addrevoker", revoker, "y", "save", ""].join("\n"));
    expect((await readPublicKey(gpg.exportKey(owner))).revoked).toBe(false);
    const revocation = gpg.run([...asked, "--armor", "--desig-revoke", owner], ["y", "1", "", "y", ""].join("\n"));
    gpg.run(["--import"], revocation);
    const { code, message } = await refusal(gpg.exportKey(owner));
    expect(code).toBe("unsupported_key");
    expect(message).toMatch(new RegExp(`${revoker.slice(-16)}; revocations by designated revokers are not supported`));
    expect(message).not.toMatch(/SHA-1/);
  });
});
