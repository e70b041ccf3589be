import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { DEFAULT_LIMITS, openNested, writeTarGz, writeZip } from "../src/index.ts";
import { buildTar, buildTgz, longName, pax } from "./tar-builder.ts";
import { buildZip, deflated, descriptor, extra, le, zip64End } from "./zip-builder.ts";
import { startCost } from "../../../test/harness/cost.ts";

const text = (value: string) => new Uint8Array(Buffer.from(value));
const file = (path: string, bytes: Uint8Array | string) => ({
  path,
  bytes: typeof bytes === "string" ? text(bytes) : new Uint8Array(bytes),
});
const HELLO = [file("a.py", "print(1)\n"), file("dir/b.txt", "b\n")];

/** Each archive as `path state: names`. */
function opened(path: string, bytes: Uint8Array, limits = DEFAULT_LIMITS): string[] {
  return openNested([file(path, bytes)], limits).map((archive) =>
    `${archive.path} ${archive.state}: ${archive.files.map((inner) => inner.path.slice(archive.path.length + 2)).join(" ")}`.trimEnd(),
  );
}

describe("A23 what everyday tools write is read, whatever the file is called", () => {
  test.each<[string, Uint8Array, string]>([
    ["zip", writeZip(HELLO), "a.py dir/b.txt"],
    ["tar.gz", writeTarGz(HELLO), "a.py dir/b.txt"],
    ["bare tar", buildTar([{ name: "a.py", data: "x" }]), "a.py"],
    ["tar without an end", buildTar([{ name: "a.py", data: "x" }], Buffer.alloc(0)), "a.py"],
    [
      "tar with a link",
      buildTar([
        { name: "l", type: "2", linkName: "a.py" },
        { name: "a.py", data: "x" },
      ]),
      "a.py",
    ],
    [
      "tar with long names",
      buildTar([longName(`${"d/".repeat(60)}a.py`), { name: "cut", data: "x", magic: "ustar  \0" }]),
      `${"d/".repeat(60)}a.py`,
    ],
    [
      "tar with pax",
      buildTar([
        pax([
          ["path", "ü/a.py"],
          ["LIBARCHIVE.creationtime", "1"],
        ]),
        { name: "cut", data: "x" },
      ]),
      "ü/a.py",
    ],
    ["tar of Unix v7", buildTar([{ name: "a.py", data: "x", magic: "\0\0\0\0\0\0\0\0" }]), "a.py"],
    [
      "zip with comments",
      buildZip([{ name: "a.py", data: "x", comment: "note" }], { comment: "made by hand" }),
      "a.py",
    ],
    [
      "zip with odd extra fields",
      buildZip([
        {
          name: "a.py",
          data: "x",
          centralExtra: extra(0xa220, Buffer.alloc(64)),
          localExtra: extra(0x5455, Buffer.alloc(5)),
        },
      ]),
      "a.py",
    ],
    [
      "zip with descriptors",
      buildZip([
        {
          name: "a.py",
          data: "x",
          flags: 8,
          local: { crc: 0, packedSize: 0, unpackedSize: 0 },
          behind: descriptor(deflated("x")),
        },
      ]),
      "a.py",
    ],
    [
      "zip64",
      buildZip(
        [
          {
            name: "a.py",
            data: "xyz",
            method: 0,
            packedSize: 0xffffffff,
            unpackedSize: 0xffffffff,
            centralExtra: extra(1, le([8, 3], [8, 3])),
          },
        ],
        { beforeEnd: (at) => zip64End(at), entries: 0xffff, directorySize: 0xffffffff, directoryOffset: 0xffffffff },
      ),
      "a.py",
    ],
    [
      "zip with data before",
      Buffer.concat([Buffer.from("#!/bin/sh\nunzip -q $0\nexit\n"), buildZip([{ name: "a.py", data: "x" }])]),
      "a.py",
    ],
    ["zip with data behind", Buffer.concat([buildZip([{ name: "a.py", data: "x" }]), Buffer.from("\n\n")]), "a.py"],
    ["zip with a link", buildZip([{ name: "l", data: "a.py", method: 0, attributes: (0o120777 << 16) >>> 0 }]), "l"],
    [
      "zip with names that no system takes",
      buildZip([
        { name: "..\\..\\a.py", data: "x" },
        { name: "/etc/a.py", data: "x" },
        { name: "a!/\u202eb", data: "x" },
        { name: "a.py", data: "1" },
        { name: "a.py", data: "2" },
      ]),
      "_/_/a.py etc/a.py a_/\uFFFDb a.py a.py~2",
    ],
    ["empty zip", buildZip([]), ""],
  ])("%s", (_, bytes, names) => {
    expect(opened("logo.png", bytes)).toEqual([`logo.png read: ${names}`.trimEnd()]);
  });

  test("a gzip that is no tar is one file, named without its ending", () => {
    expect(opened("d/data.json.gz", gzipSync("{}"))).toEqual(["d/data.json.gz read: data.json"]);
    expect(openNested([file("x.GZ", Buffer.concat([gzipSync("a"), gzipSync("b")]))], DEFAULT_LIMITS)[0]?.files).toEqual(
      [file("x.GZ!/x", "ab")],
    );
  });

  test("what is no archive is none", () => {
    for (const bytes of [
      "PK is a format",
      "BZhello world",
      "070701,12",
      "Rar!",
      "",
      "print('PK\\x05\\x06')",
      " PK\x05\x06 in text".repeat(40),
    ]) {
      expect(opened("a.txt", text(bytes))).toEqual([]);
    }
  });
});

