import * as fc from "fast-check";
import { expect, test } from "vitest";
import { findTileName, LogError, parseEntryBundle, tilePath } from "../index.ts";

test("paths are C2SP tlog-tiles' own", () => {
  expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).toBe("tile/0/x001/x234/067");
  expect(tilePath({ level: 0, index: 273, width: 112 })).toBe("tile/0/273.p/112");
  expect(tilePath({ level: "entries", index: 0, width: 1 })).toBe("tile/entries/000.p/1");
  expect(tilePath({ level: 1, index: 1000, width: 256 })).toBe("tile/1/x001/000");
});

test("a path names one resource, and a resource has one path", () => {
  const levels = fc.oneof(fc.nat(63), fc.constant("entries" as const));
  const names = fc.record({ level: levels, index: fc.maxSafeNat(), width: fc.integer({ min: 1, max: 256 }) });
  fc.assert(
    fc.property(names, (name) => {
      expect(findTileName(tilePath(name))).toEqual(name);
    }),
  );
});

test.each([
  "tile/0/x001/067/x001",
  "tile/0/067/068",
  "tile/0/x000/067",
  "tile/00/067",
  "tile/64/067",
  "tile/-1/067",
  "tile/0/67",
  "tile/0/0067",
  "tile/0/067.p/0",
  "tile/0/067.p/256",
  "tile/0/067.p/01",
  "tile/0/067/",
  "/tile/0/067",
  "tile/0/x999/x999/x999/x999/x999/999",
  "tile/0/../0/067",
  "tile/data/067",
  "checkpoint",
  "",
])("%s names nothing", (path) => expect(findTileName(path)).toBeNull());

test.each([
  { level: 64, index: 0, width: 1 },
  { level: 0, index: -1, width: 1 },
  { level: 0, index: 2 ** 53, width: 1 },
  { level: 0, index: 0, width: 0 },
  { level: 0, index: 0, width: 257 },
  { level: 0.5, index: 0, width: 1 },
])("there is no tile $level/$index.p/$width", (name) => expect(() => tilePath(name)).toThrow(LogError));

test("bundles that end inside an entry, or have more than 256, are refused", () => {
  expect(parseEntryBundle(Buffer.from([0, 1, 65, 0, 0]))).toEqual([Buffer.from("A"), Buffer.from("")]);
  for (const bytes of [[0], [0, 1], [0, 2, 65], [0, 0, 0]]) {
    expect(() => parseEntryBundle(Buffer.from(bytes))).toThrow(LogError);
  }
  expect(parseEntryBundle(Buffer.alloc(512))).toHaveLength(256);
  expect(() => parseEntryBundle(Buffer.alloc(514))).toThrow(LogError);
});
