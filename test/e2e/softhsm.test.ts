import { createPublicKey, randomBytes, verify } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Envelope, verifyEnvelope } from "@gaia/trust";
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

  test("T4 a registry whose key is in a module signs every decision with it, and never sees the key", async () => {
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

  test("T4 what is signed may be of any length, and many at once are signed one after the other", async () => {
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
  ])("T4 %s is refused in words", async (_, change, words) => {
    await expect(pkcs11Signer(change(token.uriOf("registry")))).rejects.toThrow(
      expect.objectContaining({ code: "invalid_signing_key", message: expect.stringMatching(words) }),
    );
  });

  test("T4 a wrong PIN is refused in words that do not repeat it", async () => {
    const file = join(token.dir, "wrong");
    writeFileSync(file, "123456");
    const refused = await pkcs11Signer(token.uriOf("registry").replace(token.pinFile, file)).catch((error) => error);
    expect(refused.message).toMatch(/the PIN is incorrect/);
    expect(refused.message).not.toContain("123456");
  });

  test("T4 a module that does not come back is given up in time, and the next signature is made", async () => {
    const signer = await pkcs11Signer(token.uriOf("registry"), { timeoutMs: 10_000 });
    const conf = process.env["SOFTHSM2_CONF"];
    await expect(pkcs11Signer(token.uriOf("registry"), { timeoutMs: 1 })).rejects.toThrow(/did not answer within 1 ms/);
    process.env["SOFTHSM2_CONF"] = "/nowhere";
    await expect(signer.sign(new Uint8Array(1))).rejects.toThrow(expect.objectContaining({ name: "TrustError" }));
    process.env["SOFTHSM2_CONF"] = conf;
    expect(await signer.sign(new Uint8Array(1))).toHaveLength(64);
  });

  test("T4 the PIN is in no command line and in no environment of what is run", async () => {
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
