import { createHash, generateKeyPairSync } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { IDENTITY, type Json, startInstance, SUBJECT, type Wanted } from "../../test/sigstore-instance.ts";
import type { HashedFile } from "./signed-directory.ts";
import { findDirectorySignatures } from "./find-signatures.ts";
import { hashFiles } from "./hash-files.ts";
import { directoryObjections, judgeDirectory, verifyDirectory } from "./verify-directory.ts";

const sha256 = (...parts: Uint8Array[]) => {
  const digest = createHash("sha256");
  for (const part of parts) digest.update(part);
  return digest.digest("hex");
};
const fileOf = (path: string, text: string): HashedFile =>
  // One file gives one.
  hashFiles([{ path, bytes: Buffer.from(text) }])[0] as HashedFile;
const FILES = [fileOf("SKILL.md", "hello"), fileOf("tools/run.py", "print(1)")];
const SIGNATURE = fileOf("skill.oms.sig", "the signature");

/** As PyPI's `model-signing` 1.1 writes it. */
const manifestOf = (files: HashedFile[]): Json => ({
  _type: "https://in-toto.io/Statement/v1",
  subject: [{ name: "skill", digest: { sha256: sha256(...files.map((file) => Buffer.from(file.sha256, "hex"))) } }],
  predicateType: "https://model_signing/signature/v1.0",
  predicate: {
    resources: files.map(({ path, sha256: digest }) => ({ name: path, algorithm: "sha256", digest })),
    serialization: {
      method: "files",
      hash_type: "sha256",
      allow_symlinks: false,
      ignore_paths: [".git", ".gitignore", "notes", "skill.oms.sig"],
    },
  },
});

let instance: Awaited<ReturnType<typeof startInstance>>;
beforeAll(async () => {
  instance = await startInstance();
});
const key = generateKeyPairSync("ec", { namedCurve: "P-256" });
const pem = key.publicKey.export({ type: "spki", format: "pem" }).toString();

async function verify(statement: Json, files: HashedFile[], wanted: Wanted = { key, rekor: null }, registered = pem) {
  const bundle = await instance.bundle(new Uint8Array(), { ...wanted, statement });
  return verifyDirectory({
    files,
    signatureFile: SIGNATURE.path,
    signature: JSON.stringify(bundle),
    signers: [{ id: "row", registered, revokedAt: null }],
    at: new Date(),
    isNew: true,
    trustedRoots: [JSON.stringify(instance.root())],
  });
}

test("the directory as it was signed, by a managed key or an identity", async () => {
  const files = [...FILES, SIGNATURE].toReversed();
  expect(await verify(manifestOf(FILES), files)).toMatchObject({ ok: true, signerId: "row" });
  const verdict = await verify(manifestOf(FILES), files, {}, IDENTITY);
  expect(verdict).toMatchObject({ ok: true, madeBy: SUBJECT });
});

describe("a directory that differs", () => {
  const cases: [string, HashedFile[], RegExp][] = [
    ["a file changed", [fileOf("SKILL.md", "hullo"), ...FILES.slice(1)], /"SKILL.md" is not the signed one/],
    ["a file missing", FILES.slice(1), /"SKILL.md" is missing/],
    ["a file added", [...FILES, fileOf("more.md", "")], /"more.md" is not among the signed ones/],
    ["a file moved", [fileOf("SKILLS.md", "hello"), ...FILES.slice(1)], /"SKILL.md" is missing/],
    ["a file that the manifest ignored", [...FILES, fileOf(".gitignore", "")], /".gitignore" is not among/],
    [
      "a file in a folder that the manifest ignored",
      [...FILES, fileOf("notes/a.sh", "")],
      /"notes\/a.sh" is not among/,
    ],
    [
      "the signature's name further down",
      [...FILES, fileOf("tools/skill.oms.sig", "")],
      /"tools\/skill.oms.sig" is not among/,
    ],
  ];
  test.each(cases)("%s", async (_, files, reason) => {
    const verdict = await verify(manifestOf(FILES), [...files, SIGNATURE]);
    expect(verdict).toMatchObject({ ok: false, code: "signature_invalid", reason: expect.stringMatching(reason) });
  });
});

