import { assert, property, string } from "fast-check";
import { expect, test } from "vitest";
import { bold, columns, joined, plain, plainInPlace, plainJson, t } from "./shown-text.ts";
import { startCost } from "../../../../test/harness/cost.ts";

const STEERS = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u;
const textOf = (value: ReturnType<typeof t>) => value.parts.map(({ text }) => text).join("");
const hostile = string({ unit: "binary", maxLength: 200 });

test("X7 whatever is interpolated, no control, bidi or invisible character comes out, and no line break", () => {
  assert(
    property(hostile, (value) => !STEERS.test(textOf(t`a ${value} ${bold(value)}`))),
    { numRuns: 2_000 },
  );
  expect(plain("\u001b]8;;http://evil\u0007click\u001b]8;;\u0007")).toBe("click");
  expect(plain("one\r\ntwo\tthree")).toBe("one two three");
});

test("X7 JSON output has none of them either, and parses to the same value", () => {
  assert(
    property(hostile, (value) => {
      const text = plainJson({ value });
      return !STEERS.test(text.replaceAll("\n", "")) && JSON.parse(text).value === value;
    }),
    { numRuns: 2_000 },
  );
});

test("text under a caret keeps every character in its place", () => {
  assert(
    property(hostile, (value) => plainInPlace(value).length === value.length && !STEERS.test(plainInPlace(value))),
  );
});

test("very long text is cut, in bounded time", () => {
  const cost = startCost();
  expect(plain("\u001b]".repeat(5_000_000)).length).toBeLessThan(5_000);
  expect(cost()).toBeLessThan(60);
});

test("columns line up by what is seen, not by what was sent", () => {
  const rows = columns([
    ["a\u001b[31m", "x"],
    ["longer", bold("y")],
  ]).map((row) => textOf(joined([row], "")));
  expect(rows).toEqual(["a       x", "longer  y"]);
});