describe("A22 A23 what cannot be looked into says so", () => {
  const encrypted = { name: "a.py", data: "x", flags: 1 };
  test.each<[string, Uint8Array, string]>([
    [
      "a password on one entry, and the rest is read",
      buildZip([encrypted, { name: "b.py", data: "x" }]),
      "encrypted: b.py",
    ],
    [
      "AES",
      buildZip([{ name: "a.py", data: "x", method: 99, centralExtra: extra(0x9901, Buffer.alloc(7)) }]),
      "encrypted:",
    ],
    ["a password and data before it", Buffer.concat([Buffer.from("MZ stub"), buildZip([encrypted])]), "encrypted:"],
    ["7z", Buffer.from("377abcaf271c0004", "hex"), "unreadable:"],
    ["RAR 4", Buffer.from("526172211a0700cf", "hex"), "unreadable:"],
    ["RAR 5", Buffer.from("526172211a070100", "hex"), "unreadable:"],
    ["xz", Buffer.from("fd377a585a000004", "hex"), "unreadable:"],
    ["bzip2", Buffer.from("425a6839314159265359", "hex"), "unreadable:"],
    ["zstd", Buffer.from("28b52ffd24000100", "hex"), "unreadable:"],
    ["a disk image", Buffer.concat([Buffer.alloc(0x8001), Buffer.from("CD001\x01")]), "unreadable:"],
    ["a zip cut off before its directory", buildZip([{ name: "a.py", data: "x" }]).subarray(0, 40), "unreadable:"],
    ["a method that is not unpacked", buildZip([{ name: "a.py", data: "x", method: 14 }]), "unreadable:"],
    ["a gzip that is damaged", gzipSync("some text that is long enough").subarray(0, -9), "unreadable:"],
    [
      "a tar that is damaged",
      buildTar([
        { name: "a", data: "x" },
        { name: "b", data: "x", checksum: "000000\0 " },
      ]),
      "unreadable: a",
    ],
    [
      "a tar behind a tar",
      Buffer.concat([buildTar([{ name: "a", data: "x" }]), buildTar([{ name: "b", data: "x" }])]),
      "unreadable: a",
    ],
    ["a pax size that moves what follows", buildTar([pax([["size", "512"]]), { name: "a", data: "x" }]), "unreadable:"],
  ])("%s", (_, bytes, state) => {
    expect(opened("x", bytes)).toEqual([`x ${state}`]);
  });

  test.each<[string, Uint8Array]>([
    [
      "an entry that the directory does not name",
      buildZip([
        { name: "a", data: "x" },
        { name: "evil", data: "x", omitCentral: true },
      ]),
    ],
    [
      "a zip before the zip",
      Buffer.concat([buildZip([{ name: "evil", data: "x" }]), buildZip([{ name: "a", data: "x" }])]),
    ],
    ["another name beside the data", buildZip([{ name: "a", data: "x", local: { name: "b" } }])],
    ["another size than declared", buildZip([{ name: "a", data: "x", unpackedSize: 2 }])],
    ["another checksum than declared", buildZip([{ name: "a", data: "x", crc: 1 }])],
    [
      "entries that overlap",
      buildZip([
        { name: "a", data: "x" },
        { name: "a", data: "x", localOffset: 0 },
      ]),
    ],
  ])("A20 what two readers see differently is unreadable: %s", (_, bytes) => {
    expect(opened("x", bytes)[0]).toMatch(/^x unreadable:/);
  });

  test("A21 a file that is two archives is opened as both", () => {
    const both = Buffer.concat([buildTar([{ name: "a.py", data: "x" }]), buildZip([{ name: "b.py", data: "x" }])]);
    expect(opened("x", both)).toEqual(["x unreadable: a.py b.py"]);
    expect(
      opened("x", Buffer.concat([buildTgz([{ name: "a.py", data: "x" }]), buildZip([{ name: "b.py", data: "x" }])]))[0],
    ).toContain("b.py");
  });
});

