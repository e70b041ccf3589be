import * as fc from "fast-check";
import { expect, test } from "vitest";
import { entriesFrom, entryAt, grownLog, plainLeaf, plainRoot, turnBit, withBitTurned } from "../../test/memory-log.ts";
import {
  EMPTY_TREE,
  isConsistent,
  isIncluded,
  leafHash,
  LogError,
  findTileName,
  openTiles,
  proveConsistency,
  proveInclusion,
  type ReadResource,
  tilePath,
  type Tree,
  treeAt,
} from "../index.ts";

const MAX = 1500;
const everyLeaf = entriesFrom(0, MAX).map(plainLeaf);
const plainTrees = new Map<number, Tree>();
function plainTree(size: number): Tree {
  const tree = plainTrees.get(size) ?? { size, root: plainRoot(everyLeaf.slice(0, size)) };
  plainTrees.set(size, tree);
  return tree;
}

const sizes = fc.integer({ min: 0, max: MAX });
const { log } = await grownLog(MAX);

/** The tiles of a smaller tree, as the log had them when it was that large: the beginning of what there is now. */
const asOf: ReadResource = async (path) => {
  const { level, index, width } = findTileName(path) ?? { level: 0, index: 0, width: 0 };
  for (let stored = width; stored <= 256; stored += 1) {
    const bytes = log.files.get(tilePath({ level, index, width: stored }));
    if (bytes !== undefined) return bytes.subarray(0, width * 32);
  }
  return null;
};
const tilesAt = (size: number) => openTiles(asOf, plainTree(size));

test("what a tree was when it was smaller is RFC 6962's root of its beginning", async () => {
  const tiles = await tilesAt(MAX);
  for (let size = 0; size <= MAX; size += 7) {
    expect(Buffer.from((await treeAt(tiles, size)).root).toString("hex")).toBe(
      Buffer.from(plainTree(size).root).toString("hex"),
    );
  }
});

test("every pair of sizes has a consistency proof that verifies, and no bit of it may change", async () => {
  await fc.assert(
    fc.asyncProperty(sizes, sizes, fc.nat(), fc.nat(255), async (a, b, which, bit) => {
      const [oldSize, newSize] = [Math.min(a, b), Math.max(a, b)];
      const [older, newer] = [plainTree(oldSize), plainTree(newSize)];
      const proof = await proveConsistency(await tilesAt(newSize), oldSize);
      const claim = { older, newer, proof };
      expect(isConsistent(claim)).toBe(true);
      const turned = proof.map((hash, at) => (at === which % proof.length ? turnBit(hash, bit) : hash));
      if (proof.length > 0) expect(isConsistent({ ...claim, proof: turned })).toBe(false);
      // Every tree begins with the empty one: that a new root is wrong shows no proof from nothing.
      if (oldSize > 0)
        expect(isConsistent({ ...claim, newer: { ...newer, root: turnBit(newer.root, bit) } })).toBe(false);
      expect(isConsistent({ ...claim, older: { ...older, root: turnBit(older.root, bit) } })).toBe(false);
      expect(isConsistent({ ...claim, proof: [...proof, newer.root] })).toBe(false);
      if (proof.length > 0) expect(isConsistent({ ...claim, proof: proof.slice(0, -1) })).toBe(false);
      if (oldSize !== newSize) expect(isConsistent({ ...claim, older: newer, newer: older })).toBe(false);
    }),
    { numRuns: 300 },
  );
}, 120_000);

test("of the first forty sizes there is no pair, and no leaf, without its proof", async () => {
  for (let size = 0; size <= 40; size += 1) {
    const [tiles, newer] = [await tilesAt(size), plainTree(size)];
    for (let oldSize = 0; oldSize <= size; oldSize += 1) {
      const proof = await proveConsistency(tiles, oldSize);
      expect(isConsistent({ older: plainTree(oldSize), newer, proof })).toBe(true);
    }
    for (let index = 0; index < size; index += 1) {
      const proof = await proveInclusion(tiles, index);
      expect(isIncluded({ index, leaf: leafHash(entryAt(index)), proof, tree: newer })).toBe(true);
    }
  }
});

