import { sha256Hex } from "@gaia/archive";
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { BUNDLE_FORMAT, type BundleIndex, indexText, readIndex } from "./bundle-index.ts";
import { BUNDLE_LIMITS } from "./limits.ts";
import { fromBytes, openBundle, openRelease } from "./read-bundle.ts";
import { goesWithRelease } from "./release-files.ts";
import { bundleBytes, writeBundle, writeRelease } from "./write-bundle.ts";

const CONTENT: Record<string, string> = {
  "keys.json": "[]",
  "revocations.json": '{"entries":[]}',
  "skills/web-search/1.0.0/SHA256SUMS": "0".repeat(700),
  "skills/web-search/1.0.0/package.zip": "PK",
};

const releaseOf = (name: string, version: string) => ({
  name,
  version,
  publisher: "ada",
  security_tier: "community",
  verdict: "ALLOW",
  content_digest: `sha256:${"1".repeat(64)}`,
  release_digest: `sha256:${"2".repeat(64)}`,
});

function indexOf(content: Record<string, string>, more: Partial<BundleIndex> = {}): BundleIndex {
  return {
    format: BUNDLE_FORMAT,
    registry: "https://skills.example",
    created_at: "2026-11-29T12:00:00.000Z",
    log: { origin: "skills.example/log", size: 3, root: "AAAA" },
    revocations: { sequence: 7, issued_at: "2026-11-29T12:00:00.000Z" },
    releases: [releaseOf("web-search", "1.0.0")],
    left_out: [],
    files: Object.entries(content).map(([path, text]) => ({
      path,
      media_type: "application/json",
      size_bytes: Buffer.byteLength(text),
      sha256: sha256Hex(Buffer.from(text)),
    })),
    ...more,
  };
}

async function written(index: BundleIndex, content = CONTENT, signature = '{"signed":true}'): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const read = ({ path }: { path: string }) => Promise.resolve(new Uint8Array(Buffer.from(content[path] ?? "")));
  const bundle = { index: indexText(index), signature, files: index.files, read };
  for await (const piece of writeBundle(bundle)) pieces.push(piece);
  const all = Buffer.concat(pieces);
  expect(all.length).toBe(bundleBytes(bundle));
  return new Uint8Array(all);
}

const codeOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => (error as { code?: unknown }).code,
  );

describe("a bundle", () => {
  test("is read as it was written, and written again has the same bytes", async () => {
    const index = indexOf(CONTENT);
    const bytes = await written(index);
    const bundle = await openBundle(fromBytes(bytes));
    await bundle.checkAll();
    expect(bundle.index).toEqual(index);
    expect(bundle.indexSha256).toBe(sha256Hex(Buffer.from(indexText(index))));
    for (const [path, text] of Object.entries(CONTENT))
      expect(Buffer.from((await bundle.read(path)) ?? []).toString()).toBe(text);
    expect(await bundle.read("skills/web-search/1.0.0/other")).toBeNull();
    expect(Buffer.compare(await written(index), bytes)).toBe(0);
  });

  test("is a tar that tar unpacks", async () => {
    const dir = await mkdtemp(join(tmpdir(), "gaia-bundle-"));
    try {
      await writeFile(join(dir, "b.tar"), await written(indexOf(CONTENT)));
      await promisify(execFile)("tar", ["-xf", "b.tar"], { cwd: dir });
      expect(await readFile(join(dir, "skills/web-search/1.0.0/package.zip"), "utf8")).toBe("PK");
      expect((await readdir(dir)).sort()).toEqual(
        ["b.tar", "index.dsse.json", "index.json", "keys.json", "revocations.json", "skills"].sort(),
      );
    } finally {
      await rm(dir, { recursive: true });
    }
  });

  test("with any one byte changed is refused, or is not what was signed", async () => {
    const bytes = await written(indexOf(CONTENT));
    const whole = await openBundle(fromBytes(bytes));
    const unseen: number[] = [];
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Uint8Array.from(bytes);
      changed[at] = (bytes[at] ?? 0) ^ 1;
      try {
        const bundle = await openBundle(fromBytes(changed));
        const isSame = JSON.stringify(bundle.signature) === JSON.stringify(whole.signature);
        if (bundle.indexSha256 !== whole.indexSha256 || !isSame) continue;
        await bundle.checkAll();
        unseen.push(at);
      } catch (error) {
        expect((error as Error).name).toBe("BundleError");
      }
    }
    expect(unseen).toEqual([]);
  });

  test("that is cut off, or goes on behind its end, is refused", async () => {
    const bytes = await written(indexOf(CONTENT));
    for (const other of [
      bytes.subarray(0, bytes.length - 1),
      bytes.subarray(0, 700),
      Buffer.concat([bytes, new Uint8Array(512)]),
    ])
      expect(await codeOf(openBundle(fromBytes(other)))).toBe("altered");
    expect(await codeOf(openBundle(fromBytes(bytes.subarray(0, 511))))).toBe("not_a_bundle");
    expect(await codeOf(openBundle(fromBytes(new Uint8Array(4096))))).toBe("not_a_bundle");
  });

  test("whose index names fewer or more files than are inside is refused", async () => {
    const { "keys.json": _, ...fewer } = CONTENT;
    const more = { ...CONTENT, "skills/web-search/1.0.0/version.json": "{}" };
    const bytes = await written(indexOf(CONTENT));
    for (const content of [fewer, more]) {
      const index = Buffer.from(indexText(indexOf(content)));
      const head = await written(indexOf(content), content);
      // The index of one, the files of the other.
      const signatureEnd = 512 + Math.ceil(index.length / 512) * 512 + 1024;
      const own = 512 + Math.ceil(Buffer.byteLength(indexText(indexOf(CONTENT))) / 512) * 512 + 1024;
      const mixed = Buffer.concat([head.subarray(0, signatureEnd), bytes.subarray(own)]);
      expect(await codeOf(openBundle(fromBytes(mixed)))).toBe("altered");
    }
  });
});

