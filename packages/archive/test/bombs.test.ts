import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { DEFAULT_LIMITS, readArchive } from "../src/index.ts";
import { buildTar, buildTgz, longName, pax, paxRecord, tarEntry, TAR_END } from "./tar-builder.ts";
import { refusalOf, verdictOf } from "./verdict.ts";
import { buildZip, deflated, le } from "./zip-builder.ts";

const MIB = 1024 * 1024;

/** Bytes that deflate cannot pack; the same in each run. */
function noise(size: number): Buffer {
  const bytes = Buffer.alloc(size);
  let state = 0x2545f491;
  for (let at = 0; at < size; at += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[at] = state;
  }
  return bytes;
}

describe("A15 too many entries", () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `f${index}` }));

  test("500 files are read, 501 are too many and the answer is 413", () => {
    for (const build of [buildZip, buildTgz]) {
      expect(readArchive(build(many(500))).files).toHaveLength(500);
      const error = refusalOf(() => readArchive(build(many(501))));
      expect(error).toMatchObject({ code: "too_many_files", isSizeLimit: true });
    }
  });

  test("100,000 entries are refused by their number, before the directory is read", () => {
    const claimed = buildZip([{ name: "f" }], { entries: 60_000 });
    expect(verdictOf(claimed)).toBe("too_many_files");
    const folders = Array.from({ length: 3000 }, (_, index) => ({ name: `d${index}/`, type: "5" }));
    expect(verdictOf(buildTgz(folders))).toBe("too_many_files");
    expect(verdictOf(buildZip(folders))).toBe("too_many_files");
  });

  test("a count that the directory has no room for is refused", () => {
    expect(verdictOf(buildZip([{ name: "f" }], { entries: 400 }))).toBe("zip_structure");
  });
});

describe("A16 bombs", () => {
  test("the size limit holds to the byte, and says both sizes", () => {
    const limits = { ...DEFAULT_LIMITS, unpackedBytes: 100_000 };
    for (const build of [buildZip, buildTgz]) {
      const halves = (more: number) => [
        { name: "a", data: noise(50_000) },
        { name: "b", data: noise(50_000 + more) },
      ];
      expect(verdictOf(build(halves(0)), limits)).toEqual(["a", "b"]);
      expect(verdictOf(build(halves(1)), limits)).toBe("unpacked_too_large");
    }
    const large = buildZip([{ name: "a", data: "x", method: 0, unpackedSize: 11 * MIB + MIB / 4 }]);
    expect(refusalOf(() => readArchive(large)).message).toBe("11.3 MiB unpacked; the limit is 10 MiB");
  });

  test("an upload beyond the packed limit is not looked at", () => {
    const error = refusalOf(() => readArchive(Buffer.alloc(12 * MIB + 1)));
    expect(error).toMatchObject({ code: "packed_too_large", isSizeLimit: true });
  });

  test("a ratio over 100:1 is refused in both containers, before the memory is spent", () => {
    const zeros = Buffer.alloc(9 * MIB);
    expect(verdictOf(buildZip([{ name: "a", data: zeros }]))).toBe("compression_ratio");
    expect(verdictOf(buildTgz([{ name: "a", data: zeros }]))).toBe("compression_ratio");
    const many = Array.from({ length: 100 }, (_, index) => ({ name: `f${index}`, data: Buffer.alloc(90_000) }));
    expect(verdictOf(buildZip(many))).toBe("compression_ratio");
  });

  test("a gzip of 128 MiB of zeros costs no more than the limit", () => {
    const bomb = gzipSync(Buffer.alloc(128 * MIB));
    const before = process.memoryUsage().arrayBuffers;
    expect(verdictOf(bomb, { ...DEFAULT_LIMITS, ratio: 5000 })).toBe("unpacked_too_large");
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(60 * MIB);
  });

  test("an entry that declares little and unpacks to much stops at what it declares", () => {
    const { packed } = deflated(Buffer.alloc(5 * MIB));
    expect(verdictOf(buildZip([{ name: "a", packed, unpackedSize: 10, crc: 0 }]))).toBe("size_mismatch");
  });

  test("overlapping entries are refused: full, quoted and shared data", () => {
    const kernel = { name: "a", data: noise(1000) };
    expect(verdictOf(buildZip([kernel, { name: "b", data: "x", localOffset: 0 }]))).toBe("zip_overlap");
    const same = { name: "a", data: "x" };
    const twice = buildZip([same, { ...same, name: "b", localOffset: 0 }]);
    expect(verdictOf(twice)).toBe("zip_overlap");
    // The first entry swallows the header of the second, as a stored block inside its data.
    const inner = buildZip([{ name: "b", data: "x" }]).subarray(0, 30 + 1 + 3);
    const quoting = buildZip([
      { name: "a", method: 0, data: Buffer.alloc(0), packedSize: inner.length, unpackedSize: inner.length },
      { name: "b", data: "x" },
    ]);
    expect(verdictOf(quoting)).toBe("zip_overlap");
  });

  test("more gzip members and data behind the gzip are refused", () => {
    const one = buildTgz([{ name: "a", data: "x" }]);
    expect(verdictOf(Buffer.concat([one, one]))).toBe("trailing_data");
    expect(verdictOf(Buffer.concat([one, gzipSync("")]))).toBe("trailing_data");
    expect(verdictOf(Buffer.concat([one, Buffer.alloc(1)]))).toBe("trailing_data");
    const tar = buildTar([{ name: "a", data: "x" }]);
    expect(verdictOf(Buffer.concat([gzipSync(tar.subarray(0, 512)), gzipSync(tar.subarray(512))]))).toBe(
      "trailing_data",
    );
  });

  test("a gzip header is bounded, checked, and its name is of no effect", () => {
    const tgz = buildTgz([{ name: "a" }]);
    const withFlags = (flags: number, fields: Uint8Array) =>
      Buffer.concat([tgz.subarray(0, 3), Buffer.from([flags]), tgz.subarray(4, 10), fields, tgz.subarray(10)]);
    expect(verdictOf(withFlags(0x08, Buffer.from("../../evil\0")))).toEqual(["a"]);
    expect(verdictOf(withFlags(0x14, Buffer.from("\x02\0hi\0comment\0")))).not.toEqual(["a"]);
    expect(verdictOf(withFlags(0x14, Buffer.from("\x02\0hicomment\0")))).toEqual(["a"]);
    expect(verdictOf(withFlags(0x02, Buffer.from("\0\0")))).toBe("gzip_header");
    expect(verdictOf(withFlags(0x20, Buffer.alloc(0)))).toBe("gzip_header");
    expect(verdictOf(Buffer.from("1f8b0808000000000003616263", "hex"))).toBe("truncated");
  });
});

