import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import semver from "semver";
import { describe, expect, it } from "vitest";
import { COMPARATORS, parseRange, ResolverError, satisfies } from "./index.ts";
import { startCost } from "../../../test/harness/cost.ts";

/** CPU time of this thread, in milliseconds: what a bound on work means on a machine that others use too. */
function isIn(version: string, range: string): boolean {
  return satisfies(version, parseRange(range));
}

describe("ranges of docs/specification.md §10.2", () => {
  it.each([
    ["1.2.3", ["1.2.3"], ["1.2.4", "1.2.2", "1.2.3-rc.1"]],
    ["==1.2.3", ["1.2.3"], ["1.2.4"]],
    ["=1.2.3", ["1.2.3"], ["1.2.4"]],
    ["==1.2", ["1.2.0"], ["1.2.1"]],
    ["!=1.2.3", ["1.2.2", "1.2.4"], ["1.2.3", "1.2.4-rc.1"]],
    [">=1.0", ["1.0.0", "9.0.0"], ["0.9.9", "1.0.0-rc.1", "2.0.0-rc.1"]],
    [">1.0.0", ["1.0.1"], ["1.0.0"]],
    ["<=2", ["2.0.0", "0.0.1"], ["2.0.1"]],
    ["<2.0.0", ["1.9.9"], ["2.0.0", "2.0.0-rc.1"]],
    ["^1.2.3", ["1.2.3", "1.9.0"], ["1.2.2", "2.0.0", "2.0.0-0"]],
    ["^0.2.3", ["0.2.3", "0.2.9"], ["0.3.0", "0.2.2"]],
    ["^0.0.3", ["0.0.3"], ["0.0.4"]],
    ["^0", ["0.9.9"], ["1.0.0"]],
    ["^0.0", ["0.0.9"], ["0.1.0"]],
    ["1.2", ["1.2.0", "1.2.9"], ["1.1.9", "1.3.0", "1.3.0-rc.1"]],
    ["1", ["1.0.0", "1.9.9"], ["0.9.9", "2.0.0"]],
    ["1.x", ["1.0.0", "1.9.9"], ["0.9.9", "2.0.0"]],
    ["1.2.*", ["1.2.0", "1.2.9"], ["1.1.9", "1.3.0"]],
    ["==1.2.*", ["1.2.0", "1.2.9"], ["1.1.9", "1.3.0"]],
    ["!=1.2.*", ["1.1.9", "1.3.0"], ["1.2.0", "1.2.9"]],
    ["~1.2.3", ["1.2.3", "1.2.9"], ["1.2.2", "1.3.0", "1.3.0-0"]],
    ["~1.2", ["1.2.0", "1.2.9"], ["1.3.0"]],
    ["~1", ["1.0.0", "1.9.9"], ["2.0.0"]],
    ["~=1.4", ["1.4.0", "1.9.9"], ["1.3.9", "2.0.0"]],
    ["~=1.4.2", ["1.4.2", "1.4.9"], ["1.4.1", "1.5.0"]],
    ["~=0.4", ["0.4.0", "0.9.0"], ["1.0.0"]],
    ["*", ["0.0.1", "99.0.0"], ["1.0.0-rc.1"]],
    [">=1.0, !=1.5.0, <2", ["1.4.0", "1.5.1"], ["1.5.0", "2.0.0"]],
    [">= 1.0 < 2", ["1.0.0"], ["2.0.0", "0.1.0"]],
    [" >=1.0 ", ["1.0.0"], []],
    [">=1.0.0-rc.1", ["1.0.0-rc.1", "1.0.0-rc.2", "1.0.0", "2.0.0"], ["1.0.0-beta", "1.1.0-rc.1"]],
    ["!=1.0.0-rc.1", ["1.0.0"], ["1.0.0-rc.2"]],
    ["^1.0.0 >=2.0.0-rc.1", [], ["2.0.0-rc.1"]],
    ["1.0.0+a", ["1.0.0+a"], ["1.0.0", "1.0.0+b"]],
    ["1.0.0", ["1.0.0", "1.0.0+b"], []],
  ])("%s", (range, inside, outside) => {
    for (const version of inside) expect(isIn(version, range), version).toBe(true);
    for (const version of outside) expect(isIn(version, range), version).toBe(false);
  });

  it.each([
    "",
    " ",
    ",",
    "=>1.0.0",
    ">",
    ">=",
    "latest",
    "v1.0.0",
    ">=v1.0.0",
    ">=1.x",
    "~=1.*",
    "^1.2.x",
    "1.2.3.*",
    "1.x.x.x",
    "x",
    "1.*.3",
    "~=1",
    "1.0.0 || 2.0.0",
    "1.0.0 - 2.0.0",
    "01.0.0",
    ">=1.0.0.0",
    ">=99999999999999999.0.0",
    "^9007199254740991.0.0",
    ">=1.0.0\n<2",
    ">=1.0.0\0",
    "constructor",
    "__proto__",
    "file:../x",
    "git+https://example.com",
    ">=１.0.0",
  ])("refuses %j", (range) => {
    expect(() => parseRange(range)).toThrow(ResolverError);
    expect(() => parseRange(range)).toThrow(expect.objectContaining({ code: "range_invalid" }));
  });

  it("says which version is exact", () => {
    expect(["1.2.3", "==1.2", ">=1", "1.2.3, <2", "!=1.0.0", "*"].map((range) => parseRange(range).exact)).toEqual([
      "1.2.3",
      "1.2.0",
      null,
      null,
      null,
      null,
    ]);
  });

  it("means what the table says, comparator by comparator", () => {
    const versions = [
      "0.9.9",
      "1.1.9",
      "1.2.0",
      "1.2.3",
      "1.2.9",
      "1.3.0",
      "1.4.0",
      "1.9.9",
      "2.0.0",
      "2.1.0",
      "1.2.3-rc.1",
    ];
    for (const { example, same } of COMPARATORS)
      for (const version of versions)
        expect([example, version, isIn(version, example)]).toEqual([example, version, isIn(version, same)]);
  });

  it("stands in the docs as the code has it", () => {
    const page = readFileSync(new URL("../../../docs/versions.md", import.meta.url), "utf8");
    for (const { write, means, example, same } of COMPARATORS)
      expect(page).toContain(`| \`${write}\` | ${means} | \`${example}\` | \`${same}\` |`);
    expect(page.match(/^\| `/gm)).toHaveLength(COMPARATORS.length);
  });

  it("refuses what is no version", () => {
    for (const version of ["", "1.0", "v1.0.0", " 1.0.0", "1.0.0 "])
      expect(() => isIn(version, "*"), version).toThrow(expect.objectContaining({ code: "version_invalid" }));
  });

  it("is plain data", () => {
    const range = parseRange(">=1.0, ^1.2.0-rc.1");
    expect(satisfies("1.2.0-rc.2", JSON.parse(JSON.stringify(range)))).toBe(true);
  });
});

/**
 * Python's own reading of a range, by the library that pip brings along; each comparator by itself: packaging 21.3, which Debian 12's pip
 * has, takes `~=0.1` and `~=0.1.0` in one set for the same, and keeps one of them.
 */
const PEP_440 = `
import json, sys
from pip._vendor.packaging.specifiers import SpecifierSet
print(json.dumps([all(SpecifierSet(one).contains(v) for one in r.split(",")) for r, v in json.load(sys.stdin)]))
`;
const python = (pairs: readonly (readonly [string, string])[]) =>
  spawnSync("python3", ["-I", "-c", PEP_440], { input: JSON.stringify(pairs), encoding: "utf8" });

describe("agreement with PEP 440", () => {
  it.skipIf(python([]).status !== 0)(
    "on its comparators, and on lists of them (skipped where Python has no pip)",
    () => {
      const number = fc.nat(3);
      const full = fc.tuple(number, number, number).map((parts) => parts.join("."));
      const written = fc.oneof(
        full,
        fc.tuple(number, number).map((parts) => parts.join(".")),
      );
      const comparator = fc.oneof(
        fc.tuple(fc.constantFrom("==", "!=", ">=", "<=", ">", "<", "~="), written).map((parts) => parts.join("")),
        fc.tuple(fc.constantFrom("==", "!="), number, number).map(([operator, a, b]) => `${operator}${a}.${b}.*`),
      );
      const lists = fc.array(comparator, { minLength: 1, maxLength: 3 }).map((items) => items.join(","));
      const pairs = fc.sample(fc.tuple(lists, full), 2_000);
      const theirs = JSON.parse(python(pairs).stdout) as boolean[];
      const ours = pairs.map(([range, version]) => isIn(version, range));
      expect(pairs.filter((_, at) => ours[at] !== theirs[at])).toEqual([]);
      expect(ours.filter(Boolean).length).toBeGreaterThan(100);
    },
  );
});

describe("hostile ranges", () => {
  it("are capped, and judged at once", () => {
    const cost = startCost();
    for (const part of ["1.0.0 ", ">=1,", ">", " ", ",", "9", "~=", "\t", "1.0.0-a.", "+"]) {
      expect(() => parseRange(part.repeat(100_000))).toThrow(ResolverError);
      expect(() => parseRange(part.repeat(60))).toThrow(ResolverError);
    }
    expect(cost()).toBeLessThan(20);
  });

  it("throw ResolverError and nothing else", () => {
    const likely = fc
      .array(
        fc.constantFrom(
          ">=",
          "<=",
          "==",
          "~=",
          "!=",
          "^",
          ">",
          "<",
          "1",
          "1.0",
          "1.2.3",
          "-rc.1",
          ",",
          " ",
          "*",
          "+b",
          ".",
        ),
        {
          maxLength: 12,
        },
      )
      .map((parts) => parts.join(""));
    let accepted = 0;
    fc.assert(
      fc.property(fc.oneof(fc.string(), likely), fc.oneof(fc.string(), fc.constant("1.2.3")), (text, version) => {
        try {
          satisfies(version, parseRange(text));
          accepted++;
        } catch (error) {
          expect(error).toBeInstanceOf(ResolverError);
        }
      }),
      // So many that a handful of them are surely ranges.
      { numRuns: 8000 },
    );
    expect(accepted).toBeGreaterThan(5);
  });
});

describe("agreement with semver", () => {
  const number = fc.nat(4);
  const tag = fc.constantFrom("", "", "", "-rc.1", "-rc.2", "-alpha");
  const version = fc.tuple(number, number, number, tag).map(([a, b, c, pre]) => `${a}.${b}.${c}${pre}`);

  it("on plain comparators and lists of them", () => {
    const comparator = fc
      .tuple(fc.constantFrom(">=", "<=", ">", "<", "^", "="), version)
      .map((parts) => parts.join(""));
    const list = fc.array(comparator, { minLength: 1, maxLength: 3 }).map((items) => items.join(" "));
    let inside = 0;
    fc.assert(
      fc.property(list, version, (range, one) => {
        const ours = isIn(one, range);
        if (ours) inside++;
        expect(ours).toBe(semver.satisfies(one, range));
      }),
      { numRuns: 3000 },
    );
    expect(inside).toBeGreaterThan(100);
  });

  it("on partial carets, tildes and bare ones", () => {
    const partial = fc.oneof(
      fc.tuple(fc.constantFrom("^", "~", ""), number).map(([operator, a]) => `${operator}${a}`),
      fc.tuple(fc.constantFrom("^", "~", ""), number, number).map(([operator, a, b]) => `${operator}${a}.${b}`),
      fc.tuple(number, number, fc.constantFrom("x", "*")).map(([a, b, wild]) => `${a}.${b}.${wild}`),
      version.map((one) => `~${one}`),
    );
    fc.assert(
      fc.property(partial, version, (range, one) => {
        expect(isIn(one, range)).toBe(semver.satisfies(one, range));
      }),
      { numRuns: 1000 },
    );
  });
});