describe("A16 archives in archives are bounded as a whole", () => {
  test("three levels are opened, the fourth is too deep; what lies inside keeps its way", () => {
    let bytes: Uint8Array = text("x");
    for (const name of ["e.txt", "d.zip", "c.zip", "b.zip"]) bytes = writeZip([file(name, bytes)]);
    expect(openNested([file("a.zip", bytes)], DEFAULT_LIMITS).map(({ path, state }) => [path, state])).toEqual([
      ["a.zip", "read"],
      ["a.zip!/b.zip", "read"],
      ["a.zip!/b.zip!/c.zip", "read"],
      ["a.zip!/b.zip!/c.zip!/d.zip", "too_deep"],
    ]);
  });

  test("files and bytes count over all archives together", () => {
    const many = writeZip(Array.from({ length: 9 }, (_, index) => file(`${index}`, "x")));
    const states = (limits: Partial<typeof DEFAULT_LIMITS>) =>
      openNested([file("a", many), file("b", many)], { ...DEFAULT_LIMITS, ...limits }).map(({ state }) => state);
    expect(states({ files: 4 })).toEqual(["read", "too_large"]);
    expect(states({ files: 5 })).toEqual(["read", "read"]);
    expect(states({ unpackedBytes: 17 })).toEqual(["read", "too_large"]);
  });

  test("bombs and damaged archives cost next to nothing, however many", () => {
    const zeros = Buffer.alloc(64 * 1024 * 1024);
    const gzipBomb = gzipSync(zeros);
    const { packed, crc } = deflated(zeros);
    const declared = buildZip([{ name: "z", packed, crc, packedSize: packed.length, unpackedSize: zeros.length }]);
    const lying = buildZip([{ name: "z", packed, crc, packedSize: packed.length, unpackedSize: 10 }]);
    const wrong = buildZip([{ name: "z", packed, crc, packedSize: packed.length, unpackedSize: 9 * 1024 * 1024 }]);
    const overlapping = buildZip([
      { name: "z", packed, crc, packedSize: packed.length, unpackedSize: 1 << 20 },
      ...Array.from({ length: 500 }, () => ({
        name: "z",
        packed: Buffer.alloc(0),
        packedSize: packed.length,
        unpackedSize: 1 << 20,
        localOffset: 0,
      })),
    ]);
    const cut = gzipSync(Buffer.alloc(9 * 1024 * 1024)).subarray(0, -8);
    for (const [bytes, state] of [
      [gzipBomb, "too_large"],
      [declared, "too_large"],
      [lying, "unreadable"],
      [wrong, "unreadable"],
      [overlapping, "too_large"],
      [cut, "unreadable"],
    ] as const) {
      const files = Array.from({ length: 100 }, (_, index) => file(`${index}.bin`, bytes));
      const cost = startCost();
      const archives = openNested(files, DEFAULT_LIMITS);
      expect(cost()).toBeLessThan(100);
      expect(archives).toHaveLength(100);
      expect(archives[0]?.state).toBe(state);
      expect(archives.every((each) => each.state !== "read")).toBe(true);
    }
  });

  test("hostile bytes never throw: every cut, and every byte changed", () => {
    const samples = [
      writeZip(HELLO),
      buildZip([{ name: "a", data: "x" }], { beforeEnd: (at) => zip64End(at) }),
      buildTar([longName("long"), { name: "a", data: "x", magic: "ustar  \0" }]),
      buildTgz([pax([["path", "p"]]), { name: "a", data: "x" }]),
    ];
    for (const sample of samples) {
      for (let at = 0; at < sample.length; at += sample.length > 1000 ? 7 : 1) {
        openNested([file("cut", sample.subarray(0, at))], DEFAULT_LIMITS);
        for (const value of [0, 0xff]) {
          const changed = new Uint8Array(sample);
          changed[at] = value;
          openNested([file("changed", changed)], DEFAULT_LIMITS);
        }
      }
    }
  });
});