describe("A17 declared and real sizes", () => {
  test("a zip entry with another size or checksum than it declares is refused", () => {
    expect(verdictOf(buildZip([{ name: "a", data: "abc", unpackedSize: 2 }]))).toBe("size_mismatch");
    expect(verdictOf(buildZip([{ name: "a", data: "abc", unpackedSize: 4 }]))).toBe("size_mismatch");
    expect(verdictOf(buildZip([{ name: "a", data: "abc", method: 0, unpackedSize: 2 }]))).toBe("size_mismatch");
    expect(verdictOf(buildZip([{ name: "a", data: "abc", crc: 1 }]))).toBe("checksum_mismatch");
    const { packed } = deflated("abc");
    const padded = Buffer.concat([packed, Buffer.from("more")]);
    expect(verdictOf(buildZip([{ name: "a", data: "abc", packed: padded }]))).toBe("trailing_data");
    expect(verdictOf(buildZip([{ name: "a", data: "abc", packed: packed.subarray(0, -1) }]))).toBe("corrupt_data");
  });

  test("a gzip with another size or checksum than it declares is refused", () => {
    const tgz = buildTgz([{ name: "a", data: "abc" }]);
    const patched = (at: number) => {
      const copy = Buffer.from(tgz);
      copy[tgz.length - at] = (copy[tgz.length - at] ?? 0) ^ 1;
      return verdictOf(copy);
    };
    expect(patched(8)).toBe("checksum_mismatch");
    expect(patched(4)).toBe("size_mismatch");
  });

  test("a tar entry that claims more than is there, or more than the limit, is refused", () => {
    expect(verdictOf(buildTgz([{ name: "a", data: "abc", size: 9000 }]))).toBe("truncated");
    expect(verdictOf(buildTgz([{ name: "a", data: "abc", size: 8 ** 11 - 1 }]))).toBe("unpacked_too_large");
  });

  test("a malformed size in a tar header is refused", () => {
    const sizes = [
      "",
      "-0000000001\0",
      "0000000000x\0",
      "00000000 01\0",
      "\x80\0\0\0\0\0\0\0\0\0\0\x01",
      "0x000000001\0",
    ];
    for (const size of sizes) {
      expect({ size, verdict: verdictOf(buildTgz([{ name: "a", size }])) }).toEqual({ size, verdict: "tar_header" });
    }
    expect(verdictOf(buildTgz([{ name: "a", checksum: "000000\0 " }]))).toBe("tar_header");
    expect(verdictOf(buildTgz([{ name: "a", magic: "\0\0\0\0\0\0\0\0" }]))).toBe("tar_header");
  });
});

