import { describe, expect, test } from "vitest";
import { DEFAULT_LIMITS, readArchive } from "../src/index.ts";
import { buildTgz, longName, pax } from "./tar-builder.ts";
import { refusalOf, verdictOf } from "./verdict.ts";
import { buildZip } from "./zip-builder.ts";

/** The verdict on a name in every place where an archive can carry one. They must agree. */
function verdictsOnName(name: string | Uint8Array): unknown[] {
  const size = Buffer.byteLength(name as string);
  return [
    verdictOf(buildZip([{ name, data: "x" }])),
    ...(size <= 100 ? [verdictOf(buildTgz([{ name, data: "x" }]))] : []),
    verdictOf(buildTgz([longName(name), { name: "short", data: "x" }])),
    verdictOf(buildTgz([pax([["path", name]]), { name: "short", data: "x" }])),
  ];
}

function expectRefused(names: (string | Uint8Array)[], code: string): void {
  for (const name of names) {
    for (const verdict of verdictsOnName(name)) expect({ name, verdict }).toEqual({ name, verdict: code });
  }
}

function expectRead(names: string[]): void {
  for (const name of names) {
    for (const verdict of verdictsOnName(name)) expect({ name, verdict }).toEqual({ name, verdict: [name] });
  }
}

function verdictsOnNames(names: string[]): unknown[] {
  return [
    verdictOf(buildZip(names.map((name) => ({ name })))),
    verdictOf(buildTgz(names.map((name) => ({ name, type: name.endsWith("/") ? "5" : "0" })))),
  ];
}

describe("A1 paths that leave the package", () => {
  test("are refused in zip, ustar, GNU and pax names", () => {
    expectRefused(["../etc/passwd", "a/../../b", "a/..", "..", "./../x", "．．/x", "a/‥/x"], "path_traversal");
  });

  test("the message names the entry and the path is there for the report", () => {
    const error = refusalOf(() => readArchive(buildZip([{ name: "x/../../etc" }])));
    expect(error.message).toBe("entry 'x/../../etc' leaves the package");
    expect(error.path).toBe("x/../../etc");
    expect(error.isSizeLimit).toBe(false);
  });

  test("a directory entry is judged like a file", () => {
    expect(verdictsOnNames(["SKILL.md", "../up/"])).toEqual(["path_traversal", "path_traversal"]);
  });

  test("a ustar prefix cannot bring it in", () => {
    expect(verdictOf(buildTgz([{ name: "x", prefix: "a/.." }]))).toBe("path_traversal");
    expect(verdictOf(buildTgz([{ name: "x", prefix: "/a" }]))).toBe("path_absolute");
  });
});

describe("A2 absolute paths", () => {
  test("of Unix, Windows and UNC are refused", () => {
    expectRefused(["/etc/passwd", "//server/x", "C:\\x", "c:/x", "\\\\server\\x", "\\x", "/"], "path_absolute");
  });

  test("backslashes inside a path are refused", () => {
    expectRefused(["a\\b", "..\\x", "a\\"], "path_backslash");
  });
});

describe("A3 drive-relative paths", () => {
  test("are refused", () => expectRefused(["C:../x", "C:x", "z:"], "path_absolute"));
});

describe("A9 duplicate names", () => {
  test("are refused for files and for directory entries", () => {
    for (const names of [
      ["a", "a"],
      ["./a", "a"],
      ["d/", "d/", "d/f"],
    ]) {
      expect({ names, verdicts: verdictsOnNames(names) }).toEqual({
        names,
        verdicts: ["path_collision", "path_collision"],
      });
    }
  });

  test("a directory entry before, behind or without its files is fine", () => {
    expect(verdictsOnNames(["d/", "d/f", "d/e/g", "d/e/"])).toEqual([
      ["d/e/g", "d/f"],
      ["d/e/g", "d/f"],
    ]);
  });
});

describe("A10 names that are one name elsewhere", () => {
  test("by normal form, compatibility form or letter case are refused", () => {
    const pairs = [
      ["\u00e9.md", "e\u0301.md"],
      ["\ufb01le", "file"],
      ["README.md", "readme.MD"],
      ["stra\u00dfe", "STRASSE"],
      ["\u03b1\u03c2", "\u03b1\u03c3"],
      ["K", "\u212a"],
      ["Docs/a", "docs/b"],
      ["\u26a0\ufe0f.md", "\u26a0.md"],
    ];
    for (const pair of pairs) {
      expect({ pair, verdicts: verdictsOnNames(pair) }).toEqual({
        pair,
        verdicts: ["path_collision", "path_collision"],
      });
    }
  });

  test("a trailing dot or space is refused, alone too", () => {
    expectRefused(["SKILL.md.", "SKILL.md ", "d./f", "d /f", "..."], "path_unportable");
  });

  test("a character whose compatibility form divides or ends a name is refused", () => {
    expectRefused(
      ["a\uff0fb", "\uff0e\uff0e\uff0fx", "a\uff3cb", "\u2100", "f\uff0e", "d\u2026/f", "f\u00a0"],
      "path_unportable",
    );
  });

  test("`name` beside `name/` is refused", () => {
    expect(verdictsOnNames(["d", "d/"])).toEqual(["path_conflict", "path_conflict"]);
  });

  test("a name is read in NFC", () => {
    expect(verdictsOnNames(["e\u0301.md"])).toEqual([["\u00e9.md"], ["\u00e9.md"]]);
  });
});

