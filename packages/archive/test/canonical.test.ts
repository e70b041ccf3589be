import { execFileSync } from "node:child_process";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DEFAULT_LIMITS, readArchive, sha256Hex, sri, writeTarGz, writeZip } from "../src/index.ts";
import type { PackageFile } from "../src/index.ts";
import { refusalOf } from "./verdict.ts";

const file = (path: string, text: string | Uint8Array): PackageFile => ({
  path,
  bytes: new Uint8Array(Buffer.from(text as string)),
});
const longPath = `${"d".repeat(110)}/${"e".repeat(110)}.md`;

/** Long and short paths, other scripts, an empty file, a script, something that packs well. */
const fixed = [
  file("scripts/run.sh", "#!/bin/sh\necho hi\n"),
  file("SKILL.md", "---\nname: golden\n---\n\n# Golden\n".repeat(30)),
  file("empty", ""),
  file("a/\u00fc\u{1f600}.txt", "x"),
  file("a/\uff5e.txt", "y"),
  file(`${"p".repeat(90)}/${"q".repeat(90)}`, "in two fields"),
  file(`${longPath}`, "in a pax header"),
  file("table.csv", Array.from({ length: 2000 }, (_, index) => `${index},${index * index}\n`).join("")),
];

describe("canonical archives", () => {
  test("golden: these files give these bytes on every machine", () => {
    expect({ zip: sha256Hex(writeZip(fixed)), tgz: sha256Hex(writeTarGz(fixed)) }).toEqual({
      zip: "be7a9686abe4629f4575fe6583f05721472a87d218a0556f586660b9bd84927b",
      tgz: "88affcfd203f0a36dc48f11e6a6c121f114044ff8d6afe1c387a1588e6a5e027",
    });
  });

  test("neither the time zone nor the locale of the machine takes part", () => {
    const door = new URL("../src/index.ts", import.meta.url).href;
    const script = `
      const { writeZip, writeTarGz, sri } = await import(${JSON.stringify(door)});
      const files = [{ path: "b", bytes: Buffer.from("#!x") }, { path: "a", bytes: Buffer.from("y".repeat(99)) }];
      console.log(sri(writeZip(files)), sri(writeTarGz(files)));`;
    const outputs = ["Asia/Tokyo", "America/New_York", "UTC"].map((TZ) =>
      execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
        env: { TZ, LC_ALL: TZ === "UTC" ? "C" : "tr_TR.UTF-8" },
        encoding: "utf8",
      }),
    );
    const files = [file("b", "#!x"), file("a", "y".repeat(99))];
    const here = `${sri(writeZip(files))} ${sri(writeTarGz(files))}\n`;
    expect(outputs).toEqual([here, here, here]);
  });

  test("the order in which files are given is of no effect", () => {
    const reversed = [...fixed].reverse();
    expect(writeZip(reversed)).toEqual(writeZip(fixed));
    expect(writeTarGz(reversed)).toEqual(writeTarGz(fixed));
  });

  test("what is written is read back: any files, both containers", () => {
    const name = fc.stringMatching(/^[a-z0-9_-]{1,40}$/).map((text) => `f${text}`);
    const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((parts) => parts.join("/"));
    const files = fc.dictionary(path, fc.uint8Array({ maxLength: 3000 }), { maxKeys: 12, minKeys: 1 });
    fc.assert(
      fc.property(files, (byPath) => {
        const given = Object.entries(byPath).map(([key, bytes]) => ({ path: key, bytes }));
        // A name that is a file here and a folder there is no package.
        fc.pre(given.every((one) => !given.some((other) => other.path.startsWith(`${one.path}/`))));
        const zip = readArchive(writeZip(given));
        const tgz = readArchive(writeTarGz(given));
        expect(zip.kind).toBe("zip");
        expect(tgz.kind).toBe("tgz");
        expect(zip.files).toEqual(tgz.files);
        expect(new Map(zip.files.map((one) => [one.path, one.bytes]))).toEqual(new Map(Object.entries(byPath)));
      }),
      { numRuns: 80 },
    );
  });

  test("files are sorted by the bytes of their paths, not by UTF-16", () => {
    const paths = readArchive(
      writeZip([file("\u{1f600}", ""), file("\uff5e", ""), file("Z", ""), file("a", "")]),
    ).files;
    expect(paths.map(({ path }) => path)).toEqual(["Z", "a", "\uff5e", "\u{1f600}"]);
  });

  test("files that pack better than the bomb limit are stored, so that the result can be read", () => {
    const zeros = [
      { path: "large", bytes: new Uint8Array(8 * 1024 * 1024) },
      ...Array.from({ length: 30 }, (_, index) => ({ path: `small${index}`, bytes: new Uint8Array(60_000) })),
    ];
    for (const bytes of [writeZip(zeros), writeTarGz(zeros)]) {
      expect(bytes.length).toBeLessThan(DEFAULT_LIMITS.packedBytes);
      expect(readArchive(bytes).files).toHaveLength(31);
    }
  });

  test("files that no reader here would give are refused", () => {
    const codes = [["../x"], ["e\u0301"], ["./a"], ["a/"], ["a", "A"], ["a", "a/b"], ["/a"], ["a\\b"]].map((paths) =>
      [writeZip, writeTarGz].map((write) => refusalOf(() => write(paths.map((path) => file(path, "")))).code),
    );
    expect(codes.map(([zip, tgz]) => (zip === tgz ? zip : "differ"))).toEqual([
      "path_traversal",
      "path_not_normal",
      "path_not_normal",
      "path_not_normal",
      "path_collision",
      "path_conflict",
      "path_absolute",
      "path_backslash",
    ]);
  });
});
