import { createHash, createPublicKey, generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { generateSigningKey, readRegistryKey, registrySigner } from "./signing-key.ts";

/** RFC 8032 §7.1, test 1: the seed in its PKCS#8 wrapping (RFC 8410 §7). */
const rfcSeed = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
const rfcPublic = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
const rfcSignature =
  "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b";

test("signs as RFC 8032 says", async () => {
  const der = Buffer.from(`302e020100300506032b657004220420${rfcSeed}`, "hex").toString("base64");
  const signer = registrySigner(`-----BEGIN PRIVATE KEY-----\n${der}\n-----END PRIVATE KEY-----\n`);
  expect(Buffer.from(await signer.sign(new Uint8Array())).toString("hex")).toBe(rfcSignature);
  const spki = createPublicKey(signer.publicKey.public_key).export({ type: "spki", format: "der" });
  expect(spki.subarray(-32).toString("hex")).toBe(rfcPublic);
  const digest = createHash("sha256").update(spki).digest();
  expect(signer.publicKey).toMatchObject({
    algorithm: "ed25519",
    key_id: digest.toString("hex").slice(0, 32),
    fingerprint: `SHA256:${digest.toString("base64").slice(0, 43)}`,
  });
});

test("each generated key is another, and the public half never holds the private one", () => {
  const [first, second] = [generateSigningKey(), generateSigningKey()];
  expect(first).not.toBe(second);
  const { publicKey } = registrySigner(first);
  expect(JSON.stringify(publicKey)).not.toContain("PRIVATE");
  expect(readRegistryKey(publicKey.public_key)?.info).toEqual(publicKey);
  expect(readRegistryKey(first)).toBeNull();
});

test("other keys are refused without repeating them", () => {
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const pem = (key: typeof rsa.privateKey) => key.export({ type: "pkcs8", format: "pem" }).toString();
  for (const input of [pem(rsa.privateKey), pem(ec.privateKey), "", "hunter2-not-a-key"]) {
    const attempt = () => registrySigner(input);
    expect(attempt).toThrow(expect.objectContaining({ code: "invalid_signing_key" }));
    expect(attempt).toThrow(expect.objectContaining({ message: expect.not.stringContaining("hunter2") }));
  }
  const rsaPublic = rsa.publicKey.export({ type: "spki", format: "pem" }).toString();
  expect(readRegistryKey(rsaPublic)).toBeNull();
});
