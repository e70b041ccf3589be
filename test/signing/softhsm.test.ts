import { createPublicKey, randomBytes, verify } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Envelope, verifyEnvelope } from "@gaia/trust";
import { adviceOn, inWords } from "../../apps/server/src/signing/pkcs11-words.ts";
import { pkcs11Signer } from "../../apps/server/src/signing/pkcs11-signer.ts";
import { account, call, inspected, publish } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { startTestRegistry } from "../harness/registry.ts";
import { sampleZip } from "../harness/samples.ts";
import { makeToken, makeTokenKey, readTokenKey, TOKEN_PIN } from "../harness/softhsm.ts";

await describeWith("softhsm", "SIGNING_KEY=pkcs11:…", ({ url: module }) => {
  let token: ReturnType<typeof makeToken>;
  beforeAll(() => {
    token = makeToken(module);
    makeTokenKey(module, { type: "EC:edwards25519", label: "registry", id: "01" });
    makeTokenKey(module, { type: "EC:prime256v1", label: "other", id: "02" });
  });
  afterAll(() => {
    rmSync(token.dir, { recursive: true, force: true });
    delete process.env["SOFTHSM2_CONF"];
  });

  test("K4 a registry whose key is in a module signs every decision with it, and never sees the key", async () => {
    const registry = await startTestRegistry({ environment: { SIGNING_KEY: token.uriOf("registry") } });
    try {
      const author = await account(registry.url, registry.adminToken, "hsm-author");
      await publish(registry.url, author, sampleZip({ name: "in-hardware" }));
      await inspected(registry.url, "in-hardware", "1.0.0", author);
      const { keys } = (await call(`${registry.url}/api/v1/keys`)).body;
      expect(keys[0].public_key).toBe(readTokenKey(module, "registry"));
      const path = `${registry.url}/api/v1/skills/in-hardware/1.0.0/attestations`;
      const { attestations } = (await call(path)).body;
      const sizes = attestations.map(({ envelope }: { envelope: Envelope }) => atob(envelope.payload).length);
      // What no tool signs that hands a message over in parts of 1,024 bytes.
      expect(Math.max(...sizes)).toBeGreaterThan(1_024);
      for (const { envelope } of attestations) expect(verifyEnvelope(envelope, keys)).toMatchObject({ ok: true });
    } finally {
      await registry.close();
    }
  });

  test("K4 what is signed may be of any length, and many at once are signed one after the other", async () => {
    const signer = await pkcs11Signer(token.uriOf("registry"));
    const key = createPublicKey(signer.publicKey.public_key);
    const texts = [0, 1, 1_024, 1_025, 60_000].map((size) => new Uint8Array(randomBytes(size)));
    const signatures = await Promise.all(texts.map((text) => signer.sign(text)));
    expect(texts.map((text, at) => verify(null, text, key, signatures[at] ?? new Uint8Array()))).toEqual(
      texts.map(() => true),
    );
  });

  test.each<[why: string, change: (uri: string) => string, words: RegExp]>([
    ["a module that is missing", (uri) => uri.replace(module, "/nowhere.so"), /module \/nowhere\.so cannot be used/],
    ["another token", (uri) => uri.replace("the%20registry", "nobody"), /does not have a token "nobody"/],
    [
      "an object that is not there",
      (uri) => uri.replace("object=registry", "object=x"),
      /no private key with the label "x"/,
    ],
    ["an id that is not there", (uri) => uri.replace("object=registry", "id=%7f"), /no private key with the id 7f/],
    ["a key of another kind", (uri) => uri.replace("object=registry", "object=other"), /"other" is not an Ed25519 key/],
    ["a PIN's file that is missing", (uri) => `${uri}-not`, /pin-not \(pin-source\) cannot be read/],
    ["no PIN", (uri) => uri.replace(/&pin-source.*/, ""), /needs pin-source/],
    ["no module", (uri) => uri.replace(/module-path=[^&]*&/, ""), /needs module-path/],
    ["no key named", (uri) => uri.replace("object=registry", "type=private"), /neither object/],
    [
      "an attribute that is not known",
      (uri) => uri.replace("token=", "library-manufacturer=x;token="),
      /and nothing else/,
    ],
    ["one attribute twice", (uri) => uri.replace("object=", "object=y;object="), /says object twice/],
  ])("K4 %s is refused in words", async (_, change, words) => {
    await expect(pkcs11Signer(change(token.uriOf("registry")))).rejects.toThrow(
      expect.objectContaining({ code: "invalid_signing_key", message: expect.stringMatching(words) }),
    );
  });

  test("K4 a wrong PIN is refused in words that do not repeat it", async () => {
    const file = join(token.dir, "wrong");
    writeFileSync(file, "123456");
    const refused = await pkcs11Signer(token.uriOf("registry").replace(token.pinFile, file)).catch((error) => error);
    expect(refused.message).toMatch(/the PIN is incorrect/);
    expect(refused.message).not.toContain("123456");
  });

  test("K4 a module that does not come back is given up in time, and the next signature is made", async () => {
    const signer = await pkcs11Signer(token.uriOf("registry"), { timeoutMs: 10_000 });
    const conf = process.env["SOFTHSM2_CONF"];
    await expect(pkcs11Signer(token.uriOf("registry"), { timeoutMs: 1 })).rejects.toThrow(/did not answer within 1 ms/);
    process.env["SOFTHSM2_CONF"] = "/nowhere";
    await expect(signer.sign(new Uint8Array(1))).rejects.toThrow(expect.objectContaining({ name: "TrustError" }));
    process.env["SOFTHSM2_CONF"] = conf;
    expect(await signer.sign(new Uint8Array(1))).toHaveLength(64);
  });

  test("K4 the PIN is in no command line and in no environment of what is run", async () => {
    const bin = join(token.dir, "bin");
    const seen = join(token.dir, "seen");
    const script = `#!/bin/sh\n{ echo "$@"; env; } >> ${seen}\nPATH=\${PATH#*:} exec python3 "$@"\n`;
    mkdirSync(bin);
    writeFileSync(join(bin, "python3"), script);
    chmodSync(join(bin, "python3"), 0o755);
    const path = process.env["PATH"];
    process.env["PATH"] = `${bin}:${path}`;
    try {
      await pkcs11Signer(token.uriOf("registry"));
    } finally {
      process.env["PATH"] = path;
    }
    const told = readFileSync(seen, "utf8");
    expect(told).toContain("pkcs11_sign.py");
    expect(told).not.toContain(TOKEN_PIN);
  });
});

