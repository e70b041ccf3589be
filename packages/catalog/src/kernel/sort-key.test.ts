import * as fc from "fast-check";
import { compare } from "semver";
import { expect, test } from "vitest";
import { sortKeyOf } from "./sort-key.ts";

const number = fc.oneof(fc.nat(20), fc.nat());
const identifier = fc.oneof(
  fc.nat().map(String),
  fc.stringMatching(/^[a-zA-Z-][0-9a-zA-Z-]{0,5}$/),
  fc.constantFrom("alpha", "alpha-1", "rc", "RC"),
);
const version = fc
  .tuple(number, number, number, fc.array(identifier, { maxLength: 4 }))
  .map(([a, b, c, pre]) => `${a}.${b}.${c}${pre.length ? `-${pre.join(".")}` : ""}`);

const byBytes = (a: string, b: string) => Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)));

test("the key orders like SemVer precedence, byte by byte", () => {
  fc.assert(
    fc.property(version, version, (a, b) => {
      expect(byBytes(sortKeyOf(a), sortKeyOf(b))).toBe(compare(a, b));
    }),
    { numRuns: 3000 },
  );
});

test("build metadata does not count", () => {
  expect(sortKeyOf("1.0.0+a")).toBe(sortKeyOf("1.0.0+b"));
});
