import type { RangeEvent } from "@gaia/db";
import { describe, expect, test } from "vitest";
import { affectedTest } from "./affected-versions.ts";

const events = (text: string): RangeEvent[] =>
  text.split(" ").map((each) => {
    const [kind, version] = each.split("=");
    return { kind: kind as RangeEvent["kind"], version: version ?? "" };
  });

describe("a range", () => {
  test.each([
    ["introduced=0 fixed=2.31.0", "2.30.0", true],
    ["introduced=0 fixed=2.31.0", "2.31.0", false],
    ["introduced=0 fixed=2.31.0", "2.31.0rc1", true],
    ["introduced=0 fixed=2.31", "2.31.0", false],
    ["introduced=1.0", "99.0", true],
    ["introduced=1.0", "0.9", false],
    ["introduced=1.0", "1.0", true],
    ["introduced=1.0 last_affected=1.5", "1.5", true],
    ["introduced=1.0 last_affected=1.5", "1.5.post1", false],
    // Only 1.0, in whichever order it is written.
    ["introduced=1.0 last_affected=1.0", "1.0", true],
    ["introduced=1.0 last_affected=1.0", "1.1", false],
    ["last_affected=1.0 introduced=1.0", "1.1", false],
    // Two stretches, not in order.
    ["introduced=3.0 introduced=0 fixed=3.5 fixed=1.2", "1.1", true],
    ["introduced=3.0 introduced=0 fixed=3.5 fixed=1.2", "2.0", false],
    ["introduced=3.0 introduced=0 fixed=3.5 fixed=1.2", "3.4", true],
    ["introduced=3.0 introduced=0 fixed=3.5 fixed=1.2", "3.5", false],
    ["introduced=0 limit=2.0", "1.9", true],
    ["introduced=0 limit=2.0", "2.0", false],
    ["introduced=0 limit=*", "9.0", true],
    ["introduced=0 limit=1.0 limit=3.0", "2.0", true],
    ["introduced=0 fixed=0", "1.0", false],
    ["introduced=0 fixed=2.0", "no version", false],
  ])("%s holds for %s: %s", (range, version, expected) => {
    expect(affectedTest("PyPI", { ranges: [{ events: events(range) }], versions: [] })(version)).toBe(expected);
  });

  test("npm's pre-releases come before their release, as in SemVer", () => {
    const isAffected = affectedTest("npm", {
      ranges: [{ events: events("introduced=1.0.0 fixed=2.0.0-rc.1") }],
      versions: [],
    });
    expect(["1.0.0-beta", "1.0.0", "2.0.0-beta.9", "2.0.0-rc.1", "2.0.0"].map(isAffected)).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
  });
});

test("a listed version is affected in every spelling, and one that is not listed is not", () => {
  const isAffected = affectedTest("PyPI", { ranges: [], versions: ["1.0", "2004d"] });
  expect(["1.0.0", "v1", "2004d", "1.0.1", "1.0+local"].map(isAffected)).toEqual([true, true, true, false, false]);
});
