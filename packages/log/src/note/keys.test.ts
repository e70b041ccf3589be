import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import {
  ed25519FromPem,
  formatVerifierKey,
  generateSignerKey,
  type KeyType,
  LogError,
  noteSigner,
  parseVerifierKey,
  verifierKey,
} from "../index.ts";

const TYPES = ["ed25519", "ed25519-cosignature", "ml-dsa-44"] as const satisfies KeyType[];
/** Of Go's checksum database, which has had it since 2019. */
const SUMDB = "sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8";

test("a verifier key is read, its id is held against it, and it is written as it was", () => {
  const key = parseVerifierKey(SUMDB);
  expect(key).toMatchObject({ name: "sum.golang.org", keyId: "033de0ae", type: "ed25519" });
  expect(formatVerifierKey(key)).toBe(SUMDB);
  expect(verifierKey(key)).toEqual(key);
});

test.each([
  ["another id", SUMDB.replace("033de0ae", "033de0af")],
  ["another name", SUMDB.replace("sum.", "num.")],
  ["an id in capitals", SUMDB.replace("033de0ae", "033DE0AE")],
  ["no id", "sum.golang.org+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8"],
  ["a key cut short", SUMDB.slice(0, -4)],
  ["another type", SUMDB.replace("+Ac4z", "+Bc4z")],
  ["a type that is not known", SUMDB.replace("+Ac4z", "+As4z")],
  ["a space in its name", SUMDB.replace("sum.", "su m.")],
  ["no name", SUMDB.slice("sum.golang.org".length)],
  ["a newline at its end", `${SUMDB}\n`],
  ["something very long", `${SUMDB}${"A".repeat(5000)}`],
])("a key with %s is refused", (_, text) => expect(() => parseVerifierKey(text)).toThrow(LogError));

test.each(TYPES)("a private key of type %s is written, read, and belongs to its public one", async (type) => {
  const encoded = await generateSignerKey("w.example/1", type);
  const { key } = await noteSigner(encoded);
  const text = formatVerifierKey(key);
  expect(formatVerifierKey(parseVerifierKey(text))).toBe(text);
  expect(encoded).toMatch(new RegExp(`^PRIVATE\\+KEY\\+w\\.example/1\\+${key.keyId}\\+`));
  // A key under another name is another key.
  await expect(noteSigner(encoded.replace("example/1", "example/2"))).rejects.toMatchObject({ code: "malformed_key" });
  await expect(noteSigner(formatVerifierKey(key))).rejects.toMatchObject({ code: "malformed_key" });
  await expect(noteSigner(`PRIVATE+KEY+${formatVerifierKey(key)}`)).rejects.toMatchObject({ code: "malformed_key" });
});

test("no message repeats a private key", async () => {
  const encoded = await generateSignerKey("w.example/1", "ed25519");
  const secret = encoded.slice(-20);
  for (const wrong of [encoded.slice(0, -1), encoded.replace("PRIVATE", "SECRET"), encoded.replace("w.", "v.")]) {
    const error = await noteSigner(wrong).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(LogError);
    expect(String(error)).not.toContain(secret.slice(0, 12));
  }
});

test("names that no key can have are refused when a key is made", async () => {
  for (const name of ["", "a b", "a+b", "a\nb", "a\u2003b", "n".repeat(256)]) {
    await expect(generateSignerKey(name, "ed25519"), name).rejects.toMatchObject({ code: "malformed_key" });
  }
});

test("a registry's key in PEM becomes a verifier key, its private half does not", () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const raw = ed25519FromPem(publicKey.export({ type: "spki", format: "pem" }).toString());
  expect(Buffer.from(raw).toString("base64url")).toBe(publicKey.export({ format: "jwk" }).x);
  const p256 = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey;
  for (const pem of [
    privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    p256.export({ type: "spki", format: "pem" }).toString(),
    "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n",
    "",
  ]) {
    expect(() => ed25519FromPem(pem)).toThrow(LogError);
  }
});