describe("A18 pax size smuggling", () => {
  test("a pax size that differs from the header's is refused, in both directions", () => {
    const hidden = tarEntry({ name: "evil", data: "x" });
    expect(verdictOf(buildTgz([pax([["size", "0"]]), { name: "a", data: hidden }]))).toBe("size_mismatch");
    expect(verdictOf(buildTgz([pax([["size", "1024"]]), { name: "a", size: 0 }, { name: "evil" }]))).toBe(
      "size_mismatch",
    );
    expect(verdictOf(buildTgz([pax([["size", "3"]]), { name: "a", data: "abc" }]))).toEqual(["a"]);
  });

  test("a size that is no plain number is refused", () => {
    for (const size of ["-1", "1e3", "0x1", "", " 1", "9".repeat(40)]) {
      expect(verdictOf(buildTgz([pax([["size", size]]), { name: "a" }]))).toBe("tar_extension");
    }
  });
});

describe("A19 floods of extension headers", () => {
  test("a long pax header, pax path or GNU name is refused by its size", () => {
    const name = "a/".repeat(500_000);
    expect(verdictOf(buildTgz([pax([["path", name]]), { name: "a" }]))).toMatch(/tar_extension|compression_ratio/);
    expect(verdictOf(buildTgz([longName("a".repeat(17_000)), { name: "a" }]))).toBe("tar_extension");
    expect(verdictOf(buildTgz([longName("a".repeat(9_000)), { name: "a" }]))).toBe("path_too_long");
  });

  test("chains of extension headers, and one without an entry, are refused", () => {
    const path = pax([["path", "a"]]);
    for (const chain of [
      [path, path],
      [longName("a"), longName("b")],
      [path, longName("b")],
      [longName("b"), path],
    ]) {
      expect(verdictOf(buildTgz([...chain, { name: "c" }]))).toBe("tar_extension");
    }
    expect(verdictOf(buildTgz([{ name: "c" }, path]))).toBe("tar_extension");
    expect(verdictOf(buildTgz([{ name: "c" }, longName("b")]))).toBe("tar_extension");
    const globals = Array.from({ length: 3000 }, () => pax([["comment", "x"]], "g"));
    const flood = buildTgz([...globals, { name: "c" }]);
    expect(verdictOf(flood)).toBe("compression_ratio");
    expect(verdictOf(flood, { ...DEFAULT_LIMITS, ratio: 5000 })).toBe("too_many_files");
  });

  test("a global header may carry a comment, but no path or size", () => {
    expect(verdictOf(buildTgz([pax([["comment", "0a".repeat(20)]], "g"), { name: "c" }]))).toEqual(["c"]);
    for (const key of ["path", "size"]) {
      expect(verdictOf(buildTgz([pax([[key, "0"]], "g"), { name: "c" }]))).toBe("tar_extension");
    }
  });

  test("malformed and repeated records are refused", () => {
    const records = [
      "5 a=b\n",
      "7 a=b\n",
      "a=b\n",
      "0 a=b\n",
      "06 a=b\n",
      "6 a b\n",
      "6 a=bX",
      "5 =b\n",
      "99999999 a=b\n",
      "6  a=b\n",
      "\0",
      "3 \n",
      "11 mtime=1X",
    ];
    for (const data of records) {
      expect({ data, verdict: verdictOf(buildTgz([{ name: "x", type: "x", data }, { name: "c" }])) }).toEqual({
        data,
        verdict: "tar_extension",
      });
    }
    const twice = Buffer.concat([paxRecord("path", "a"), paxRecord("path", "b")]);
    expect(verdictOf(buildTgz([{ name: "x", type: "x", data: twice }, { name: "c" }]))).toBe("tar_extension");
    for (const key of ["hdrcharset", "unknown", "SCHILY.filetype", "GNU.volume.label", "charset"]) {
      expect(verdictOf(buildTgz([pax([[key, "BINARY"]]), { name: "c" }]))).toBe("tar_extension");
    }
    const many = Array.from({ length: 65 }, (_, index): [string, string] => [`ACME.k${index}`, ""]);
    expect(verdictOf(buildTgz([pax(many), { name: "c" }]))).toBe("tar_extension");
  });

  test("data behind the end of the tar is refused; zeros are padding", () => {
    const behind = (bytes: Uint8Array) => verdictOf(buildTgz([{ name: "a" }], Buffer.concat([TAR_END, bytes])));
    expect(behind(Buffer.alloc(10_000))).toEqual(["a"]);
    expect(behind(tarEntry({ name: "evil" }))).toBe("trailing_data");
    expect(behind(Buffer.concat([Buffer.alloc(4000), Buffer.from([1])]))).toBe("trailing_data");
    expect(
      verdictOf(buildTgz([{ name: "a" }], Buffer.concat([Buffer.alloc(512), tarEntry({ name: "b" }), TAR_END]))),
    ).toBe("trailing_data");
  });

  test("the numbers of the test builders are what they say", () => {
    expect(le([2, 0x0102], [1, 3])).toEqual(Buffer.from([2, 1, 3]));
    expect(paxRecord("path", "a".repeat(91)).subarray(0, 9).toString()).toBe("101 path=");
  });
});
