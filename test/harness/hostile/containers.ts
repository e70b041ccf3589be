import { crc32, deflateRawSync, gzipSync } from "node:zlib";
import { buildTar, buildTgz, longName, pax, tarEntry, TAR_END } from "../../../packages/archive/test/tar-builder.ts";
import { buildZip, deflated, descriptor, extra, le, zip64End } from "../../../packages/archive/test/zip-builder.ts";
import {
  accepted,
  bytesOf,
  type HostilePackage,
  refused,
  soundTgz,
  soundZip,
  tgzWith,
  tooLarge,
  zipWith,
} from "./hostile-package.ts";

const MIB = 1024 * 1024;
const mode = (type: number) => (type << 16) >>> 0;
const gzip = "application/gzip" as const;
const sentinel = 0xffffffff;

/** A4-A8: links and special files. */
const entries: HostilePackage[] = [
  zipWith("A4-zip", refused("link"), [{ name: "l", data: "/etc/passwd", attributes: mode(0o120777) }]),
  zipWith("A4-zip-folder", refused("link"), [{ name: "l/", attributes: mode(0o120777) }]),
  zipWith("A4-zip-reparse", refused("link"), [{ name: "l", attributes: 0x400 }]),
  zipWith("A4-zip-asi-extra", refused("link"), [{ name: "l", centralExtra: extra(0x756e, Buffer.alloc(20)) }]),
  tgzWith("A4-tgz", refused("link"), [{ name: "l", type: "2", linkName: "/etc/passwd" }]),
  tgzWith("A4-pax", refused("link"), [pax([["linkpath", "/etc"]]), { name: "l" }]),
  tgzWith("A4-gnu", refused("link"), [{ ...longName("/etc"), type: "K" }, { name: "l" }]),
  tgzWith("A4-plain-with-target", refused("link"), [{ name: "l", linkName: "/etc" }]),
  tgzWith("A5-link-then-file", refused("link"), [
    { name: "d", type: "2", linkName: "/tmp" },
    { name: "d/f", data: "x" },
  ]),
  tgzWith("A5-file-then-link", refused("link"), [
    { name: "d/f", data: "x" },
    { name: "d", type: "2", linkName: "/tmp" },
  ]),
  ...["SKILL.md", "../../etc/passwd", "C:../x"].map((linkName, n) =>
    tgzWith(`A6-hard-link-${n}`, refused("link"), [{ name: "l", type: "1", linkName }]),
  ),
  ...["3", "4", "6", "7", "S", "D", "M", "V", "N", "A", "Z"].map((type) =>
    tgzWith(`A7-type-${type}`, refused("special_file"), [{ name: "f", type }]),
  ),
  tgzWith("A7-pax-sparse", refused("special_file"), [pax([["GNU.sparse.major", "1"]]), { name: "f" }]),
  ...[0o010000, 0o020000, 0o060000, 0o140000].map((type) =>
    zipWith(`A7-zip-${type.toString(8)}`, refused("special_file"), [{ name: "f", attributes: mode(type) }]),
  ),
  zipWith("A8-setuid", accepted, [{ name: "f", data: "x", attributes: mode(0o104777) }]),
];

