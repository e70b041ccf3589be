import { describe, expect, test } from "vitest";
import { readArchive, writeZip } from "../src/index.ts";
import { buildTgz, longName, pax } from "./tar-builder.ts";
import { refusalOf, verdictOf } from "./verdict.ts";
import { buildZip, extra } from "./zip-builder.ts";

const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString();

describe("A4 symbolic links", () => {
  test("are refused in every container and by every mark", () => {
    const link = (0o120777 << 16) >>> 0;
    expect(verdictOf(buildTgz([{ name: "l", type: "2", linkName: "/etc/passwd" }]))).toBe("link");
    expect(verdictOf(buildZip([{ name: "l", data: "/etc/passwd", attributes: link }]))).toBe("link");
    expect(verdictOf(buildZip([{ name: "l/", attributes: link }]))).toBe("link");
    expect(verdictOf(buildZip([{ name: "l", attributes: 0x400 }]))).toBe("link");
    for (const id of [0x756e, 0x000d]) {
      expect(verdictOf(buildZip([{ name: "l", centralExtra: extra(id, Buffer.alloc(20)) }]))).toBe("link");
      expect(verdictOf(buildZip([{ name: "l", localExtra: extra(id, Buffer.alloc(20)) }]))).toBe("link");
    }
  });

  test("a link's target in a pax record, a GNU header or a plain file's header is refused", () => {
    expect(verdictOf(buildTgz([pax([["linkpath", "/etc"]]), { name: "l" }]))).toBe("link");
    expect(verdictOf(buildTgz([{ ...longName("/etc"), type: "K" }, { name: "l" }]))).toBe("link");
    expect(verdictOf(buildTgz([{ name: "l", linkName: "/etc" }]))).toBe("link");
  });
});

describe("A5 a symbolic link with a file written through it", () => {
  test("is refused at the link, in both orders", () => {
    const link = { name: "d", type: "2", linkName: "/tmp" };
    const file = { name: "d/f", data: "x" };
    expect(verdictOf(buildTgz([link, file]))).toBe("link");
    expect(verdictOf(buildTgz([file, link]))).toBe("link");
  });
});

describe("A6 hard links", () => {
  test("are refused, inside and outside of the package", () => {
    for (const linkName of ["SKILL.md", "../../etc/passwd", "C:../x"]) {
      expect(verdictOf(buildTgz([{ name: "SKILL.md" }, { name: "l", type: "1", linkName }]))).toBe("link");
    }
  });
});

describe("A7 what is neither a file nor a directory", () => {
  test("every other tar type is refused", () => {
    const known = new Set(["0", "5", "1", "2", "x", "g", "L", "K", "\0"]);
    for (let code = 1; code < 128; code += 1) {
      const type = String.fromCharCode(code);
      if (known.has(type)) continue;
      expect({ type, verdict: verdictOf(buildTgz([{ name: "f", type }])) }).toEqual({ type, verdict: "special_file" });
    }
  });

  test("GNU sparse files in pax records are refused", () => {
    for (const key of ["GNU.sparse.major", "GNU.sparse.name", "GNU.sparse.map", "SCHILY.realsize"]) {
      expect(verdictOf(buildTgz([pax([[key, "1"]]), { name: "f" }]))).toBe("special_file");
    }
  });

  test("a zip entry that is a device, pipe or socket is refused", () => {
    for (const type of [0o010000, 0o020000, 0o060000, 0o140000]) {
      expect(verdictOf(buildZip([{ name: "f", attributes: (type << 16) >>> 0 }]))).toBe("special_file");
    }
  });

  test("a zip entry that is a folder by only one of name and attributes is refused", () => {
    const folder = (0o040755 << 16) >>> 0;
    expect(verdictOf(buildZip([{ name: "f", data: "x", attributes: folder }]))).toBe("zip_mismatch");
    expect(verdictOf(buildZip([{ name: "f", attributes: 0x10 }]))).toBe("zip_mismatch");
    expect(verdictOf(buildZip([{ name: "f/", attributes: (0o100644 << 16) >>> 0 }]))).toBe("zip_mismatch");
    expect(verdictOf(buildZip([{ name: "f/", data: "x", method: 0 }]))).toBe("zip_mismatch");
    expect(verdictOf(buildTgz([{ name: "f/", type: "0", data: "x" }]))).toBe("tar_header");
    expect(verdictOf(buildTgz([{ name: "f/", type: "5", data: "x" }]))).toBe("tar_header");
  });
});

