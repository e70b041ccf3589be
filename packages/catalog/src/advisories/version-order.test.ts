import { compare } from "@renovatebot/pep440";
import * as fc from "fast-check";
import semver from "semver";
import { expect, test } from "vitest";
import { compareKeys, type Ecosystem, packageName, versionKey } from "./version-order.ts";
import { startCost } from "../../../../test/harness/cost.ts";

function order(ecosystem: Ecosystem, a: string, b: string): number {
  const [left, right] = [versionKey(ecosystem, a), versionKey(ecosystem, b)];
  if (left === null || right === null) throw new Error(`${a} or ${b} is no version`);
  return Math.sign(compareKeys(left, right));
}

const number = fc.integer({ min: 0, max: 12 });
const part = (text: string) => fc.option(number, { nil: null }).map((n) => (n === null ? "" : `${text}${n}`));
const pep440 = fc
  .tuple(
    fc.option(fc.constant("1!"), { nil: "" }),
    fc.array(number, { minLength: 1, maxLength: 4 }),
    fc.oneof(part("a"), part("b"), part("rc")),
    part(".post"),
    part(".dev"),
    fc.constantFrom("", "+local", "+1", "+local.2", "+2.a", "+10"),
  )
  .map(([epoch, release, ...suffixes]) => `${epoch}${release.join(".")}${suffixes.join("")}`);
const semVer = fc
  .tuple(
    number,
    number,
    number,
    fc.constantFrom("", "-alpha", "-alpha.1", "-1", "-rc.10", "-rc.2", "-alpha.beta", "-0"),
  )
  .map(([major, minor, patch, pre]) => `${major}.${minor}.${patch}${pre}`);

test("PyPI versions come in the order of PEP 440", () => {
  fc.assert(
    fc.property(pep440, pep440, (a, b) => order("PyPI", a, b) === Math.sign(compare(a, b))),
    { numRuns: 3_000 },
  );
});

test("npm versions come in the order of SemVer", () => {
  fc.assert(
    fc.property(semVer, semVer, (a, b) => order("npm", a, b) === semver.compare(a, b)),
    { numRuns: 2_000 },
  );
});

test.each([
  ["PyPI", "2004d"],
  ["PyPI", "1.0 || rm -rf"],
  ["PyPI", `1.${"0.".repeat(400)}0`],
  ["npm", "latest"],
  ["npm", "1.2"],
  ["npm", "9".repeat(300)],
] as const)("%s knows no version %s", (ecosystem, version) => {
  expect(versionKey(ecosystem, version)).toBeNull();
});

test("names are one name in every spelling that the index takes", () => {
  expect(packageName("PyPI", "Foo__Bar.-baz")).toBe("foo-bar-baz");
  expect(packageName("npm", "JSONStream")).toBe("JSONStream");
});

test("a version built to be slow is refused in no time", () => {
  const cost = startCost();
  for (const text of ["1".repeat(256), `1${".1".repeat(127)}!`, `1.0${"-_.".repeat(80)}`, `1.0+${"a-".repeat(120)}!`]) {
    for (let index = 0; index < 200; index += 1) {
      versionKey("PyPI", text);
      versionKey("npm", text);
    }
  }
  expect(cost()).toBeLessThan(50);
});
