import * as fc from "fast-check";
import { expect, test } from "vitest";
import { entriesFrom, entryAt, grownLog, memoryLog, turnBit, withBitTurned } from "../../test/memory-log.ts";
import { EMPTY_TREE, followLog, growTree, LogError, type ReadResource, type Tree } from "../index.ts";

const SIZES = [0, 1, 255, 256, 257, 600, 1100];
const { log, trees } = await grownLog(...SIZES);
const treeOf = (size: number): Tree => trees[SIZES.indexOf(size)] ?? EMPTY_TREE;

async function follow(read: ReadResource, from: Tree, to: Tree): Promise<Uint8Array[]> {
  const entries: Uint8Array[] = [];
  for await (const { index, entry } of followLog(read, { from, to })) {
    expect(index).toBe(from.size + entries.length);
    entries.push(entry);
  }
  return entries;
}

test("between any two checkpoints a monitor is given every entry, once, in order", async () => {
  for (const [at, from] of trees.entries()) {
    for (const to of trees.slice(at)) expect(await follow(log.read, from, to)).toEqual(entriesFrom(from.size, to.size));
  }
});

test("a rewritten entry is seen, whoever signed the newer tree", async () => {
  for (const rewritten of [0, 200, 255, 256, 599]) {
    const other = memoryLog();
    const leaves = entriesFrom(0, 1100).map((entry, index) => (index === rewritten ? entryAt(9999) : entry));
    const to = await growTree(other, { tree: EMPTY_TREE, leaves });
    await expect(follow(other.read, treeOf(600), to)).rejects.toMatchObject({ code: "rewritten" });
  }
  const same = memoryLog();
  const twin = await growTree(same, { tree: EMPTY_TREE, leaves: [...entriesFrom(0, 599), entryAt(9999)] });
  await expect(follow(same.read, treeOf(600), twin)).rejects.toMatchObject({ code: "rewritten" });
});

test("a dropped entry and a smaller log are seen", async () => {
  const other = memoryLog();
  const to = await growTree(other, { tree: EMPTY_TREE, leaves: [...entriesFrom(0, 300), ...entriesFrom(301, 1100)] });
  await expect(follow(other.read, treeOf(600), to)).rejects.toMatchObject({ code: "rewritten" });
  await expect(follow(log.read, treeOf(600), treeOf(257))).rejects.toMatchObject({ code: "rolled_back" });
});

test("no bit of what is served can be turned unseen, and no entry of it is given", async () => {
  const [from, to] = [treeOf(256), treeOf(600)];
  const served = [
    "tile/0/000",
    "tile/0/001",
    "tile/0/002.p/88",
    "tile/1/000.p/2",
    "tile/entries/001",
    "tile/entries/002.p/88",
  ];
  const asked: string[] = [];
  await follow(async (path) => (asked.push(path), log.read(path)), from, to);
  expect(asked).toEqual(
    expect.arrayContaining(["tile/0/001", "tile/0/002.p/88", "tile/1/000.p/2", "tile/entries/001"]),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...served.filter((path) => asked.includes(path))), fc.nat(), async (path, bit) => {
      const given: Uint8Array[] = [];
      const read = withBitTurned(log.read, path, bit);
      const run = async () => {
        for await (const { entry } of followLog(read, { from, to })) given.push(entry);
      };
      await expect(run()).rejects.toThrow(LogError);
      expect(given).toEqual(entriesFrom(256, 256 + given.length));
    }),
    { numRuns: 100 },
  );
});

test("an older root that was never the log's is refused before any entry is given", async () => {
  const from = { ...treeOf(257), root: turnBit(treeOf(257).root, 9) };
  const followed = followLog(log.read, { from, to: treeOf(600) });
  await expect(followed.next()).rejects.toMatchObject({ code: "rewritten" });
});