test("every leaf has an inclusion proof that verifies, and no bit of it, no other place and no other tree does", async () => {
  const places = fc.integer({ min: 1, max: MAX }).chain((size) => fc.tuple(fc.constant(size), fc.nat(size - 1)));
  await fc.assert(
    fc.asyncProperty(places, fc.nat(), fc.nat(255), async ([size, index], which, bit) => {
      const tree = plainTree(size);
      const proof = await proveInclusion(await tilesAt(size), index);
      const claim = { index, leaf: leafHash(entryAt(index)), proof, tree };
      expect(isIncluded(claim)).toBe(true);
      const turned = proof.map((hash, at) => (at === which % proof.length ? turnBit(hash, bit) : hash));
      if (proof.length > 0) expect(isIncluded({ ...claim, proof: turned })).toBe(false);
      expect(isIncluded({ ...claim, tree: { size, root: turnBit(tree.root, bit) } })).toBe(false);
      expect(isIncluded({ ...claim, leaf: turnBit(claim.leaf, bit) })).toBe(false);
      const elsewhere = which % (size + 1);
      if (elsewhere !== index) expect(isIncluded({ ...claim, index: elsewhere })).toBe(false);
      expect(isIncluded({ ...claim, proof: [...proof, tree.root] })).toBe(false);
      if (proof.length > 0) expect(isIncluded({ ...claim, proof: proof.slice(1) })).toBe(false);
    }),
    { numRuns: 300 },
  );
}, 120_000);

test("the proofs of C2SP merkle-tree's example of seven", async () => {
  const [a, b, c, d, e, f, g] = entriesFrom(0, 7).map(plainLeaf) as [Uint8Array, ...Uint8Array[]];
  const over = (...leaves: (Uint8Array | undefined)[]) => plainRoot(leaves.filter((leaf) => leaf !== undefined));
  const [h, i, j, k, l] = [over(a, b), over(c, d), over(e, f), over(a, b, c, d), over(e, f, g)];
  const tiles = await tilesAt(7);
  const hex = (hashes: readonly (Uint8Array | undefined)[]) =>
    hashes.map((hash) => Buffer.from(hash ?? []).toString("hex"));
  expect(hex(await proveInclusion(tiles, 0))).toEqual(hex([b, i, l]));
  expect(hex(await proveInclusion(tiles, 3))).toEqual(hex([c, h, l]));
  expect(hex(await proveInclusion(tiles, 4))).toEqual(hex([f, g, k]));
  expect(hex(await proveInclusion(tiles, 6))).toEqual(hex([j, k]));
  expect(hex(await proveConsistency(tiles, 3))).toEqual(hex([c, d, h, l]));
  expect(hex(await proveConsistency(tiles, 4))).toEqual(hex([l]));
  expect(hex(await proveConsistency(tiles, 6))).toEqual(hex([j, g, k]));
});

test("sizes past 2^31 are verified like others", () => {
  // A tree of 2^40 + 1 leaves, of which all but the last are one perfect subtree.
  const [left, last] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const tree = { size: 2 ** 40 + 1, root: plainRoot([left, last]) };
  expect(isIncluded({ index: 2 ** 40, leaf: last, proof: [left], tree })).toBe(true);
  expect(isIncluded({ index: 2 ** 40 - 1, leaf: last, proof: [left], tree })).toBe(false);
  expect(isConsistent({ older: { size: 2 ** 40, root: left }, newer: tree, proof: [last] })).toBe(true);
  expect(isConsistent({ older: { size: 2 ** 40 - 1, root: left }, newer: tree, proof: [last] })).toBe(false);
});

test("a proof with more hashes than its tree has levels is refused, even where the root was made for it", async () => {
  const more = Buffer.alloc(32, 9);
  const above = ({ size, root }: Tree): Tree => ({ size, root: plainRoot([more, root]) });
  for (const size of [1, 2, 3, 7, 8, 300]) {
    const [tiles, tree] = [await tilesAt(size), plainTree(size)];
    const claim = {
      index: size - 1,
      leaf: leafHash(entryAt(size - 1)),
      proof: await proveInclusion(tiles, size - 1),
      tree,
    };
    expect(isIncluded(claim)).toBe(true);
    expect(isIncluded({ ...claim, proof: [...claim.proof, more], tree: above(tree) })).toBe(false);
  }
  for (const [from, to] of [
    [3, 7],
    [5, 8],
    [6, 7],
    [255, 300],
  ] as const) {
    const proof = await proveConsistency(await tilesAt(to), from);
    const claim = { older: above(plainTree(from)), newer: above(plainTree(to)), proof: [...proof, more] };
    expect(isConsistent(claim)).toBe(false);
  }
});