describe("K4 a PKCS#11 module that does not start says why in words", () => {
  const NSS = ["/usr/lib/x86_64-linux-gnu/libsoftokn3.so", "/usr/lib/aarch64-linux-gnu/libsoftokn3.so"].find(
    existsSync,
  );
  test.skipIf(NSS === undefined)("NSS's own (skipped where libnss3 is not installed) wants parameters", async () => {
    await expect(pkcs11Signer(`pkcs11:object=key?module-path=${NSS}&pin-value=1234`)).rejects.toThrow(
      expect.objectContaining({
        code: "invalid_signing_key",
        message: expect.stringMatching(
          /does not start: it wants other parameters than none .*0x7\. NSS's module .*SoftHSM/,
        ),
      }),
    );
  });

  test.each([
    ["/usr/lib/x86_64-linux-gnu/opencryptoki/libopencryptoki.so", /pkcsslotd/],
    ["/usr/lib/x86_64-linux-gnu/libtpm2_pkcs11.so.1", /tpm2_ptool addtoken/],
    ["/usr/lib/softhsm/libsofthsm2.so", /SOFTHSM2_CONF/],
    ["/opt/opencryptoki/other.so", /^$/],
  ])("what %s wants beside it", (path, words) => {
    expect(adviceOn(path)).toMatch(words);
  });

  test("an answer is told in words, with its number; one that is not known by its number", () => {
    expect(inWords("C_Initialize answers 0x6")).toMatch(
      /could not do .*CKR_FUNCTION_FAILED\); C_Initialize answers 0x6/,
    );
    expect(inWords("C_Sign answers 0x80000001")).toBe("C_Sign answers 0x80000001");
  });
});
