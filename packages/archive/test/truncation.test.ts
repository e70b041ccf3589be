import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DEFAULT_LIMITS, readArchive, writeTarGz, writeZip } from "../src/index.ts";
import type { ArchiveLimits, PackageFile } from "../src/index.ts";
import { ArchiveError } from "../src/archive-error.ts";
import { buildTar, buildTgz, longName, pax } from "./tar-builder.ts";
import { buildZip, deflated, descriptor, zip64End } from "./zip-builder.ts";
import { startCost } from "../../../test/harness/cost.ts";

const entries = [
  { name: "SKILL.md", data: "# a skill\n".repeat(20) },
  { name: "src/run.sh", data: "#!/bin/sh\necho hi\n" },
  { name: "empty", data: "" },
];
const nested = { name: "in.zip", method: 0, data: buildZip([{ name: "x", data: "y" }]) };
const streamed = {
  name: "s",
  data: "abc",
  flags: 8,
  local: { crc: 0, packedSize: 0, unpackedSize: 0 },
  behind: descriptor(deflated("abc")),
};
const zips = [
  buildZip([...entries, nested, streamed]),
  buildZip(entries, { comment: "a".repeat(40), beforeEnd: (at) => zip64End(at) }),
];
const tar = buildTar([
  ...entries,
  pax([
    ["path", "d/p"],
    ["mtime", "1.5"],
  ]),
  { name: "p", data: "1" },
  longName("d/l"),
  { name: "l", data: "2" },
]);
const tgz = gzipSync(tar);

/** The files, or null for a refusal; whatever else is thrown fails the test. */
function filesOf(bytes: Uint8Array, limits?: ArchiveLimits): PackageFile[] | null {
  try {
    return readArchive(bytes, limits).files;
  } catch (error) {
    if (error instanceof ArchiveError) return null;
    throw error;
  }
}

describe("A24 archives cut at every byte", () => {
  test("a cut zip is refused", () => {
    for (const zip of zips) {
      expect(filesOf(zip)).not.toBeNull();
      for (let size = 0; size < zip.length; size += 1) expect(filesOf(zip.subarray(0, size))).toBeNull();
    }
  });

  test("a cut tar.gz is refused", () => {
    expect(filesOf(tgz)).toHaveLength(5);
    for (let size = 0; size < tgz.length; size += 1) expect(filesOf(tgz.subarray(0, size))).toBeNull();
  });

  test("a gzip of a cut tar is refused, or has the same files where only padding is gone", () => {
    const padded = Buffer.concat([tar, Buffer.alloc(600)]);
    const whole = filesOf(tgz);
    for (let size = 0; size < padded.length; size += 1) {
      const files = filesOf(gzipSync(padded.subarray(0, size), { level: 1 }));
      if (size >= tar.length) expect(files).toEqual(whole);
      else expect(files).toBeNull();
    }
  });

  test("a zip or tar.gz without its beginning is refused", () => {
    for (const bytes of [...zips, tgz]) {
      for (let at = 1; at < bytes.length; at += 1) expect(filesOf(bytes.subarray(at))).toBeNull();
    }
  });
});

describe("A24 whatever bytes come", () => {
  const limits: ArchiveLimits = { ...DEFAULT_LIMITS, unpackedBytes: 4096, files: 8, depth: 3, pathBytes: 40 };

  function expectWithin(bytes: Uint8Array): void {
    const files = filesOf(bytes, limits);
    if (files === null) return;
    const sizeBytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
    expect(sizeBytes).toBeLessThanOrEqual(limits.unpackedBytes);
    expect(files.length).toBeLessThanOrEqual(limits.files);
    expect(new Set(files.map(({ path }) => path.toLowerCase())).size).toBe(files.length);
    for (const { path } of files) {
      expect(Buffer.byteLength(path)).toBeLessThanOrEqual(limits.pathBytes);
      expect(path.split("/").length).toBeLessThanOrEqual(limits.depth);
      expect(path).toMatch(/^(?!\/)(?!.*(?:^|\/)\.{0,2}(?:\/|$))[^\0-\x1f\\:]+$/u);
    }
    // What was read can be written, and is then read as the same.
    expect(filesOf(writeZip(files), limits)).toEqual(files);
    expect(filesOf(writeTarGz(files), limits)).toEqual(files);
  }

  const flips = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 6 });
  function flip(bytes: Uint8Array, changes: [number, number][]): Uint8Array {
    const copy = Uint8Array.from(bytes);
    for (const [at, mask] of changes) copy[at % copy.length] = (copy[at % copy.length] ?? 0) ^ mask;
    return copy;
  }

  test("random bytes behind every magic number are read within the limits or refused", () => {
    const magic = fc.constantFrom("", "504b0304", "504b0506", "1f8b08", "1f8b0804");
    fc.assert(
      fc.property(magic, fc.uint8Array({ maxLength: 600 }), (hex, bytes) =>
        expectWithin(Buffer.concat([Buffer.from(hex, "hex"), bytes])),
      ),
      { numRuns: 600 },
    );
  });

  test("archives with flipped bits are read within the limits or refused", () => {
    fc.assert(
      fc.property(fc.constantFrom(...zips, tgz), flips, (bytes, changes) => expectWithin(flip(bytes, changes))),
      { numRuns: 1500 },
    );
  });

  test("a tar with flipped bits and mended checksums is read within the limits or refused", () => {
    fc.assert(
      fc.property(flips, (changes) => {
        const copy = Buffer.from(flip(tar, changes));
        for (let at = 0; at + 512 <= copy.length; at += 512) {
          if (copy.toString("latin1", at + 257, at + 262) !== "ustar") continue;
          copy.fill(" ", at + 148, at + 156);
          const sum = copy.subarray(at, at + 512).reduce((total, byte) => total + byte, 0);
          copy.write(`${sum.toString(8).padStart(6, "0")}\0 `, at + 148, "latin1");
        }
        expectWithin(gzipSync(copy, { level: 1 }));
      }),
      { numRuns: 600 },
    );
  });

  test("archives cut and spliced into each other are read within the limits or refused", () => {
    const source = fc.constantFrom(...zips, tgz, tar);
    fc.assert(
      fc.property(source, source, fc.nat(), fc.nat(), fc.nat(), (one, other, at, from, size) => {
        const cut = at % one.length;
        const piece = other.subarray(from % other.length).subarray(0, size % other.length);
        expectWithin(Buffer.concat([one.subarray(0, cut), piece, one.subarray(cut)]));
        expectWithin(Buffer.concat([one.subarray(0, cut), piece]));
      }),
      { numRuns: 800 },
    );
  });

  test("a hostile archive as large as the limits allow costs little time", () => {
    const wide = Array.from({ length: 500 }, (_, index) => ({
      name: `${`${index}é`.padEnd(12, "x")}/`.repeat(15) + "f",
      data: "x",
    }));
    const cost = startCost();
    filesOf(buildZip(wide));
    filesOf(buildTgz(wide));
    filesOf(Buffer.concat([Buffer.from("1f8b0800", "hex"), Buffer.from("PK\x05\x06".repeat(2_900_000))]));
    filesOf(Buffer.concat([Buffer.from("PK\x03\x04"), Buffer.from("PK\x05\x06".repeat(2_900_000))]));
    filesOf(gzipSync(Buffer.alloc(14 * 1024 * 1024), { level: 1 }), { ...DEFAULT_LIMITS, ratio: 5000 });
    expect(cost()).toBeLessThan(400);
  });
});