test("a proof with fewer hashes than its tree has levels is refused, even where the root is what it comes to", async () => {
  for (const [from, to, claimed] of [
    [3, 4, 7],
    [1, 2, 4],
    [5, 8, 16],
    [255, 256, 300],
  ] as const) {
    const proof = await proveConsistency(await tilesAt(to), from);
    const claim = { older: plainTree(from), newer: plainTree(to), proof };
    expect(isConsistent(claim)).toBe(true);
    expect(isConsistent({ ...claim, newer: { ...claim.newer, size: claimed } })).toBe(false);
  }
});

test("a tile or bundle of another length is refused, whatever its beginning says", async () => {
  const { log: store, trees } = await grownLog(300);
  const [tree = EMPTY_TREE] = trees;
  const ask = async (path: string, bytes: Uint8Array) => {
    const tiles = await openTiles(async (asked) => (asked === path ? bytes : store.read(asked)), tree);
    await tiles.hashOf({ level: 0, index: 3 });
    for (const bundle of [0, 1]) await tiles.entriesOf(bundle);
  };
  for (const path of ["tile/0/000", "tile/0/001.p/44", "tile/1/000.p/1", "tile/entries/000", "tile/entries/001.p/44"]) {
    const bytes = store.files.get(path) ?? Buffer.of();
    await ask(path, bytes);
    const entry = path.includes("entries") ? 12 : 32;
    const wrong = [Buffer.of(), bytes.subarray(0, -entry), Buffer.concat([bytes, bytes.subarray(0, entry)])];
    for (const other of wrong) {
      await expect(ask(path, other), `${path} ${other.length}`).rejects.toThrow(LogError);
    }
  }
});

test("what is no place, size or hash is false, never an error", () => {
  const [leaf, tree] = [Buffer.alloc(32), { size: 1, root: Buffer.alloc(32) }];
  expect(isIncluded({ index: 0, leaf, proof: [], tree })).toBe(true);
  for (const index of [-1, 0.5, 1, Number.NaN, Infinity])
    expect(isIncluded({ index, leaf, proof: [], tree })).toBe(false);
  expect(isIncluded({ index: 0, leaf: Buffer.alloc(31), proof: [], tree: { ...tree, root: Buffer.alloc(31) } })).toBe(
    false,
  );
  expect(isIncluded({ index: 0, leaf, proof: Array.from({ length: 64 }, () => leaf), tree })).toBe(false);
  expect(isConsistent({ older: EMPTY_TREE, newer: EMPTY_TREE, proof: [] })).toBe(true);
  expect(isConsistent({ older: { ...EMPTY_TREE, root: leaf }, newer: tree, proof: [] })).toBe(false);
});

test("a reader believes no tile that does not hash to the root, wherever it lies", async () => {
  const { log, trees } = await grownLog(65_536 + 600);
  const [tree = EMPTY_TREE] = trees;
  const ask = async (path: string, bit: number) => {
    const tiles = await openTiles(withBitTurned(log.read, path, bit), tree);
    for (const index of [0, 300, 65_535, 65_800, 66_100]) await proveInclusion(tiles, index);
    for (const bundle of [0, 1, 255, 257, 258]) await tiles.entriesOf(bundle);
  };
  await ask("nothing", 0);
  const used = [
    "tile/0/000",
    "tile/0/001",
    "tile/0/255",
    "tile/0/258.p/88",
    "tile/1/000",
    "tile/1/001.p/2",
    "tile/2/000.p/1",
  ];
  for (const path of [...used, "tile/entries/000", "tile/entries/257", "tile/entries/258.p/88"]) {
    for (const bit of [0, 77, 255]) await expect(ask(path, bit), path).rejects.toThrow(LogError);
  }
});

test("a tree proves nothing about leaves and sizes that it does not have", async () => {
  const tiles = await tilesAt(10);
  for (const index of [-1, 10, 0.5]) {
    await expect(proveInclusion(tiles, index)).rejects.toMatchObject({ code: "out_of_range" });
  }
  for (const size of [-1, 11, 0.5]) {
    await expect(proveConsistency(tiles, size)).rejects.toMatchObject({ code: "out_of_range" });
    await expect(treeAt(tiles, size)).rejects.toMatchObject({ code: "out_of_range" });
  }
  await expect(tiles.hashOf({ level: 3, index: 1 })).rejects.toMatchObject({ code: "out_of_range" });
});
