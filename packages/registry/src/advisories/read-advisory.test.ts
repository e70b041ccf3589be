import { describe, expect, test } from "vitest";
import { readAdvisory } from "./read-advisory.ts";
import { startCost } from "../../../../test/harness/cost.ts";

const affected = (changes: object = {}) => ({
  package: { ecosystem: "PyPI", name: "Sample.Lib" },
  ranges: [{ type: "ECOSYSTEM", events: [{ introduced: "0" }, { fixed: "1.2" }] }],
  ...changes,
});
const record = (changes: object = {}) => ({
  schema_version: "1.6.0",
  id: "PYSEC-2026-1",
  modified: "2026-01-02T03:04:05.123456789Z",
  aliases: ["CVE-2026-1"],
  summary: "A sample",
  affected: [affected()],
  ...changes,
});
const refusal = (value: unknown): string => {
  const read = readAdvisory(value);
  return read.kind === "bad" ? read.why : read.kind;
};

test("reads an advisory into what is matched and what is served", () => {
  const read = readAdvisory(record({ database_specific: { severity: "HIGH" }, credits: [{ name: "ada" }] }));
  if (read.kind !== "advisory") throw new Error(read.kind);
  expect(read.advisory).toMatchObject({
    id: "PYSEC-2026-1",
    severity: "high",
    withdrawn: null,
    packages: [
      {
        ecosystem: "PyPI",
        name: "sample-lib",
        affected: {
          versions: [],
          ranges: [
            {
              events: [
                { kind: "introduced", version: "0" },
                { kind: "fixed", version: "1.2" },
              ],
            },
          ],
        },
      },
    ],
  });
  // Python reads six digits; what nobody here knows is served as it came.
  expect(read.advisory.raw).toMatchObject({ modified: "2026-01-02T03:04:05.123456Z", credits: [{ name: "ada" }] });
});

test("what is about other ecosystems, about commits, or about no version is passed over", () => {
  expect(refusal(record({ affected: [affected({ package: { ecosystem: "Maven", name: "a:b" } })] }))).toBe("other");
  expect(refusal(record({ affected: [] }))).toBe("other");
  expect(refusal(record({ affected: [{ ranges: [{ type: "GIT", events: [{ introduced: "0" }] }] }] }))).toBe("other");
  expect(refusal(record({ affected: [affected({ ranges: [], versions: [] })] }))).toBe("other");
});

test("a range that nobody can read goes when versions are listed, else the record is refused", () => {
  const garbage = { type: "ECOSYSTEM", events: [{ introduced: "0" }, { fixed: "soon" }] };
  expect(refusal(record({ affected: [affected({ ranges: [garbage] })] }))).toMatch(/PyPI does not know/);
  const read = readAdvisory(record({ affected: [affected({ ranges: [garbage], versions: ["1.0"] })] }));
  expect(read).toMatchObject({ advisory: { packages: [{ affected: { ranges: [], versions: ["1.0"] } }] } });
  // pip-audit crashes on a fixed version that is none: it is not served.
  expect(JSON.stringify(read)).not.toContain("soon");
});

describe("hostile records", () => {
  const deep = () => {
    let value: unknown = 1;
    for (let depth = 0; depth < 50_000; depth += 1) value = [value];
    return value;
  };
  const many = (event: object) => [{ type: "ECOSYSTEM", events: Array.from({ length: 100_000 }, () => event) }];
  test.each<[string, () => unknown, RegExp]>([
    ["no object", () => [record()], /no JSON object/],
    ["null", () => null, /no JSON object/],
    ["a schema of tomorrow", () => record({ schema_version: "2.0.0" }), /schema_version/],
    ["a schema that is no text", () => record({ schema_version: 1 }), /schema_version/],
    ["no id", () => record({ id: undefined }), /no id/],
    ["an id with a path in it", () => record({ id: "../../etc" }), /no id/],
    ["no time", () => record({ modified: "yesterday" }), /modified is no time/],
    ["a month 13", () => record({ modified: "2026-13-01T00:00:00Z" }), /modified is no time/],
    [
      "__proto__",
      () => JSON.parse(JSON.stringify(record()).replace('"summary"', '"__proto__"')),
      /name that is not accepted/,
    ],
    ["a NUL", () => record({ details: "a\0b" }), /plain Unicode/],
    ["half a surrogate pair", () => record({ details: "\ud800" }), /plain Unicode/],
    ["50,000 levels", () => record({ extra: deep() }), /nested/],
    ["a million values", () => record({ extra: Array.from({ length: 1_000_000 }, () => 1) }), /values/],
    ["100,000 events", () => record({ affected: [affected({ ranges: many({ introduced: "1" }) })] }), /more than/],
    [
      "100,000 ranges",
      () => record({ affected: [affected({ ranges: Array.from({ length: 100_000 }, () => ({ type: "GIT" })) })] }),
      /more than/,
    ],
    [
      "100,000 packages",
      () => record({ affected: Array.from({ length: 100_000 }, () => affected()) }),
      /more than|values/,
    ],
    ["versions that are numbers", () => record({ affected: [affected({ versions: [1] })] }), /versions/],
    [
      "an event of a megabyte",
      () =>
        record({
          affected: [affected({ ranges: many({}).map((r) => ({ ...r, events: [{ fixed: "1".repeat(1e6) }] })) })],
        }),
      /no version/,
    ],
    ["a range of no type", () => record({ affected: [affected({ ranges: [{ type: "X", events: [] }] })] }), /type/],
    [
      "a name with a line in it",
      () => record({ affected: [affected({ package: { ecosystem: "npm", name: "a\nb" } })] }),
      /name/,
    ],
    ["a summary that is no text", () => record({ summary: { a: 1 } }), /summary/],
    ["aliases that are no texts", () => record({ aliases: [{}] }), /aliases/],
  ])("%s is refused by name, in bounded time", (_what, make, why) => {
    const value = make();
    const cost = startCost();
    expect(refusal(value)).toMatch(why);
    expect(cost()).toBeLessThan(600);
  });
});
