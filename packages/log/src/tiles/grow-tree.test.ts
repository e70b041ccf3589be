import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  entriesFrom,
  entryAt,
  grownLog,
  memoryLog,
  plainLeaf,
  plainRoot,
  turnBit,
  withBitTurned,
} from "../../test/memory-log.ts";
import { EMPTY_TREE, growTree, LogError, openTiles, parseEntryBundle, type Tree, treeAt } from "../index.ts";

const plainTree = (size: number): Tree => ({ size, root: plainRoot(entriesFrom(0, size).map(plainLeaf)) });

test("a tree that grew in any steps has RFC 6962's root at each of them", async () => {
  const sizes = fc.uniqueArray(fc.integer({ min: 0, max: 1500 }), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(sizes, async (drawn) => {
      const { log, trees } = await grownLog(...drawn.toSorted((a, b) => a - b));
      for (const tree of trees) {
        expect(tree).toEqual(plainTree(tree.size));
        await openTiles(log.read, tree);
      }
    }),
    { numRuns: 25 },
  );
});

test("70,000 leaves are the tiles that C2SP tlog-tiles names for them", async () => {
  const { log, trees } = await grownLog(70_000);
  const of = (prefix: string) => log.writes.filter((path) => path.startsWith(prefix));
  expect(of("tile/0/")).toHaveLength(274);
  expect(of("tile/0/").at(-1)).toBe("tile/0/273.p/112");
  expect(of("tile/1/")).toEqual(["tile/1/000", "tile/1/001.p/17"]);
  expect(of("tile/2/")).toEqual(["tile/2/000.p/1"]);
  expect(of("tile/entries/").at(-1)).toBe("tile/entries/273.p/112");
  const [tree = EMPTY_TREE] = trees;
  expect(await treeAt(await openTiles(log.read, tree), 1000)).toEqual(plainTree(1000));
});

test("a tree of 256 is a full tile and one hash above it", async () => {
  const { log } = await grownLog(256);
  expect(log.writes).toEqual(["tile/entries/000", "tile/0/000", "tile/1/000.p/1"]);
  expect(parseEntryBundle(log.files.get("tile/entries/000") ?? Buffer.of())).toHaveLength(256);
});

test("a writer that is killed after any write and repeated leaves what an undisturbed one writes", async () => {
  const whole = await grownLog(300, 900);
  const [tree = EMPTY_TREE, grown] = whole.trees;
  const all = whole.log.writes.length - (await grownLog(300)).log.writes.length;
  expect(all).toBeGreaterThan(6);
  for (let survives = 0; survives < all; survives += 1) {
    const { log } = await grownLog(300);
    let left = survives;
    const dying = {
      read: log.read,
      write: (path: string, bytes: Uint8Array) =>
        left-- > 0 ? log.write(path, bytes) : Promise.reject(new Error("killed")),
    };
    await expect(growTree(dying, { tree, leaves: entriesFrom(300, 900) })).rejects.toThrow("killed");
    const before = new Map(log.files);
    expect(await growTree(log, { tree, leaves: entriesFrom(300, 900) })).toEqual(grown);
    for (const [path, bytes] of before) expect(log.files.get(path), path).toEqual(bytes);
    expect(log.files).toEqual(whole.log.files);
  }
});

test("nothing is written for no leaves, and only what changed for one", async () => {
  const { log, trees } = await grownLog(65_536 + 300);
  const [tree = EMPTY_TREE] = trees;
  log.writes.length = 0;
  expect(await growTree(log, { tree, leaves: [] })).toEqual(tree);
  expect(log.writes).toEqual([]);
  await growTree(log, { tree, leaves: [entryAt(tree.size)] });
  expect(log.writes).toEqual(["tile/entries/257.p/45", "tile/0/257.p/45"]);
});

test("leaves come one at a time from an asynchronous source, and no more than a bundle of them is held", async () => {
  const log = memoryLog();
  let given = 0;
  let writtenAt = 0;
  const source = (async function* () {
    for (; given < 1000; given += 1) yield entryAt(given);
  })();
  const write = async (path: string, bytes: Uint8Array) => {
    if (path === "tile/entries/000") writtenAt = given;
    await log.write(path, bytes);
  };
  expect(await growTree({ read: log.read, write }, { tree: EMPTY_TREE, leaves: source })).toEqual(plainTree(1000));
  expect(writtenAt).toBe(255);
});

test("a writer refuses to go on from tiles or entries that are not the tree's: one bit of any of them is enough", async () => {
  const { log, trees } = await grownLog(300);
  const [tree = EMPTY_TREE] = trees;
  const needed = ["tile/0/001.p/44", "tile/1/000.p/1", "tile/entries/001.p/44"];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...needed), fc.nat(8 * 1000), async (path, bit) => {
      const store = { ...log, read: withBitTurned(log.read, path, bit) };
      log.writes.length = 0;
      await expect(growTree(store, { tree, leaves: [entryAt(300)] })).rejects.toThrow(LogError);
      expect(log.writes).toEqual([]);
    }),
    { numRuns: 60 },
  );
  await expect(growTree(log, { tree: { ...tree, root: turnBit(tree.root, 3) }, leaves: [] })).rejects.toMatchObject({
    code: "wrong_tile",
  });
  log.files.delete("tile/entries/001.p/44");
  await expect(growTree(log, { tree, leaves: [] })).rejects.toMatchObject({ code: "missing_tile" });
});

test("an entry longer than its length can say is refused, the longest is not", async () => {
  const grow = (length: number) => growTree(memoryLog(), { tree: EMPTY_TREE, leaves: [new Uint8Array(length)] });
  expect((await grow(65_535)).size).toBe(1);
  await expect(grow(65_536)).rejects.toMatchObject({ code: "out_of_range" });
});

test("a partial tile that its log deleted is read from the full one", async () => {
  const { log, trees } = await grownLog(300, 600);
  const [older = EMPTY_TREE] = trees;
  for (const path of ["tile/0/001.p/44", "tile/entries/001.p/44"]) log.files.delete(path);
  const tiles = await openTiles(log.read, older);
  expect(await tiles.entriesOf(1)).toEqual(entriesFrom(256, 300));
  await expect(tiles.entriesOf(2)).rejects.toMatchObject({ code: "out_of_range" });
});

test("an empty log needs no tiles", async () => {
  expect((await openTiles(async () => null, EMPTY_TREE)).tree.size).toBe(0);
  await expect(openTiles(async () => null, { ...EMPTY_TREE, root: Buffer.alloc(32) })).rejects.toThrow(LogError);
});