describe("an index", () => {
  const reading = (more: Partial<BundleIndex> | Record<string, unknown>) =>
    codeOf(Promise.resolve().then(() => readIndex(indexText({ ...indexOf(CONTENT), ...more } as BundleIndex))));
  const file = (path: string) => ({ path, media_type: "text/plain", size_bytes: 1, sha256: "0".repeat(64) });

  test("that names a path which leads out, an entry twice or itself is refused", async () => {
    for (const path of [
      "../x",
      "/etc/passwd",
      "a/../b",
      "a//b",
      ".",
      "a/./b",
      "index.json",
      "index.dsse.json",
      "a\\b",
      "",
    ])
      expect([path, await reading({ files: [file(path)] })]).toEqual([path, "not_a_bundle"]);
    expect(await reading({ files: [file("a"), file("a")] })).toBe("not_a_bundle");
    expect(await reading({ files: [file("b"), file("a")] })).toBe("not_a_bundle");
    expect(await reading({ files: [file("a"), file("b")] })).toBeNull();
    const twice = [releaseOf("a", "1.0.0"), releaseOf("a", "1.0.0")];
    expect(await reading({ releases: twice })).toBe("not_a_bundle");
  });

  test("of another form, or with more than a limit allows, is refused", async () => {
    expect(await reading({ format: "gaia-bundle/2" })).toBe("not_a_bundle");
    expect(await reading({ created_at: "yesterday" })).toBe("not_a_bundle");
    expect(await reading({ releases: [{ ...releaseOf("../x", "1.0.0") }] })).toBe("not_a_bundle");
    const large = { ...file("a"), size_bytes: BUNDLE_LIMITS.fileBytes + 1 };
    expect(await reading({ files: [large] })).toBe("too_large");
    const many = Array.from({ length: BUNDLE_LIMITS.files + 1 }, (_, at) => file(String(at).padStart(8, "0")));
    expect(await reading({ files: many })).toBe("too_large");
  });

  test("that claims to be longer than it may is not read", async () => {
    const bytes = await written(indexOf(CONTENT));
    const limits = { ...BUNDLE_LIMITS, indexBytes: 100 };
    expect(await codeOf(openBundle(fromBytes(bytes), limits))).toBe("too_large");
    expect(await codeOf(openBundle(fromBytes(bytes), { ...BUNDLE_LIMITS, bundleBytes: 100 }))).toBe("too_large");
  });
});

test("one release is taken out of a bundle with the whole index, and held against it", async () => {
  const index = indexOf(CONTENT);
  const files = index.files.filter(({ path }) => goesWithRelease(path, { name: "web-search", version: "1.0.0" }));
  const read = ({ path }: { path: string }) => Promise.resolve(new Uint8Array(Buffer.from(CONTENT[path] ?? "")));
  const bytes = await writeRelease({ index: indexText(index), signature: '{"signed":true}', files, read });
  const release = { name: "web-search", version: "1.0.0" };
  const opened = await openRelease(fromBytes(bytes), release);
  await opened.checkAll();
  expect(opened.indexSha256).toBe(sha256Hex(Buffer.from(indexText(index))));
  expect(Buffer.from((await opened.read("skills/web-search/1.0.0/package.zip")) ?? []).toString()).toBe("PK");
  expect(Buffer.from((await opened.read("revocations.json")) ?? []).toString()).toBe(CONTENT["revocations.json"]);
  expect(await opened.read("keys.json")).toBeNull();
  expect(await codeOf(openBundle(fromBytes(bytes)))).toBe("altered");
  expect(await codeOf(openRelease(fromBytes(bytes), { ...release, version: "1.0.1" }))).toBe("altered");
});
