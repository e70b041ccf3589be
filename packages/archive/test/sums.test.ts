import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  contentDigest,
  contentVersion,
  parseSums,
  releaseDigest,
  RESERVED_FILES,
  sha256Hex,
  sri,
  sumsOf,
} from "../src/index.ts";
import { ArchiveError } from "../src/archive-error.ts";
import { refusalOf } from "./verdict.ts";
import { startCost } from "../../../test/harness/cost.ts";

const header = { publisher: "acme", name: "web-search", version: "1.0.0-rc.1+b" };
const headerLine = "# gaia-release/1 publisher=acme name=web-search version=1.0.0-rc.1+b\n";
const a = "a".repeat(64);
const b = "b".repeat(64);

describe("SHA256SUMS", () => {
  test("is a header and sorted lines, and is read back", () => {
    const text = sumsOf(header, [
      { path: "b/\u00fc", sha256: b },
      { path: "SKILL.md", sha256: a },
    ]);
    expect(text).toBe(`${headerLine}${a}  SKILL.md\n${b}  b/\u00fc\n`);
    expect(parseSums(text)).toEqual({
      header,
      entries: [
        { path: "SKILL.md", sha256: a },
        { path: "b/\u00fc", sha256: b },
      ],
    });
    expect(parseSums(text.slice(headerLine.length)).header).toBeNull();
  });

  test("content_digest names the lines, release_digest the whole text", () => {
    const text = sumsOf(header, [{ path: "f", sha256: a }]);
    const hex = (value: string) => `sha256:${createHash("sha256").update(value).digest("hex")}`;
    expect(contentDigest(text)).toBe(hex(`${a}  f\n`));
    expect(releaseDigest(text)).toBe(hex(text));
    const other = sumsOf({ ...header, version: "2.0.0" }, [{ path: "f", sha256: a }]);
    expect(contentDigest(other)).toBe(contentDigest(text));
    expect(releaseDigest(other)).not.toBe(releaseDigest(text));
    expect(contentDigest(`${a}  f\n`)).toBe(contentDigest(text));
  });

  test("hostile text is refused as invalid_sums", () => {
    const line = `${a}  f\n`;
    const hostile = [
      "",
      "\n",
      headerLine,
      line.slice(0, -1),
      `${line}\n`,
      `${line}${line}`,
      `${b}  g\n${line}`,
      line.replace("\n", "\r\n"),
      `\ufeff${line}`,
      `\\${line}`,
      `${a} *f\n`,
      `${a} f\n`,
      `${a.toUpperCase()}  f\n`,
      `${a.slice(1)}  f\n`,
      `${a}  \n`,
      `${a}  ../f\n`,
      `${a}  /f\n`,
      `${a}  a\\nb\n`,
      `${a}  d/\n`,
      `${a}  ./f\n`,
      `${a}  e\u0301\n`,
      `${a}  A\n${b}  a\n`,
      `${a}  a\n${b}  a/b\n`,
      `${line}# gaia-release/1 publisher=a name=b version=c\n`,
      `# other\n${line}`,
      `#${headerLine}${line}`,
      `${headerLine}${headerLine}${line}`,
      `# gaia-release/1 publisher=a name=b\n${line}`,
      `# gaia-release/1 publisher=a name=b version=c d\n${line}`,
      `# gaia-release/1 publisher=a=b name=b version=c\n${line}`,
      `# gaia-release/1 publisher=\u00e9 name=b version=c\n${line}`,
      `# gaia-release/2 publisher=a name=b version=c\n${line}`,
      `# gaia-release/1  publisher=a name=b version=c\n${line}`,
    ];
    for (const text of hostile) {
      expect({ text, code: refusalOf(() => parseSums(text)).code }).toEqual({ text, code: "invalid_sums" });
    }
  });

  test("what is parsed is exactly what would be written: text and meaning are one to one", () => {
    const text = sumsOf(header, [
      { path: "a", sha256: a },
      { path: "b", sha256: b },
    ]);
    const at = fc.nat({ max: text.length });
    fc.assert(
      fc.property(at, fc.string({ maxLength: 4 }), fc.nat({ max: 4 }), (index, piece, size) => {
        const changed = text.slice(0, index) + piece + text.slice(index + size);
        try {
          const sums = parseSums(changed);
          if (sums.header !== null) expect(sumsOf(sums.header, sums.entries)).toBe(changed);
        } catch (error) {
          expect(error).toBeInstanceOf(ArchiveError);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test("a header or file that cannot stand in it is refused", () => {
    for (const value of ["", "a b", "a\nb", "a=b", "\u00e9", "a".repeat(257)]) {
      for (const key of ["publisher", "name", "version"]) {
        expect(refusalOf(() => sumsOf({ ...header, [key]: value }, [{ path: "f", sha256: a }])).code).toBe(
          "invalid_sums",
        );
      }
    }
    expect(refusalOf(() => sumsOf(header, [])).code).toBe("invalid_sums");
    expect(refusalOf(() => sumsOf(header, [{ path: "f", sha256: "A".repeat(64) }])).code).toBe("invalid_sums");
    expect(refusalOf(() => sumsOf(header, [{ path: "a\nb", sha256: a }])).code).toBe("path_characters");
    const twice = [
      { path: "f", sha256: a },
      { path: "f", sha256: b },
    ];
    expect(refusalOf(() => sumsOf(header, twice)).code).toBe("path_collision");
  });

  test("megabytes of hostile text are judged in little time", () => {
    const cost = startCost();
    const deep = `${"a/".repeat(2000)}f`;
    const texts = [
      "#".repeat(9_000_000),
      "\n".repeat(8_000_000),
      `# gaia-release/1 publisher=${"a".repeat(7_000_000)}\n`,
      Array.from({ length: 1900 }, (_, index) => `${a}  ${String(index).padStart(5, "0")}/${deep}\n`).join(""),
      Array.from({ length: 1900 }, (_, index) => `${a}  ${String(index).padStart(5, "0")}/${"x/".repeat(200)}f\n`).join(
        "",
      ),
    ];
    for (const text of texts) {
      try {
        parseSums(text);
      } catch (error) {
        expect(error).toBeInstanceOf(ArchiveError);
      }
    }
    expect(cost()).toBeLessThan(700);
  });
});

describe("digests", () => {
  test("are what other tools compute", () => {
    const bytes = new TextEncoder().encode("abc");
    expect(sha256Hex(bytes)).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(sri(bytes)).toBe("sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
  });

  test("the names beside an installed skill are reserved", () => {
    expect(RESERVED_FILES).toEqual([
      "SHA256SUMS",
      "SHA256SUMS.asc",
      "SHA256SUMS.sigstore.json",
      "signature.json",
      ".tlog-proof",
    ]);
  });
});

test("content without a version gets one that is SemVer, also where its digest begins with a zero and has no letter for long", () => {
  const semver = /^0\.0\.0-(?:0|[1-9]\d*|\d*[a-z-][0-9a-z-]*)$/;
  const of = (start: string) => contentVersion(`sha256:${start.padEnd(64, "1")}`);
  expect(of("abcdef0123456789")).toBe("0.0.0-abcdef012345");
  expect(of("0123456789012f")).toBe("0.0.0-23456789012f");
  for (const start of ["0", "0123456789012f", "abc"]) expect(of(start)).toMatch(semver);
});
