import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BlobInfo, type Blobs, StorageError } from "../src/index.ts";

export interface OpenedBlobs {
  blobs: Blobs;
  /** Removes what the suite left. */
  dispose?(): Promise<void>;
}

/** What every adapter of `Blobs` must do. `manyKeys` is for adapters that list in pages: how many blobs it takes to need more than one. */
export function blobsConformance(
  title: string,
  open: () => Promise<OpenedBlobs>,
  options: { manyKeys?: number } = {},
): void {
  describe(title, () => {
    let opened: OpenedBlobs;
    let blobs: Blobs;
    beforeAll(async () => {
      opened = await open();
      blobs = opened.blobs;
    });
    afterAll(async () => {
      await opened?.blobs.close();
      await opened?.dispose?.();
    });

    it("gives back the bytes that were put, and knows they are there", async () => {
      const [key, bytes] = named(randomBytes(5_000));
      expect(await blobs.has(key)).toBe(false);
      await blobs.put(key, bytes);
      expect(await blobs.has(key)).toBe(true);
      expect(sha256(await blobs.read(key))).toBe(sha256(bytes));
    });

    it("keeps its own copy of the bytes", async () => {
      const key = freshKey();
      const bytes = Uint8Array.of(1, 2, 3);
      await blobs.put(key, bytes);
      bytes[0] = 9;
      const first = await blobs.read(key);
      first?.fill(7);
      expect(Uint8Array.from((await blobs.read(key)) ?? [])).toEqual(Uint8Array.of(1, 2, 3));
    });

    it("stores a view into a larger buffer as the view alone", async () => {
      const key = freshKey();
      await blobs.put(key, Buffer.from("before-blob-after").subarray(7, 11));
      expect(text(await blobs.read(key))).toBe("blob");
    });

    it("says null for a key that was never put, also below and above one that was", async () => {
      const key = freshKey();
      await blobs.put(key, Buffer.from("here"));
      expect(await blobs.read(freshKey())).toBeNull();
      expect(await blobs.read(key.slice(0, key.lastIndexOf("/")))).toBeNull();
      expect(await blobs.read(`${key}/below`)).toBeNull();
      expect(await blobs.has(key.slice(0, key.lastIndexOf("/")))).toBe(false);
      expect(await blobs.has(`${key}/below`)).toBe(false);
    });

    it("takes an empty blob and tells it from none", async () => {
      const key = freshKey();
      await blobs.put(key, new Uint8Array());
      expect(await blobs.has(key)).toBe(true);
      expect((await blobs.read(key))?.length).toBe(0);
    });

    it("takes the same bytes again, and other bytes in their place", async () => {
      const key = freshKey();
      await blobs.put(key, Buffer.from("one"));
      await blobs.put(key, Buffer.from("one"));
      expect(text(await blobs.read(key))).toBe("one");
      await blobs.put(key, Buffer.from("another"));
      expect(text(await blobs.read(key))).toBe("another");
    });

    it("takes 12 MiB", async () => {
      const [key, bytes] = named(randomBytes(12 * 1024 * 1024));
      await blobs.put(key, bytes);
      expect(sha256(await blobs.read(key))).toBe(sha256(bytes));
      await blobs.remove(key);
    });

    it("R1 shows readers all of one writer's bytes while several write one key", async () => {
      const key = freshKey();
      const versions = ["a", "b", "c", "d"].map((letter) => Buffer.alloc(200_000, letter));
      const whole = new Set(versions.map(sha256));
      const seen: string[] = [];
      const done = new AbortController();
      const reader = (async () => {
        while (!done.signal.aborted) {
          const found = await blobs.read(key);
          if (found !== null) seen.push(sha256(found));
        }
      })();
      for (let round = 0; round < 4; round++) await Promise.all(versions.map((bytes) => blobs.put(key, bytes)));
      done.abort();
      await reader;
      seen.push(sha256(await blobs.read(key)));
      expect(seen.filter((digest) => !whole.has(digest))).toEqual([]);
    });

    it("removes, and does not mind when there is nothing to remove", async () => {
      const key = freshKey();
      await blobs.put(key, Buffer.from("x"));
      await blobs.remove(key);
      expect(await blobs.read(key)).toBeNull();
      await blobs.remove(key);
      await blobs.remove(freshKey());
      await blobs.put(key, Buffer.from("y"));
      expect(text(await blobs.read(key))).toBe("y");
    });

    it("lists what starts with the prefix, with sizes and times", async () => {
      const shelf = `list-${randomBytes(6).toString("hex")}`;
      const keys = [`${shelf}/ab/abc1`, `${shelf}/ab/abd2`, `${shelf}/b.c/x_y-z`, `${shelf}-not/ab/abc1`];
      for (const key of keys) await blobs.put(key, Buffer.from(key));
      expect(sorted(await all(blobs.list(`${shelf}/`)))).toEqual(keys.slice(0, 3));
      expect(sorted(await all(blobs.list(`${shelf}/ab/abc`)))).toEqual(keys.slice(0, 1));
      expect(sorted(await all(blobs.list(shelf)))).toEqual(keys.toSorted());
      expect(sorted(await all(blobs.list(""))).filter((key) => key.startsWith(shelf))).toEqual(keys.toSorted());
      expect(await all(blobs.list(`${shelf}/none`))).toEqual([]);
      const [one] = await all(blobs.list(`${shelf}/b.c/`));
      expect(one?.sizeBytes).toBe(keys[2]?.length);
      expect(Math.abs(Date.now() - (one?.modifiedAt.getTime() ?? 0))).toBeLessThan(60_000);
    });

    it("refuses keys that could leave the store or have a second spelling", async () => {
      for (const key of HOSTILE_KEYS) {
        const refusal = { name: "StorageError", code: "invalid_key" };
        await expect(blobs.put(key, Buffer.from("x")), JSON.stringify(key)).rejects.toMatchObject(refusal);
        await expect(blobs.read(key), JSON.stringify(key)).rejects.toMatchObject(refusal);
        await expect(blobs.has(key), JSON.stringify(key)).rejects.toMatchObject(refusal);
        await expect(blobs.remove(key), JSON.stringify(key)).rejects.toMatchObject(refusal);
      }
      for (const prefix of ["../", "/", "a/../b", ".tmp", "A"]) {
        await expect(all(blobs.list(prefix)), prefix).rejects.toBeInstanceOf(StorageError);
      }
    });

    it("opens its door when asked", async () => {
      await blobs.check();
    });

    const many = options.manyKeys;
    if (many === undefined) return;
    it(`lists ${many} blobs, each once`, async () => {
      const shelf = `many-${randomBytes(6).toString("hex")}`;
      const keys = Array.from({ length: many }, (_, index) => `${shelf}/${String(index).padStart(5, "0")}`);
      const pending = [...keys];
      const write = async (): Promise<void> => {
        for (let key = pending.pop(); key !== undefined; key = pending.pop()) await blobs.put(key, Buffer.from("1"));
      };
      await Promise.all(Array.from({ length: 8 }, write));
      expect(sorted(await all(blobs.list(`${shelf}/`)))).toEqual(keys);
    });
  });
}