describe("A8 modes, owners and times", () => {
  test("don't change what is read or written", () => {
    const plain = readArchive(buildTgz([{ name: "f", data: "x" }])).files;
    const base256 = Buffer.from(`ff${"ff".repeat(6)}00`, "hex");
    const strange = readArchive(
      buildTgz([
        pax([
          ["mtime", "-99999999999.5"],
          ["uid", "0"],
          ["SCHILY.xattr.user.x", "\0\n="],
          ["LIBARCHIVE.creationtime", "1"],
        ]),
        { name: "f", data: "x", mode: "0006777\0", uid: base256, mtime: Buffer.alloc(12, 0xff) },
      ]),
    ).files;
    const setuid = readArchive(buildZip([{ name: "f", data: "x", attributes: (0o104777 << 16) >>> 0 }])).files;
    expect(strange).toEqual(plain);
    expect(setuid).toEqual(plain);
    expect(writeZip(strange)).toEqual(writeZip(plain));
  });
});

describe("A22 encryption and unknown methods", () => {
  test("encrypted entries are refused", () => {
    for (const flags of [1, 1 << 6, 1 << 13]) {
      expect(verdictOf(buildZip([{ name: "f", data: "x", flags }]))).toBe("encrypted");
    }
    expect(verdictOf(buildZip([{ name: "f", data: "x", centralExtra: extra(0x9901, Buffer.alloc(7)) }]))).toBe(
      "encrypted",
    );
    expect(verdictOf(buildZip([{ name: "f", data: "x", localExtra: extra(0x0017, Buffer.alloc(8)) }]))).toBe(
      "encrypted",
    );
  });

  test("methods and flags that no common tool writes are refused", () => {
    for (const method of [1, 6, 9, 12, 14, 93, 95, 97, 98, 99]) {
      expect(verdictOf(buildZip([{ name: "f", data: "x", method }]))).toBe("unsupported_method");
    }
    for (const flag of [4, 5, 7, 12, 14, 15]) {
      expect(verdictOf(buildZip([{ name: "f", data: "x", flags: 1 << flag }]))).toBe("unsupported_method");
    }
  });

  test("other formats are refused by their first bytes", () => {
    for (const hex of [
      "",
      "28b52ffd00",
      "fd377a585a00",
      "425a68",
      "377abcaf271c",
      "526172211a07",
      "1f9d90",
      "ce2400",
    ]) {
      expect(verdictOf(Buffer.from(hex, "hex"))).toBe("unsupported_format");
    }
    expect(verdictOf(buildZip([]))).toBe("no_files");
    expect(verdictOf(buildZip([{ name: "d/" }]))).toBe("no_files");
    expect(verdictOf(buildTgz([]))).toBe("no_files");
  });
});

describe("A23 archives inside the archive", () => {
  test("stay files, byte for byte", () => {
    const inner = buildZip([{ name: "../evil", flags: 1, data: "x" }]);
    for (const outer of [
      buildZip([{ name: "in.zip", data: inner, method: 0 }]),
      buildZip([{ name: "in.zip", data: inner }]),
      buildTgz([{ name: "in.zip", data: inner }]),
    ]) {
      expect(readArchive(outer).files).toEqual([{ path: "in.zip", bytes: new Uint8Array(inner) }]);
    }
  });
});

describe("A26 more than one manifest", () => {
  test("two that differ in letter case are refused", () => {
    expect(verdictOf(buildZip([{ name: "SKILL.md" }, { name: "skill.md" }]))).toBe("path_collision");
  });

  test("a byte order mark and CRLF in a file are kept", () => {
    const { files } = readArchive(buildZip([{ name: "SKILL.md", data: "\ufeffa\r\n" }]));
    expect(text(files[0]?.bytes)).toBe("\ufeffa\r\n");
  });

  test("junk of other systems is read like any entry, and dropped where the skill begins", () => {
    const names = [".DS_Store", "SKILL.md", "Thumbs.db", "__MACOSX/._SKILL.md"];
    expect(verdictOf(buildZip(names.map((name) => ({ name }))))).toEqual(names);
  });

  test("a refusal says nothing about size unless it is one", () => {
    expect(refusalOf(() => readArchive(Buffer.from("x"))).isSizeLimit).toBe(false);
  });
});