/** A15-A19: sizes. */
const sizes: HostilePackage[] = [
  bytesOf("A15-501-files", tooLarge("too_many_files"), () => manyFiles(501)),
  bytesOf("A15-100000-claimed", tooLarge("too_many_files"), () => soundZip({ entries: 60_000 })),
  bytesOf("A15-3000-folders", tooLarge("too_many_files"), () =>
    buildZip(Array.from({ length: 3000 }, (_, index) => ({ name: `d${index}/` }))),
  ),
  zipWith("A16-ratio-zip", tooLarge("compression_ratio"), [{ name: "z", data: Buffer.alloc(9 * MIB) }]),
  tgzWith("A16-ratio-tgz", tooLarge("compression_ratio"), [{ name: "z", data: Buffer.alloc(9 * MIB) }]),
  bytesOf("A16-gzip-of-64-mib", tooLarge("compression_ratio"), () => gzipSync(Buffer.alloc(64 * MIB)), gzip),
  zipWith("A16-claims-11-mib", tooLarge("unpacked_too_large"), [
    { name: "a", data: "x", method: 0, unpackedSize: 11 * MIB + MIB / 4 },
  ]),
  bytesOf("A16-overlap", refused("zip_overlap"), () =>
    buildZip([
      { name: "a", data: "x".repeat(500) },
      { name: "b", data: "x", localOffset: 0 },
    ]),
  ),
  bytesOf("A16-two-members", refused("trailing_data"), () => Buffer.concat([soundTgz(), soundTgz()]), gzip),
  bytesOf("A16-behind-the-gzip", refused("trailing_data"), () => Buffer.concat([soundTgz(), Buffer.alloc(1)]), gzip),
  bytesOf("A16-gzip-of-two", refused("trailing_data"), splitGzip, gzip),
  ...Object.entries({
    zstd: "28b52ffd00",
    xz: "fd377a585a00",
    bzip2: "425a68",
    "7z": "377abcaf271c",
    brotli: "ce2400",
  }).map(([name, hex]) => bytesOf(`A16-${name}`, refused("unsupported_format"), () => Buffer.from(hex, "hex"))),
  zipWith("A17-claims-less", refused("size_mismatch"), [{ name: "a", data: "abc", unpackedSize: 2 }]),
  zipWith("A17-claims-more", refused("size_mismatch"), [{ name: "a", data: "abc", unpackedSize: 4 }]),
  zipWith("A17-hides-a-bomb", refused("size_mismatch"), [
    { name: "a", packed: deflated(Buffer.alloc(5 * MIB)).packed, unpackedSize: 10, crc: 0 },
  ]),
  zipWith("A17-checksum", refused("checksum_mismatch"), [{ name: "a", data: "abc", crc: 1 }]),
  zipWith("A17-more-behind", refused("trailing_data"), [
    { name: "a", data: "abc", packed: Buffer.concat([deflated("abc").packed, Buffer.from("more")]) },
  ]),
  tgzWith("A17-tar-claims-more", refused("truncated"), [{ name: "a", data: "abc", size: 9000 }]),
  tgzWith("A17-tar-claims-8-gib", tooLarge("unpacked_too_large"), [{ name: "a", data: "abc", size: 8 ** 11 - 1 }]),
  tgzWith("A17-tar-negative", refused("tar_header"), [{ name: "a", size: "-0000000001\0" }]),
  tgzWith("A17-tar-checksum", refused("tar_header"), [{ name: "a", checksum: "000000\0 " }]),
  tgzWith("A18-pax-hides", refused("size_mismatch"), [
    pax([["size", "0"]]),
    { name: "a", data: tarEntry({ name: "evil", data: "x" }) },
  ]),
  tgzWith("A18-pax-shows", refused("size_mismatch"), [
    pax([["size", "1024"]]),
    { name: "a", size: 0 },
    { name: "evil" },
  ]),
  tgzWith("A18-pax-word", refused("tar_extension"), [pax([["size", "0x1"]]), { name: "a" }]),
  tgzWith("A19-long-name", refused("tar_extension"), [longName("a".repeat(17_000)), { name: "a" }]),
  tgzWith("A19-chain", refused("tar_extension"), [longName("a"), longName("b"), { name: "c" }]),
  tgzWith("A19-two-pax", refused("tar_extension"), [pax([["path", "a"]]), pax([["path", "b"]]), { name: "c" }]),
  tgzWith("A19-nothing-behind", refused("tar_extension"), [pax([["path", "a"]])]),
  tgzWith("A19-global-path", refused("tar_extension"), [pax([["path", "a"]], "g"), { name: "c" }]),
  tgzWith("A19-charset", refused("tar_extension"), [pax([["hdrcharset", "BINARY"]]), { name: "c" }]),
  bytesOf("A19-flood", tooLarge("compression_ratio"), headerFlood, gzip),
];