const HOSTILE_KEYS = [
  "",
  "/",
  "/etc/passwd",
  "..",
  "../x",
  "a/../../x",
  "a/..",
  "a..b",
  "a//b",
  "a/",
  "a/./b",
  ".tmp/x",
  ".",
  "-x",
  "_x",
  "A",
  "a/B",
  "a\\b",
  "a\0b",
  "a\nb",
  "a b",
  "a%2e%2e/b",
  "é",
  "a/\u202eb",
  "c:x",
  "a?x=1",
  "a#b",
  "a".repeat(257),
  `a/${"b".repeat(201)}`,
  "a\n",
];

function named(bytes: Uint8Array): [string, Uint8Array] {
  const digest = sha256(bytes);
  return [`sha256/${digest.slice(0, 2)}/${digest}`, bytes];
}

function freshKey(): string {
  return `test/${randomBytes(12).toString("hex")}`;
}

function sha256(bytes: Uint8Array | null): string {
  return bytes === null ? "none" : createHash("sha256").update(bytes).digest("hex");
}

function text(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : Buffer.from(bytes).toString("utf8");
}

async function all(listed: AsyncIterable<BlobInfo>): Promise<BlobInfo[]> {
  const infos: BlobInfo[] = [];
  for await (const info of listed) infos.push(info);
  return infos;
}

function sorted(infos: BlobInfo[]): string[] {
  return infos.map(({ key }) => key).toSorted();
}
