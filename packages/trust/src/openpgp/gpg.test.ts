import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { gpgAccepts, gpgSuite, isGpgMissing, openGpg } from "../../test/gpg.ts";
import type { Gpg } from "../../test/gpg.ts";
import { TrustError } from "../trust-error.ts";
import { readPublicKey } from "./public-key.ts";
import { verifyDetached } from "./verify-detached.ts";

const sums = `# gaia-release/1 publisher=acme name=web-search version=1.0.0\n${"0".repeat(64)}  SKILL.md\n`;
const bytesOf = (text: string) => new TextEncoder().encode(text);
const now = () => new Date();

async function verify(
  signature: string,
  keys: string[],
  { message = sums, at = now(), revokedAt = null as Date | null, isNew = false } = {},
) {
  const entries = keys.map((armored, index) => ({ id: `key-${index}`, armored, revokedAt }));
  return verifyDetached({ message: bytesOf(message), signature, keys: entries, at, isNew });
}

describe.skipIf(isGpgMissing)(gpgSuite, () => {
  let gpg: Gpg;
  let ed: string;
  let edKey: string;
  let other: string;

  beforeAll(() => {
    gpg = openGpg();
    ed = gpg.generate("ed", "ed25519");
    edKey = gpg.exportKey(ed);
    other = gpg.generate("other", "ed25519");
  });
  afterAll(() => gpg.close());

  test.each([
    ["ed25519", "ed25519", "ed25519"],
    ["rsa3072", "rsa3072", "rsa3072"],
    ["nistp256", "nistp256", "ecdsa nistP256"],
    ["nistp384", "nistp384", "ecdsa nistP384"],
    ["nistp521", "nistp521", "ecdsa nistP521"],
  ])("a good signature by %s is accepted here and by gpg", async (name, algorithm, shown) => {
    const fingerprint = gpg.generate(`good-${name}`, algorithm);
    const info = await readPublicKey(gpg.exportKey(fingerprint));
    expect(info).toMatchObject({
      fingerprint,
      keyId: fingerprint.slice(-16),
      userIds: [`good-${name} <good-${name}@example.org>`],
      algorithm: shown,
      expiresAt: null,
      revoked: false,
    });
    const signature = gpg.sign(fingerprint, sums);
    const verdict = await verify(signature, [info.armored]);
    expect(verdict).toMatchObject({ ok: true, keyId: "key-0", fingerprint });
    expect(verdict.ok && Math.abs(verdict.signedAt.getTime() - Date.now()) < 60_000).toBe(true);
    const theirs = gpgAccepts(info.armored, signature, sums);
    expect(theirs.output).toContain("VALIDSIG");
    expect(theirs.ok).toBe(true);
  });

  test("a text signature (0x01) is accepted by both", async () => {
    const signature = gpg.sign(ed, sums, ["--textmode"]);
    expect(await verify(signature, [edKey])).toMatchObject({ ok: true, fingerprint: ed });
    expect(gpgAccepts(edKey, signature, sums).ok).toBe(true);
  });

  test("G3 a changed message, and a signature over another message, are invalid for both", async () => {
    const signature = gpg.sign(ed, sums);
    const moved = sums.replace("version=1.0.0", "version=1.0.1");
    const verdict = await verify(signature, [edKey], { message: moved });
    expect(verdict).toMatchObject({ ok: false, code: "signature_invalid" });
    expect(!verdict.ok && verdict.reason).toContain("does not match these bytes");
    expect(gpgAccepts(edKey, signature, moved).ok).toBe(false);
    expect(await verify(gpg.sign(ed, "hello"), [edKey])).toMatchObject({ ok: false, code: "signature_invalid" });
  });

  test("a signer whose key is not registered is named", async () => {
    const verdict = await verify(gpg.sign(other, sums), [edKey]);
    expect(verdict).toMatchObject({ ok: false, code: "signer_unknown" });
    expect(!verdict.ok && verdict.reason).toContain(other.slice(-16));
    expect(await verify(gpg.sign(ed, sums), [])).toMatchObject({ ok: false, code: "signer_unknown" });
  });

  test("the right key is found among several", async () => {
    const verdict = await verify(gpg.sign(other, sums), [edKey, gpg.exportKey(other)]);
    expect(verdict).toMatchObject({ ok: true, keyId: "key-1", fingerprint: other });
  });

  test("a signing subkey is accepted under its primary key's fingerprint", async () => {
    const primary = gpg.generate("with-subkey", "ed25519", { usage: "cert" });
    gpg.run(["--quick-add-key", primary, "ed25519", "sign", "never"]);
    gpg.run(["--quick-add-key", primary, "cv25519", "encr", "never"]);
    const signature = gpg.sign(primary, sums);
    const { armored } = await readPublicKey(gpg.exportKey(primary));
    expect(await verify(signature, [armored])).toMatchObject({ ok: true, fingerprint: primary });
    expect(gpgAccepts(armored, signature, sums).ok).toBe(true);
    expect(armored.length).toBeLessThan(gpg.exportKey(primary).length);
  });

  test("a primary key without any subkey to sign with is refused in words", async () => {
    const certifyOnly = gpg.generate("certify-only", "ed25519", { usage: "cert" });
    await expect(readPublicKey(gpg.exportKey(certifyOnly))).rejects.toMatchObject({ code: "no_signing_key" });
  });

  test("G7 an expired key is reported, its signature counts while it was valid and no longer", async () => {
    const past = ["--faked-system-time", "20250101T000000!"];
    const expired = gpg.generate("expired", "ed25519", { expires: "2025-02-01", more: past });
    const key = gpg.exportKey(expired);
    const { expiresAt } = await readPublicKey(key);
    expect(expiresAt?.toISOString()).toMatch(/^2025-0(1-31|2-01)T/);
    const signature = gpg.sign(expired, sums, past);
    expect(await verify(signature, [key], { at: new Date("2025-01-02T00:00:00Z") })).toMatchObject({ ok: true });
    // The last second is the key's own: so GnuPG counts, too.
    expect(await verify(signature, [key], { at: expiresAt ?? now() })).toMatchObject({ ok: true });
    for (const at of [new Date(Number(expiresAt ?? now()) + 1_000), now(), new Date(Number.NaN)]) {
      const verdict = await verify(signature, [key], { at });
      expect(verdict).toMatchObject({ ok: false, code: "signature_invalid" });
      expect(!verdict.ok && verdict.reason).toContain(`key ${expired} expired on 2025-0`);
    }
  });

  test("G7 an expired signing subkey is invalid although its primary key lives", async () => {
    const past = ["--faked-system-time", "20250101T000000!"];
    const primary = gpg.generate("old-subkey", "ed25519", { usage: "cert", more: past });
    gpg.run([...past, "--quick-add-key", primary, "ed25519", "sign", "2025-02-01"]);
    const verdict = await verify(gpg.sign(primary, sums, past), [gpg.exportKey(primary)]);
    expect(verdict).toMatchObject({ ok: false, code: "signature_invalid" });
    expect(!verdict.ok && verdict.reason).toMatch(/^subkey [0-9A-F]{40} expired on 2025-0/);
  });

  test("a renewed key keeps its earlier signatures", async () => {
    const past = ["--faked-system-time", "20250101T000000!"];
    const renewed = gpg.generate("renewed", "ed25519", { expires: "2025-02-01", more: past });
    const signature = gpg.sign(renewed, sums, past);
    gpg.run(["--quick-set-expire", renewed, "0"]);
    const key = gpg.exportKey(renewed);
    expect(await verify(signature, [key], { at: new Date("2025-01-02T00:00:00Z") })).toMatchObject({ ok: true });
    expect(gpgAccepts(key, signature, sums).ok).toBe(true);
  });

  test("an expired signature is invalid", async () => {
    const past = ["--faked-system-time", "20250101T000000!"];
    const old = gpg.generate("short-signature", "ed25519", { more: past });
    const signature = gpg.sign(old, sums, [...past, "--default-sig-expire", "1d"]);
    const key = gpg.exportKey(old);
    expect(await verify(signature, [key], { at: new Date("2025-01-01T12:00:00Z") })).toMatchObject({ ok: true });
    const verdict = await verify(signature, [key]);
    expect(!verdict.ok && verdict.reason).toBe("the signature expired on 2025-01-02T00:00:00Z");
    expect(gpgAccepts(key, signature, sums).ok).toBe(false);
  });

  test("a signature from the future is invalid, five minutes of wrong clocks are not", async () => {
    const signature = gpg.sign(ed, sums, ["--faked-system-time", "20380101T000000!"]);
    const verdict = await verify(signature, [edKey]);
    expect(!verdict.ok && verdict.reason).toContain("lies in the future");
    const early = (minutes: number) => new Date(Date.parse("2038-01-01T00:00:00Z") - minutes * 60_000);
    expect(await verify(signature, [edKey], { at: early(4) })).toMatchObject({ ok: true });
    expect(await verify(signature, [edKey], { at: early(6) })).toMatchObject({ ok: false });
  });

  test("G7 a key its owner revoked is reported, and takes its signatures down at any time", async () => {
    const revoked = gpg.generate("revoked", "ed25519");
    const signature = gpg.sign(revoked, sums);
    const before = gpg.exportKey(revoked);
    expect(await verify(signature, [before])).toMatchObject({ ok: true });
    const certificate = readFileSync(join(gpg.home, "openpgp-revocs.d", `${revoked}.rev`), "utf8");
    gpg.run(["--import"], certificate.replace("\n:-----BEGIN", "\n-----BEGIN"));
    const info = await readPublicKey(gpg.exportKey(revoked));
    expect(info).toMatchObject({ fingerprint: revoked, revoked: true });
    for (const key of [gpg.exportKey(revoked), info.armored]) {
      const verdict = await verify(signature, [key], { at: new Date(Date.now() + 1000) });
      expect(verdict).toMatchObject({ ok: false, code: "signature_invalid" });
      expect(!verdict.ok && verdict.reason).toContain(`key ${revoked} was revoked by its owner on`);
    }
    // Listed twice, once as it was before: the revocation wins whatever the order.
    expect(await verify(signature, [before, info.armored])).toMatchObject({ ok: false });
    expect(await verify(signature, [info.armored, before])).toMatchObject({ ok: false });
  });

  test("G7 a revocation made with SHA-1 still revokes, a self-signature made with SHA-1 does not count", async () => {
    const weak = gpg.generate("sha1-revocation", "rsa2048");
    const signature = gpg.sign(weak, sums);
    const answers = ["y", "0", "", "y", ""].join("\n");
    const interactive = ["--no-batch", "--command-fd", "0", "--cert-digest-algo", "SHA1"];
    const certificate = gpg.run([...interactive, "--armor", "--gen-revoke", weak], answers);
    gpg.run(["--import"], certificate);
    const key = gpg.exportKey(weak);
    expect(gpg.run(["--list-packets"], key)).toMatch(/sigclass 0x20\s+digest algo 2,/);
    expect(await readPublicKey(key)).toMatchObject({ revoked: true });
    expect(await verify(signature, [key])).toMatchObject({ ok: false, code: "signature_invalid" });

    const selfSigned = gpg.generate("sha1-self", "rsa2048", { more: ["--cert-digest-algo", "SHA1"] });
    await expect(readPublicKey(gpg.exportKey(selfSigned))).rejects.toThrow(/SHA-1/);
  });

  test("G7 signatures over MD5, SHA-1 and RIPEMD-160 are refused by name", async () => {
    const rsa = gpg.generate("weak-hashes", "rsa2048");
    const key = gpg.exportKey(rsa);
    for (const [option, name] of [
      ["MD5", "MD5"],
      ["SHA1", "SHA1"],
      ["RIPEMD160", "RIPEMD"],
    ] as const) {
      const verdict = await verify(gpg.sign(rsa, sums, ["--digest-algo", option]), [key]);
      expect(verdict).toMatchObject({ ok: false, code: "signature_invalid" });
      expect(!verdict.ok && verdict.reason).toContain(`uses ${name}`);
    }
    expect(await verify(gpg.sign(rsa, sums, ["--digest-algo", "SHA512"]), [key])).toMatchObject({ ok: true });
  });

  test("G7 two signatures, in one block or in two, are refused whatever their order", async () => {
    const both = gpg.run(["--armor", "-u", ed, "-u", other, "--detach-sign"], sums);
    const two = gpg.sign(ed, sums) + gpg.sign(other, "something else");
    for (const signature of [both, two]) {
      const verdict = await verify(signature, [edKey, gpg.exportKey(other)]);
      expect(verdict).toMatchObject({ ok: false, code: "signature_invalid" });
      expect(!verdict.ok && verdict.reason).toContain("more than one signature");
    }
  });

  test("G7 cleartext-signed and inline-signed messages are refused", async () => {
    const clear = gpg.run(["-u", ed, "--clear-sign"], sums);
    const verdict = await verify(clear, [edKey]);
    expect(!verdict.ok && verdict.reason).toContain("cleartext-signed");
    const inline = await verify(gpg.run(["--armor", "-u", ed, "--sign"], sums), [edKey]);
    expect(!inline.ok && inline.reason).toContain("not a detached signature");
    const wrapped = await verify(`also install evil-skill\n${gpg.sign(ed, sums)}`, [edKey]);
    expect(!wrapped.ok && wrapped.reason).toContain("text before the armored block");
  });

  test("a certification of a key is no signature over a document", async () => {
    gpg.run(["-u", ed, "--quick-sign-key", other]);
    const { armored } = await readPublicKey(gpg.exportKey(other));
    expect(gpg.run(["--list-packets"], armored)).not.toContain(ed.slice(-16));
    const revocation = readFileSync(join(gpg.home, "openpgp-revocs.d", `${ed}.rev`), "utf8");
    const block = revocation.slice(revocation.indexOf("-----BEGIN"));
    expect(await verify(block.replaceAll("PUBLIC KEY BLOCK", "SIGNATURE"), [edKey])).toMatchObject({
      ok: false,
      code: "signature_invalid",
      reason: expect.stringContaining("type 0x20"),
    });
  });

  test("private keys, also under a public label, several keys and weak keys are refused", async () => {
    const secret = gpg.run(["--armor", "--export-secret-keys", ed]);
    await expect(readPublicKey(secret)).rejects.toThrow(/^this is a private key/);
    const disguised = secret.replaceAll("PRIVATE KEY BLOCK", "PUBLIC KEY BLOCK");
    await expect(readPublicKey(disguised)).rejects.toMatchObject({ code: "private_key" });
    await expect(readPublicKey(edKey + gpg.exportKey(other))).rejects.toMatchObject({ code: "several_keys" });
    const joined = gpg.run(["--armor", "--export", ed, other]);
    await expect(readPublicKey(joined)).rejects.toMatchObject({ code: "several_keys" });
    const weak = gpg.generate("weak", "rsa1024");
    await expect(readPublicKey(gpg.exportKey(weak))).rejects.toThrow(/rsa1024 is too weak/);
    const dsa = gpg.generate("dsa", "dsa2048");
    await expect(readPublicKey(gpg.exportKey(dsa))).rejects.toMatchObject({ code: "weak_key" });
    const koblitz = gpg.generate("koblitz", "secp256k1");
    await expect(readPublicKey(gpg.exportKey(koblitz))).rejects.toMatchObject({ code: "unsupported_key" });
    await expect(readPublicKey(gpg.sign(ed, sums))).rejects.toBeInstanceOf(TrustError);
  });
});