/** A20-A22: what readers of one file disagree about. */
const differentials: HostilePackage[] = [
  bytesOf("A20-prepended", refused("unsupported_format"), () =>
    Buffer.concat([Buffer.from("#!/bin/sh\n"), soundZip()]),
  ),
  bytesOf("A20-zip-behind-zip", refused("zip_structure"), () => Buffer.concat([soundZip(), soundZip()])),
  bytesOf("A20-trailing", refused("zip_structure"), () => Buffer.concat([soundZip(), Buffer.from("x")])),
  bytesOf("A20-comment", refused("zip_comment"), () => soundZip({ comment: "hello" })),
  bytesOf("A20-two-ends", refused("zip_structure"), () => Buffer.concat([soundZip(), soundZip().subarray(-22)])),
  bytesOf("A20-no-end", refused("truncated"), () => soundZip().subarray(0, -22)),
  ...(["entries", "entriesHere", "directorySize", "directoryOffset", "disk", "directoryDisk"] as const).map((field) =>
    bytesOf(`A20-end-${field}`, refused("zip_structure"), () => soundZip({ [field]: 1 })),
  ),
  zipWith("A20-not-in-directory", refused("zip_structure"), [{ name: "hidden.py", data: "x", omitCentral: true }]),
  zipWith("A20-no-local", refused("zip64"), [{ name: "b", localOffset: sentinel }]),
  ...[{ name: "tools.py" }, { flags: 1 << 11 }, { method: 0 }, { crc: 1 }, { packedSize: 4 }, { unpackedSize: 0 }].map(
    (local) =>
      zipWith(`A20-local-${Object.keys(local).join()}`, refused("zip_mismatch"), [
        { name: "other.py", data: "abc", local },
      ]),
  ),
  zipWith("A20-extra-twice", refused("zip_extra"), [
    { name: "a", localExtra: Buffer.concat([extra(0x5455, Buffer.from([0])), extra(0x5455, Buffer.from([0]))]) },
  ]),
  zipWith("A20-extra-name", refused("zip_extra"), [
    { name: "a", centralExtra: extra(0x7075, Buffer.concat([le([1, 1], [4, crc32("a")]), Buffer.from("tools.py")])) },
  ]),
  zipWith("A20-extra-cut", refused("zip_extra"), [{ name: "a", centralExtra: Buffer.from([1, 0, 9]) }]),
  zipWith("A20-descriptor", refused("zip_mismatch"), [
    {
      name: "a",
      data: "abc",
      flags: 8,
      local: { crc: 0, packedSize: 0, unpackedSize: 0 },
      behind: descriptor({ ...deflated("abc"), crc: 1 }),
    },
  ]),
  zipWith("A20-zip64-missing", refused("zip64"), [{ name: "a", data: "abc", unpackedSize: sentinel }]),
  zipWith("A20-zip64-needless", refused("zip64"), [{ name: "a", data: "abc", localExtra: extra(1, Buffer.alloc(16)) }]),
  ...[{ entries: 9 }, { directorySize: 1 }, { recordSize: 45 }, { extensible: Buffer.alloc(8) }, { disks: 2 }].map(
    (lie) =>
      bytesOf(`A20-zip64-${Object.keys(lie).join()}`, refused("zip64"), () =>
        soundZip({ beforeEnd: (at) => zip64End(at, lie) }),
      ),
  ),
  bytesOf("A21-zip-and-tar", refused("polyglot"), () =>
    Buffer.concat([tarEntry({ name: "PK\x03\x04", data: "" }), Buffer.alloc(1024), soundZip()]),
  ),
  bytesOf("A21-gzip-and-zip", refused("polyglot"), gzipAndZip, gzip),
  zipWith("A22-encrypted", refused("encrypted"), [{ name: "f", data: "x", flags: 1 }]),
  zipWith("A22-strong", refused("encrypted"), [{ name: "f", data: "x", flags: 1 << 6 }]),
  zipWith("A22-aes", refused("encrypted"), [{ name: "f", data: "x", centralExtra: extra(0x9901, Buffer.alloc(7)) }]),
  ...[9, 12, 14, 93, 99].map((method) =>
    zipWith(`A22-method-${method}`, refused("unsupported_method"), [{ name: "f", data: "x", method }]),
  ),
  zipWith("A23-zip-inside", accepted, [{ name: "in.zip", data: buildZip([{ name: "../evil", flags: 1, data: "x" }]) }]),
  bytesOf("A24-zip-minus-1", refused("zip_structure"), () => soundZip().subarray(0, -1)),
  ...[20, 100, 300].map((cut) =>
    bytesOf(`A24-zip-minus-${cut}`, refused("truncated"), () => soundZip().subarray(0, -cut)),
  ),
  bytesOf("A24-tgz-minus-1", refused("truncated"), () => soundTgz().subarray(0, -1), gzip),
  ...[9, 40, 200].map((cut) =>
    bytesOf(`A24-tgz-minus-${cut}`, refused("corrupt_data"), () => soundTgz().subarray(0, -cut), gzip),
  ),
];

export const hostileContainers: HostilePackage[] = [...entries, ...sizes, ...differentials];

function manyFiles(count: number): Buffer {
  return buildZip(Array.from({ length: count }, (_, index) => ({ name: `f${index}`, data: "x" })));
}

function headerFlood(): Buffer {
  const globals = Array.from({ length: 3000 }, () => pax([["comment", "x"]], "g"));
  return buildTgz([...globals, { name: "c" }]);
}

function splitGzip(): Buffer {
  const tar = buildTar([{ name: "a", data: "x" }]);
  return Buffer.concat([gzipSync(tar.subarray(0, 512)), gzipSync(tar.subarray(512))]);
}

/** A gzip whose header's extra field holds a zip's end, so that both kinds of readers find a beginning. */
function gzipAndZip(): Buffer {
  const tar = buildTar([{ name: "a" }], TAR_END);
  const zip = soundZip();
  const body = deflateRawSync(tar);
  const end = Buffer.concat([zip.subarray(0, -2), le([2, body.length + 8])]);
  const head = Buffer.from("1f8b0804000000000003", "hex");
  return Buffer.concat([head, le([2, end.length]), end, body, le([4, crc32(tar)], [4, tar.length])]);
}
