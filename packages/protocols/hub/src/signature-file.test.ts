import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { manifestDigest } from "./audit-digests.ts";
import { pythonJson, readSignature, signatureProblem, writeSignature } from "./signature-file.ts";

/** Made by the client's own `gaia skill publish` (0.25.1). */
const SIGNED = {
  algorithm: "ed25519",
  files: {
    "SKILL.md": "28a06cb86178c98e6cff2a007caa630506d9b318bfe277ca3971d2c8adb9d665",
    "notes/café.md": "7b49b9e063bd91a4f9252b413261f5557b9c570aa61516989499f64a62dbcdd6",
  },
  key_id: "2a8e66892855014f50bcb4a67c3d71b9",
  name: "signed-one",
  public_key: "Pp3K5/mTfh6zSw8/482i7Zkt8nTpUccqSa3omGG6cew=",
  publisher: "acme",
  signature: "HAANpD9UD4Tp2gRvlxHrQ6chqQbwgzCU7HfiFfk1y8djLNcncIU3q7K9iDawvJCrFu51Qvt2u6WzMcLMKmL0Dg==",
  signature_version: 1,
  version: "1.0.0",
};
const OF = { name: "signed-one", version: "1.0.0" };
const file = (path: string, text: string) => ({ path, sha256: createHash("sha256").update(text).digest("hex") });
const content = () => [
  file("SKILL.md", "---\nname: signed-one\ndescription: d\nversion: 1.0.0\n---\n\nHi\n"),
  file("notes/café.md", "café\n"),
];
const read = (signature: object) => readSignature(Buffer.from(JSON.stringify(signature)));
const problemOf = (signature: object, files = content(), of = OF) => {
  const said = read(signature);
  return typeof said === "string" ? said : signatureProblem(said, files, of);
};

test("a signature of the client's own holds, and is written as the client writes it", () => {
  expect(problemOf(SIGNED)).toBeNull();
  const said = read(SIGNED);
  expect(typeof said === "string" ? said : writeSignature({ ...said, publisher: "acme" }).toString()).toBe(
    `${JSON.stringify(SIGNED, null, 2)}\n`,
  );
  // Neither is signed.
  expect(problemOf({ ...SIGNED, publisher: "somebody else" })).toBeNull();
});

test.for<[string, () => string | null]>([
  ["a file that changed", () => problemOf(SIGNED, [file("SKILL.md", "other"), ...content().slice(1)])],
  ["a file more", () => problemOf(SIGNED, [...content(), file("more.md", "more")])],
  ["a file less", () => problemOf(SIGNED, content().slice(0, 1))],
  ["another name", () => problemOf(SIGNED, content(), { ...OF, name: "other" })],
  ["another version", () => problemOf(SIGNED, content(), { ...OF, version: "1.0.1" })],
  [
    "a version that was not signed",
    () => problemOf({ ...SIGNED, version: "1.0.1" }, content(), { ...OF, version: "1.0.1" }),
  ],
  ["another key", () => problemOf({ ...SIGNED, public_key: Buffer.alloc(32, 1).toString("base64") })],
  ["another key id", () => problemOf({ ...SIGNED, key_id: "0".repeat(32) })],
  ["another signature", () => problemOf({ ...SIGNED, signature: Buffer.alloc(64, 1).toString("base64") })],
  ["another algorithm", () => problemOf({ ...SIGNED, algorithm: "none" })],
  ["a short key", () => problemOf({ ...SIGNED, public_key: "AAAA" })],
  ["files that are no texts", () => problemOf({ ...SIGNED, files: { "SKILL.md": 1 } })],
  ["no JSON", () => readSignature(Buffer.from("{")) as string],
  ["a list", () => problemOf([])],
])("%s is told", ([, problem]) => {
  expect(problem()).toMatch(/[a-z ]{8,}/);
});

test("the digest of a SKILL.md is the same whatever its line ends", () => {
  expect(manifestDigest("a\r\nb\rc\n")).toBe(manifestDigest("a\nb\nc\n"));
  expect(manifestDigest("")).toBe("sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
});

test("JSON is written as Python writes it", () => {
  expect(pythonJson({ b: ["é\u007f😀\n"], "\u{1f600}": 1, "\uffff": null })).toBe(
    String.raw`{"b":["\u00e9\u007f\ud83d\ude00\n"],"\uffff":null,"\ud83d\ude00":1}`,
  );
});
