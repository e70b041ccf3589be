import { crc32, deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { buildTar, buildTgz, tarEntry } from "./tar-builder.ts";
import { verdictOf } from "./verdict.ts";
import { buildZip, deflated, descriptor, extra, le, zip64End } from "./zip-builder.ts";
import type { RawZipEntry } from "./zip-builder.ts";

const one: RawZipEntry = { name: "a", data: "abc" };
const zip = buildZip([one]);

describe("A20 where the zip ends", () => {
  test("prepended, inserted and trailing data are refused", () => {
    expect(verdictOf(Buffer.concat([Buffer.from("#!/bin/sh\n"), zip]))).toBe("unsupported_format");
    expect(verdictOf(Buffer.concat([buildZip([{ name: "b" }]), zip]))).toBe("zip_structure");
    expect(verdictOf(Buffer.concat([zip, Buffer.from("x")]))).toBe("zip_structure");
    expect(verdictOf(Buffer.concat([zip, Buffer.alloc(22)]))).toBe("zip_structure");
    expect(verdictOf(buildZip([one], { beforeEnd: () => Buffer.from("x") }))).toBe("zip_structure");
    expect(verdictOf(buildZip([one, { ...one, name: "b", localOffset: 7 }]))).toMatch(/^zip_/);
  });

  test("an archive comment is refused, but for the commit id of `git archive`", () => {
    expect(verdictOf(buildZip([one], { comment: "hello" }))).toBe("zip_comment");
    expect(verdictOf(buildZip([one], { comment: zip }))).toMatch(/^zip_/);
    expect(verdictOf(buildZip([one], { comment: "0123456789abcdef0123456789abcdef01234567" }))).toEqual(["a"]);
    expect(verdictOf(buildZip([one], { comment: "g".repeat(40) }))).toBe("zip_comment");
    expect(verdictOf(buildZip([one], { comment: "x".repeat(64) }))).toBe("zip_comment");
    expect(verdictOf(buildZip([one], { commentSize: 1 }))).toBe("zip_structure");
    expect(verdictOf(buildZip([{ ...one, comment: "c" }]))).toBe("zip_comment");
  });

  test("several, malformed and missing end records are refused", () => {
    const end = zip.subarray(-22);
    expect(verdictOf(Buffer.concat([zip, end]))).toBe("zip_structure");
    expect(verdictOf(zip.subarray(0, -22))).toBe("truncated");
    for (const lie of [
      { entries: 0, entriesHere: 0 },
      { entries: 3 },
      { entries: 1 },
      { entriesHere: 0 },
      { directorySize: 0 },
      { directorySize: 46 },
      { directoryOffset: 0 },
      { directoryOffset: 0xffffffff },
      { directorySize: 0xffffffff, directoryOffset: 0xffffffff },
      { disk: 1 },
      { directoryDisk: 1 },
      { disk: 0xffff, directoryDisk: 0xffff },
    ]) {
      expect({ lie, verdict: verdictOf(buildZip([one, { name: "b" }], lie)) }).toEqual({
        lie,
        verdict: "zip_structure",
      });
    }
    expect(verdictOf(buildZip([{ ...one, disk: 1 }]))).toBe("zip_structure");
  });

  test("a directory with more in it than its entries is refused", () => {
    const behind = (junk: string) => {
      const size = 46 + 1 + junk.length;
      return verdictOf(buildZip([one], { directorySize: size, beforeEnd: () => Buffer.from(junk) }));
    };
    expect(behind("")).toEqual(["a"]);
    expect(behind("PK\x05\x05\0\0")).toBe("zip_structure");
    expect(behind("x")).toBe("zip_structure");
  });

  test("a stored zip inside, end record and all, is only data", () => {
    expect(verdictOf(buildZip([{ name: "in.zip", data: zip, method: 0 }]))).toEqual(["in.zip"]);
  });
});

describe("A20 entries and the directory", () => {
  test("a local file that is not in the directory is refused, wherever it lies", () => {
    const hidden = { name: "hidden", data: "evil", omitCentral: true };
    for (const entries of [
      [hidden, one],
      [one, hidden],
      [one, hidden, { name: "b" }],
    ]) {
      expect(verdictOf(buildZip(entries))).toBe("zip_structure");
    }
  });

  test("a directory entry without local data is refused", () => {
    expect(verdictOf(buildZip([one, { name: "b", localOffset: 40_000 }]))).toMatch(/^(?:zip_|truncated)/);
    expect(verdictOf(buildZip([one, { name: "b", localOffset: 0xffffffff }]))).toBe("zip64");
    expect(verdictOf(buildZip([one, { ...one, name: "b", localOffset: 10 }]))).toMatch(/^zip_/);
  });

  test("name, flags, method, checksum and sizes must be the same in both places", () => {
    const lies: NonNullable<RawZipEntry["local"]>[] = [
      { name: "b" },
      { name: "A" },
      { flags: 1 << 11 },
      { flags: 1 << 3 },
      { flags: 1 },
      { method: 0 },
      { crc: 0 },
      { crc: 1 },
      { packedSize: 0 },
      { packedSize: 4 },
      { unpackedSize: 0 },
      { unpackedSize: 4 },
    ];
    for (const local of lies) {
      expect({ local, verdict: verdictOf(buildZip([{ ...one, local }])) }).toEqual({ local, verdict: "zip_mismatch" });
    }
    expect(verdictOf(buildZip([{ ...one, local: { name: "ab" } }]))).toMatch(/^zip_/);
  });

  test("extra fields that are cut off or doubled are refused; unknown and harmless ones are not", () => {
    const times = extra(0x5455, Buffer.from("0100000000", "hex"));
    for (const key of ["localExtra", "centralExtra"] as const) {
      const verdict = (bytes: Uint8Array) => verdictOf(buildZip([{ ...one, [key]: bytes }]));
      expect(verdict(times)).toEqual(["a"]);
      expect(verdict(extra(0xcafe, Buffer.alloc(0)))).toEqual(["a"]);
      expect(verdict(Buffer.concat([times, times]))).toBe("zip_extra");
      expect(verdict(times.subarray(0, -1))).toBe("zip_extra");
      expect(verdict(Buffer.from([1]))).toBe("zip_extra");
      expect(verdict(extra(0x000f, Buffer.alloc(4)))).toBe("zip_extra");
      const name = (crc: number, path: string) =>
        extra(0x7075, Buffer.concat([le([1, 1], [4, crc]), Buffer.from(path)]));
      expect(verdict(name(crc32("a"), "a"))).toEqual(["a"]);
      expect(verdict(name(crc32("a"), "evil"))).toBe("zip_extra");
      expect(verdict(name(crc32("b"), "evil"))).toBe("zip_extra");
      expect(verdict(name(crc32("b"), "a"))).toBe("zip_extra");
      expect(verdict(Buffer.concat([name(crc32("a"), "a"), name(crc32("a"), "a")]))).toBe("zip_extra");
      expect(verdict(extra(0x7075, Buffer.from([1])))).toBe("zip_extra");
    }
  });
});

describe("A20 data descriptors", () => {
  const truth = deflated("abc");
  const streamed = (
    behind: Uint8Array,
    local: NonNullable<RawZipEntry["local"]> = { crc: 0, packedSize: 0, unpackedSize: 0 },
  ) =>
    verdictOf(
      buildZip([
        { ...one, flags: 8, local, behind },
        { name: "b", data: "after" },
      ]),
    );

  test("in each of the four forms are read when they agree with the directory", () => {
    for (const signature of [true, false]) {
      for (const wide of [true, false]) {
        expect(streamed(descriptor(truth, { signature, wide }))).toEqual(["a", "b"]);
      }
    }
    expect(streamed(descriptor(truth), { crc: 0, packedSize: 0 })).toEqual(["a", "b"]);
  });

  test("that disagree, are missing, or stand where none is announced are refused", () => {
    expect(streamed(descriptor({ ...truth, crc: 1 }))).toBe("zip_mismatch");
    expect(streamed(descriptor({ ...truth, packedSize: 1 }))).toBe("zip_mismatch");
    expect(streamed(descriptor({ ...truth, unpackedSize: 4 }, { wide: true }))).toBe("zip_mismatch");
    expect(streamed(Buffer.alloc(0))).toBe("zip_mismatch");
    expect(streamed(Buffer.concat([descriptor(truth), Buffer.alloc(4)]))).toBe("zip_mismatch");
    expect(streamed(Buffer.concat([descriptor(truth), Buffer.from("junk!")]))).toBe("zip_mismatch");
    expect(streamed(descriptor(truth), { crc: 7 })).toBe("zip_mismatch");
    expect(verdictOf(buildZip([{ ...one, behind: descriptor(truth) }]))).toBe("zip_structure");
  });
});

describe("A20 ZIP64", () => {
  const sentinel = 0xffffffff;
  const truth = deflated("abc");
  const sizes = le([8, truth.unpackedSize], [8, truth.packedSize]);

  test("a field that holds exactly what its header leaves out is read", () => {
    const local = { unpackedSize: sentinel, packedSize: sentinel };
    expect(verdictOf(buildZip([{ ...one, local, localExtra: extra(1, sizes) }]))).toEqual(["a"]);
    const central = buildZip([
      {
        name: "a",
        packed: truth.packed,
        crc: truth.crc,
        unpackedSize: sentinel,
        packedSize: sentinel,
        centralExtra: extra(1, sizes),
        localExtra: extra(1, sizes),
      },
    ]);
    expect(verdictOf(central)).toEqual(["a"]);
  });

  test("a local field that says the header's own sizes again is read", () => {
    expect(verdictOf(buildZip([{ ...one, localExtra: extra(1, sizes) }]))).toEqual(["a"]);
  });

  test("a field with more, less or other numbers is refused", () => {
    const local = { unpackedSize: sentinel, packedSize: sentinel };
    const verdict = (field: Uint8Array) => verdictOf(buildZip([{ ...one, local, localExtra: extra(1, field) }]));
    expect(verdict(Buffer.alloc(0))).toBe("zip64");
    expect(verdict(sizes.subarray(0, 8))).toBe("zip64");
    expect(verdict(Buffer.concat([sizes, le([8, 0])]))).toBe("zip64");
    expect(verdict(le([8, truth.unpackedSize], [8, truth.packedSize + 1]))).toBe("zip_mismatch");
    expect(verdict(Buffer.alloc(16, 0xff))).toBe("zip64");
    const others = le([8, truth.unpackedSize + 1], [8, truth.packedSize]);
    expect(verdictOf(buildZip([{ ...one, localExtra: extra(1, others) }]))).toBe("zip64");
    expect(verdictOf(buildZip([{ ...one, localExtra: extra(1, sizes.subarray(0, 8)) }]))).toBe("zip64");
    expect(verdictOf(buildZip([{ ...one, centralExtra: extra(1, sizes) }]))).toBe("zip64");
    expect(verdictOf(buildZip([{ ...one, unpackedSize: sentinel }]))).toBe("zip64");
    expect(verdictOf(buildZip([{ ...one, localExtra: Buffer.concat([extra(1, sizes), extra(1, sizes)]) }]))).toBe(
      "zip_extra",
    );
  });

  test("a true end record is read, with and without sentinels", () => {
    expect(verdictOf(buildZip([one], { beforeEnd: (at) => zip64End(at) }))).toEqual(["a"]);
    const wide = {
      entries: 0xffff,
      disk: 0xffff,
      directoryDisk: 0xffff,
      directorySize: sentinel,
      directoryOffset: sentinel,
    };
    expect(verdictOf(buildZip([one], { ...wide, beforeEnd: (at) => zip64End(at) }))).toEqual(["a"]);
  });

  test("end records that lie, disagree or are extended are refused", () => {
    const lies: Parameters<typeof zip64End>[1][] = [
      { entries: 2 },
      { entriesHere: 0 },
      { directorySize: 1 },
      { directoryOffset: 1 },
      { recordSize: 45 },
      { extensible: Buffer.alloc(8) },
      { locatorOffset: 0 },
      { locatorOffset: 2 ** 40 },
      { disks: 2 },
    ];
    for (const lie of lies) {
      const verdict = verdictOf(buildZip([one], { beforeEnd: (at) => zip64End(at, lie) }));
      expect({ lie, verdict }).toEqual({ lie, verdict: "zip64" });
    }
    const huge = { entries: 0xffff, directorySize: sentinel, directoryOffset: sentinel };
    const verdict = verdictOf(buildZip([one], { ...huge, beforeEnd: (at) => zip64End(at, { entries: 2 ** 50 }) }));
    expect(verdict).toBe("too_many_files");
    const wrapped = (at: { directoryOffset: number; directorySize: number; entries: number }) =>
      zip64End(at, { directoryOffset: at.directoryOffset + 2 ** 32 });
    expect(verdictOf(buildZip([one], { ...huge, beforeEnd: wrapped }))).toBe("zip_structure");
  });
});

describe("A21 one file, two formats", () => {
  test("a zip that is also a tar is refused", () => {
    // The zip's first entry is named so that its local header and name make up a sound tar header.
    const header = tarEntry({ name: "PK\x03\x04", data: "" });
    const bytes = Buffer.concat([header, Buffer.alloc(1024)]);
    expect(verdictOf(bytes)).toBe("polyglot");
    expect(verdictOf(Buffer.concat([bytes, zip]))).toBe("polyglot");
  });

  test("a gzip that is also a zip is refused", () => {
    // gzip with the local entry in its header, the zip's directory in a stored block, the gzip trailer as its comment.
    const tar = buildTar([{ name: "a" }]);
    const crc = le([4, crc32(tar)], [4, tar.length]);
    const body = deflateRawSync(tar);
    const end = Buffer.concat([zip.subarray(0, -2), le([2, body.length + 8])]);
    const head = Buffer.from("1f8b0804000000000003", "hex");
    const both = Buffer.concat([head, le([2, end.length]), end, body, crc]);
    expect(verdictOf(both)).toBe("polyglot");
  });

  test("a gzip of a zip, and a tar.gz that ends with a stored zip, are not mistaken", () => {
    expect(verdictOf(buildTgz([{ name: "z.zip", data: zip }]))).toEqual(["z.zip"]);
    expect(verdictOf(Buffer.from(zip.buffer, zip.byteOffset, zip.length))).toEqual(["a"]);
  });
});