describe("archives of real tools", () => {
  const directory = mkdtempSync(join(tmpdir(), "nested-"));
  afterAll(() => rmSync(directory, { recursive: true }));
  const has = (tool: string, ...args: string[]) => spawnSync(tool, args).status === 0;
  const make = (tool: string, ...args: string[]) => {
    execFileSync(tool, args, { cwd: directory });
    return readFileSync(join(directory, args.find((arg) => arg.startsWith("out.")) ?? ""));
  };
  const python = (script: string) => {
    execFileSync("python3", ["-I", "-c", script], { cwd: directory });
    return readFileSync(join(directory, "out"));
  };

  test.skipIf(!has("zip", "-v"))("Info-ZIP: plain, with a password, with a stub before it", () => {
    execFileSync("sh", ["-c", "echo 'print(1)' > a.py"], { cwd: directory });
    expect(opened("x", make("zip", "-qz", "out.1.zip", "a.py"))).toEqual(["x read: a.py"]);
    expect(opened("x", make("zip", "-qP", "infected", "out.2.zip", "a.py"))).toEqual(["x encrypted:"]);
    execFileSync(
      "sh",
      ["-c", "(printf '#!/bin/sh\\n'; cat out.1.zip) > out.3.zip; cp out.3.zip out.4.zip; zip -qA out.4.zip || true"],
      { cwd: directory },
    );
    expect(opened("x", readFileSync(join(directory, "out.3.zip")))).toEqual(["x read: a.py"]);
    expect(opened("x", readFileSync(join(directory, "out.4.zip")))).toEqual(["x read: a.py"]);
  });

  test.skipIf(!has("python3", "-c", "0"))("Python: zipapp, streamed zip, tar in three formats, gzip", () => {
    const zipped = (mode: string) => `
import io, sys, zipfile
z = zipfile.ZipFile("out", "w", zipfile.${mode})
z.comment = b"hello"
z.writestr("a.py", "print(1)")
z.close()`;
    expect(opened("x", python(zipped("ZIP_DEFLATED")))).toEqual(["x read: a.py"]);
    expect(opened("x", python(zipped("ZIP_LZMA")))).toEqual(["x unreadable:"]);
    expect(
      opened(
        "x",
        python(`
import io, zipapp, pathlib
pathlib.Path("app").mkdir(exist_ok=True); pathlib.Path("app/__main__.py").write_text("print(1)")
zipapp.create_archive("app", "out", interpreter="/usr/bin/env python3")`),
      ),
    ).toEqual(["x read: __main__.py"]);
    for (const format of ["USTAR", "GNU", "PAX"]) {
      const name = "n".repeat(40);
      expect(
        opened(
          "x",
          python(`
import io, tarfile
with tarfile.open("out", "w:gz", format=tarfile.${format}_FORMAT) as t:
    i = tarfile.TarInfo("${name}/${name}/${name}.py"); i.size = 1; t.addfile(i, io.BytesIO(b"x"))
    l = tarfile.TarInfo("l"); l.type = tarfile.SYMTYPE; l.linkname = "a"; t.addfile(l)`),
        ),
      ).toEqual([`x read: ${name}/${name}/${name}.py`]);
    }
    expect(opened("x.gz", python(`import gzip; gzip.open("out", "wb").write(b"x")`))).toEqual(["x.gz read: x"]);
  });
});