describe("A11 a file that is another file's folder", () => {
  test("is refused in both orders and in any letter case", () => {
    for (const names of [
      ["a", "a/b"],
      ["a/b", "a"],
      ["A/b/c", "a/B"],
    ]) {
      for (const verdict of verdictsOnNames(names)) expect(verdict).toMatch(/^path_(?:conflict|collision)$/);
    }
  });
});

describe("A12 names that Windows reads differently", () => {
  test("devices and alternate streams are refused", () => {
    expectRefused(
      ["CON", "nul.txt", "a/AUX.md", "com1", "LPT9.tar.gz", "COM\u00b9", "CONIN$", "prn .x"],
      "path_unportable",
    );
    expectRefused(["ab:c", "SKILL.md::$DATA", "d/a:b"], "path_unportable");
  });

  test("names that only look alike are read", () => expectRead(["console.md", "com10", "nul-x", "auxiliary/a"]));
});

describe("A13 characters that hide or turn text", () => {
  test("control, bidi, invisible, private-use and format characters are refused", () => {
    const characters = [
      0, 7, 0x0a, 0x1b, 0x7f, 0x85, 0xad, 0x200b, 0x200d, 0x200e, 0x202e, 0x2028, 0x2066, 0x3164, 0xf03a, 0xfeff,
      0xfffe, 0xe0041,
    ];
    expectRefused(
      characters.map((code) => `a${String.fromCodePoint(code)}b`).filter((name) => !name.includes("\0")),
      "path_characters",
    );
    expect(verdictOf(buildZip([{ name: "a\0b" }]))).toBe("path_characters");
    expect(verdictOf(buildTgz([pax([["path", "a\0b"]]), { name: "x" }]))).toBe("path_characters");
    expect(verdictOf(buildTgz([{ name: "a\0b" }]))).toBe("tar_header");
  });

  test("invalid, overlong and surrogate UTF-8 is refused", () => {
    const hostile = ["c0ae", "c0af", "ff", "e28080c0", "eda080", "f4908080", "61e9"];
    expectRefused(
      hostile.map((hex) => Buffer.from(hex, "hex")),
      "path_encoding",
    );
  });

  test("other scripts and emoji are read", () =>
    expectRead(["说明：一.md", "प्रलेख.md", "\u26a0\ufe0f.md", "a b/c-_.~+#@.md", "…x"]));

  test("what a message shows of a hostile name has no control characters and is cut", () => {
    const error = refusalOf(() => readArchive(buildZip([{ name: `\u001b[2J${"\u202e".repeat(70)}` }])));
    expect(error.message).toContain("'\\u{001b}[2J\\u{202e}");
    expect(`${error.message}${error.path}`).not.toMatch(/[\p{C}]/u);
    const long = refusalOf(() => readArchive(buildZip([{ name: "a".repeat(60_000) }])));
    expect(long.message.length).toBeLessThan(250);
  });
});

describe("A14 long and deep paths", () => {
  const limits = { ...DEFAULT_LIMITS, pathBytes: 600 };

  test("the limits hold exactly", () => {
    const atLimit = `${"a".repeat(120)}/${"b".repeat(119)}`;
    expectRead([atLimit, Array(16).fill("d").join("/")]);
    expectRefused([`${atLimit}c`, "é".repeat(121)], "path_too_long");
    expectRefused([Array(17).fill("d").join("/")], "path_too_deep");
  });

  test("a segment has 255 bytes at most, whatever the limit of the path", () => {
    expect(verdictOf(buildZip([{ name: "s".repeat(255) }]), limits)).toEqual(["s".repeat(255)]);
    expect(verdictOf(buildZip([{ name: "s".repeat(256) }]), limits)).toBe("path_too_long");
  });

  test("empty and dot parts are refused", () => {
    expectRefused(["a//b", "a/./b", "././a", "a/.", ".//a"], "path_not_normal");
    expect(verdictOf(buildZip([{ name: "" }]))).toBe("path_not_normal");
  });
});