describe("a manifest that cannot be used", () => {
  const cases: [string, (manifest: Json) => void, RegExp][] = [
    ["another predicate", (m) => (m.predicateType = "https://slsa.dev/provenance/v1"), /predicate type/],
    ["a digest that is not of its files", (m) => m.predicate.resources.reverse(), /subject's digest/],
    ["two subjects", (m) => m.subject.push(m.subject[0]), /subject's digest/],
    ["a file twice", (m) => m.predicate.resources.push(m.predicate.resources[0]), /twice/],
    ["another hash", (m) => (m.predicate.serialization.hash_type = "md5"), /SHA-256 or BLAKE2b/],
    ["another hash of one file", (m) => (m.predicate.resources[0].algorithm = "blake2b"), /no digest of the kind/],
    ["no files", (m) => delete m.predicate.resources, /lists no files/],
    ["too many files", (m) => (m.predicate.resources = Array.from({ length: 10_001 }, () => ({}))), /more than 10000/],
    ["no predicate", (m) => (m.predicate = null), /how files were read/],
  ];
  test.each(cases)("%s", async (_, change, reason) => {
    const manifest = manifestOf(FILES);
    change(manifest);
    const verdict = await verify(manifest, [...FILES, SIGNATURE]);
    expect(verdict).toMatchObject({ ok: false, code: "signature_invalid", reason: expect.stringMatching(reason) });
  });
});

test("signed by somebody else, or about a message instead of a manifest", async () => {
  const stranger = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const verdict = await verify(manifestOf(FILES), FILES, { key: stranger, rekor: null });
  expect(verdict).toMatchObject({ ok: false, reason: expect.stringMatching(/signature is not one of/) });
  expect(await verify(undefined, FILES)).toMatchObject({ ok: false, reason: expect.stringMatching(/no statement/) });
});

describe("how the signature that a directory brings stands", () => {
  const judge = async (statement: Json, files: HashedFile[], wanted: Wanted, signers: string[]) =>
    judgeDirectory({
      files,
      signatureFile: SIGNATURE.path,
      signature: JSON.stringify(await instance.bundle(new Uint8Array(), { ...wanted, statement })),
      signers: signers.map((registered, id) => ({ id: String(id), registered, revokedAt: null })),
      at: new Date(),
      isNew: true,
      trustedRoots: [JSON.stringify(instance.root())],
    });
  const changed = [fileOf("SKILL.md", "hullo"), ...FILES.slice(1), SIGNATURE];
  const whole = [...FILES, SIGNATURE];

  test("valid by a registered signer, unregistered by a proven identity, unknown by a key that nobody knows", async () => {
    const manifest = manifestOf(FILES);
    expect(await judge(manifest, whole, {}, [pem, IDENTITY])).toMatchObject({ state: "valid", signerId: "1" });
    const verdict = await judge(manifest, whole, {}, [pem]);
    expect(verdict).toMatchObject({
      state: "unregistered",
      signerId: null,
      signer: expect.stringContaining(SUBJECT),
      reason: expect.stringMatching(/not a registered one/),
    });
    expect(await judge(manifest, whole, { key, rekor: null }, [])).toMatchObject({ state: "unknown", signer: null });
  });

  test("files that differ are invalid whoever signed, and so is an identity that no root proves", async () => {
    for (const wanted of [{}, { key, rekor: null }])
      expect(await judge(manifestOf(FILES), changed, wanted, [])).toMatchObject({
        state: "invalid",
        signer: null,
        reason: expect.stringMatching(/"SKILL.md" is not the signed one/),
      });
    const unlogged = { withoutSct: true };
    expect(await judge(manifestOf(FILES), whole, unlogged, [])).toMatchObject({ state: "invalid" });
  });
});

test("a directory's signature is found by what it is, at the root alone; what says oms.sig is meant to be one", async () => {
  const bundle = await instance.bundle(new Uint8Array(), { key, rekor: null, statement: manifestOf(FILES) });
  const other = await instance.bundle(new Uint8Array(), { key, rekor: null });
  const file = (path: string, content: unknown) => ({ path, bytes: Buffer.from(JSON.stringify(content)) });
  const files = [
    file("model.sig", bundle),
    file("any.json", bundle),
    file("models/model.sig", bundle),
    file("other.json", other),
    file("skill.oms.sig", "no bundle"),
    file("notes.sig", "no bundle"),
  ];
  expect(findDirectorySignatures(files)).toEqual(["model.sig", "any.json", "skill.oms.sig"]);
});

describe("what other options of model_signing make", () => {
  const serialized = (change: Json, digestOf: (file: HashedFile) => string) => {
    const manifest = manifestOf(FILES);
    Object.assign(manifest.predicate.serialization, change);
    for (const [index, resource] of manifest.predicate.resources.entries()) {
      resource.algorithm = manifest.predicate.serialization.hash_type;
      resource.digest = digestOf(FILES[index] as HashedFile);
    }
    const digests = manifest.predicate.resources.map(({ digest }: { digest: string }) => Buffer.from(digest, "hex"));
    manifest.subject[0].digest.sha256 = sha256(...digests);
    return manifest;
  };
  const judge = async (statement: Json, files: HashedFile[], besides: string[] = []) =>
    judgeDirectory({
      files,
      signatureFile: SIGNATURE.path,
      besides,
      signature: JSON.stringify(await instance.bundle(new Uint8Array(), { key, rekor: null, statement })),
      signers: [{ id: "row", registered: pem, revokedAt: null }],
      at: new Date(),
      isNew: true,
      trustedRoots: [JSON.stringify(instance.root())],
    });

  test("H-A10 BLAKE2b is checked; BLAKE3 and shards are unknown, not invalid", async () => {
    const blake2b = serialized({ hash_type: "blake2b" }, (file) => file.blake2b);
    expect(await judge(blake2b, [...FILES, SIGNATURE])).toMatchObject({ state: "valid" });
    const changed = [fileOf("SKILL.md", "hullo"), ...FILES.slice(1), SIGNATURE];
    expect(await judge(blake2b, changed)).toMatchObject({
      state: "invalid",
      reason: expect.stringMatching(/"SKILL.md" is not/),
    });
    const others: [Json, RegExp][] = [
      [{ hash_type: "blake3" }, /BLAKE3/],
      [{ method: "shards", shard_size: 1_000_000 }, /shards/],
    ];
    for (const [change, reason] of others) {
      const verdict = await judge(
        serialized(change, (file) => file.sha256),
        changed,
      );
      expect(verdict).toMatchObject({ state: "unknown", signer: null, reason: expect.stringMatching(reason) });
    }
  });

  test("H-A10 two signatures at one root leave each other out, and nothing else", async () => {
    const other = fileOf("model.sig", "another signature");
    const files = [...FILES, SIGNATURE, other];
    expect(await judge(manifestOf(FILES), files, [SIGNATURE.path, other.path])).toMatchObject({ state: "valid" });
    expect(await judge(manifestOf(FILES), files)).toMatchObject({ state: "invalid" });
    // One that was made over the other holds for that very one.
    const over = manifestOf([...FILES, other]);
    expect(await judge(over, files, [other.path])).toMatchObject({ state: "valid" });
    const resigned = [...FILES, SIGNATURE, fileOf("model.sig", "signed anew")];
    expect(await judge(over, resigned, [other.path])).toMatchObject({ state: "invalid" });
  });

  const bytesOf = (path: string, text = "") => ({ path, bytes: Buffer.from(text) });
  const decomposed = "cafe\u0301.md";
  const mended: [string, string[], string[], RegExp][] = [
    ["git's files, which it ignores", [], [".gitignore", ".github/ci.yml"], /--no-ignore-git-paths/],
    ["what no package holds", ["tools/__pycache__/run.pyc"], [], /--ignore-paths FOLDER\/tools\/__pycache__/],
    ["a name in decomposed letters", [decomposed], [decomposed.normalize("NFC")], /NFD.*rename/],
    ["what it was told to ignore", [], ["notes/a.md"], /without that `--ignore-paths`/],
    ["a file that came later", [], ["later.md"], /\.skillignore/],
  ];
  test.each(mended)("H-A10 %s: the objection names the option that mends it", async (_, signed, present, hint) => {
    const files = [bytesOf("SKILL.md", "hello"), ...present.map((path) => bytesOf(path))];
    const listed = [fileOf("SKILL.md", "hello"), ...signed.map((path) => fileOf(path, ""))];
    const statement = manifestOf(listed);
    const bundle = JSON.stringify(await instance.bundle(new Uint8Array(), { key, rekor: null, statement }));
    const objections = await directoryObjections([...files, bytesOf(SIGNATURE.path, bundle)]);
    expect(objections.length).toBe(Math.max(present.length, signed.length));
    for (const one of objections)
      expect(one).toMatchObject({ signatureFile: SIGNATURE.path, hint: expect.stringMatching(hint) });
  });

  test("H-A10 nothing is objected to where the files are the signed ones, or cannot be checked here", async () => {
    const bundleOf = async (statement: Json) =>
      bytesOf("model.sig", JSON.stringify(await instance.bundle(new Uint8Array(), { key, rekor: null, statement })));
    const files = [bytesOf("SKILL.md", "hello"), bytesOf("tools/run.py", "print(1)")];
    expect(await directoryObjections(files)).toEqual([]);
    expect(await directoryObjections([...files, await bundleOf(manifestOf(FILES))])).toEqual([]);
    const shards = serialized({ method: "shards" }, (file) => file.sha256);
    expect(await directoryObjections([...files, await bundleOf(shards)])).toEqual([]);
    expect(await directoryObjections([...files, bytesOf("my.oms.sig", "no bundle")])).toMatchObject([
      { signatureFile: "my.oms.sig", hint: expect.stringMatching(/leave the file out/) },
    ]);
  });
});
