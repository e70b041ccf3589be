import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSkill } from "./index.ts";
import { codes, complaints, fixture, manifest, read, readGood, utf8 } from "../test/manifests.ts";
import { startCost } from "../../../test/harness/cost.ts";

/** CPU time of this thread, in milliseconds: what a bound on work means on a machine that others use too. */
function extra(text: string) {
  return read(manifest({ extra: text }));
}

describe("YAML as hostile input", () => {
  it("Y1 refuses billion laughs before expanding anything", () => {
    const laughs = Array.from({ length: 9 }, (_, i) =>
      i === 0 ? "l0: &l0 [a]" : `l${i}: &l${i} [${`*l${i - 1},`.repeat(9)}]`,
    ).join("\n");
    const reading = extra(laughs);
    expect(reading.skill).toBeNull();
    expect(new Set(codes(reading))).toEqual(new Set(["SK2017"]));
    expect(reading.diagnostics[0]).toMatchObject({ line: 12, column: 5 });
  });

  it("Y2 refuses an anchor that contains itself", () => {
    expect(complaints(extra("a: &a [*a]").diagnostics)).toEqual(["SK2017 12:4", "SK2017 12:8"]);
  });

  it("Y3 refuses merge keys", () => {
    expect(complaints(extra("a:\n  <<: {name: evil}").diagnostics)).toEqual(["SK2017 13:3"]);
    const quoted = readGood(manifest({ extra: '"<<": {name: evil}' }));
    expect(quoted.name.value).toBe("hello-world");
  });

  it("Y4 refuses duplicate keys, however they are spelled", () => {
    expect(complaints(extra("name: other").diagnostics)).toEqual(["SK2015 12:1"]);
    expect(complaints(extra('"na\\x6de": other').diagnostics)).toEqual(["SK2015 12:1"]);
    expect(complaints(extra("a: {b: 1, 'b': 2}").diagnostics)).toEqual(["SK2015 12:11"]);
  });

  it("Y5 treats __proto__, constructor and prototype as keys like any other", () => {
    const text = manifest({
      extra: "__proto__: {polluted: 1}\nconstructor: {prototype: {polluted: 1}}\nx: {__proto__: {polluted: 1}}",
      tools:
        "tools:\n  - {name: constructor, description: A, parameters: {__proto__: {type: string}, constructor: {type: string}}}",
      requirements: "requirements:\n  hardware: {__proto__: a, toString: b}",
    });
    const skill = readGood(text);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(Object.getPrototypeOf(skill.extensions)).toBe(Object.prototype);
    expect(Object.keys(skill.extensions)).toEqual(["/__proto__", "/constructor", "/x"]);
    const stored = JSON.stringify(skill);
    expect(stored).toContain('"properties":{"__proto__":{"type":"string"}');
    expect(({ ...JSON.parse(stored) } as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it("Y6 refuses every tag", () => {
    const tags = ["!!js/function 'x'", "!!python/object/apply:os.system [id]", "!x y", "!!str 1"];
    for (const tag of [...tags, "!!binary aGk=", "!<tag:x> y", "! y"])
      expect(complaints(extra(`a: ${tag}`).diagnostics), tag).toEqual(["SK2017 12:4"]);
    expect(complaints(extra("%TAG ! tag:x:\na: 1").diagnostics)[0]).toMatch(/^SK20/);
  });

  it("Y7 keeps words and numbers as they are spelled where text is wanted", () => {
    const tags = "tags: [no, 1_000, 0o7, 12:30:45, 1.10, 0x1F, 1e3, 2024-01-01, yes]";
    const { skill, diagnostics } = read(manifest({ author: "author: no", tags }));
    expect(skill?.authors[0]?.name).toBe("no");
    expect(skill?.discovery.tags.map(({ value }) => value)).toEqual([
      "no",
      "1_000",
      "0o7",
      "12:30:45",
      "1.10",
      "0x1F",
      "1e3",
      "2024-01-01",
      "yes",
    ]);
    expect(diagnostics.find(({ line }) => line === 5)).toMatchObject({
      code: "SK2018",
      severity: "info",
      column: 9,
      hint: 'Quote it: "no".',
    });
  });

  it("Y9 refuses a second document", () => {
    const reading = read(manifest({ extra: "...\nname: evil" }));
    expect(reading.skill).toBeNull();
    expect(complaints(reading.diagnostics)[0]).toMatch(/^SK2013 1[23]:/);
    // After the closing fence it is body, whatever it looks like.
    const body = readGood(manifest({}, "# T\n---\nname: evil\n---\n"));
    expect(body.name.value).toBe("hello-world");
  });

  it("Y10 refuses numbers that JSON cannot hold", () => {
    for (const number of [".nan", ".inf", "-.inf", "1e999", "12345678901234567890", "0xffffffffffffffff"])
      expect(complaints(extra(`x: ${number}`).diagnostics), number).toEqual(["SK3041 12:4"]);
    expect(JSON.stringify(readGood(manifest({ extra: "x: [-0, 1e20, 0.1]" })).extensions["/x"]?.value)).toBe(
      "[0,100000000000000000000,0.1]",
    );
  });
});

describe("Y8 hostile sizes", () => {
  const max = 250 * 1024;
  const fill = (text: string) => text.repeat(Math.floor(max / text.length));
  const lines = (count: number, line: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => line(i)).join("\n");
  it.each([
    ["open brackets", `a: ${fill("[")}`, "SK2022"],
    ["open braces", `a: ${fill("{a: ")}`, "SK2022"],
    ["sequence marks", fill("- "), "SK2022"],
    ["key marks", fill("? "), "SK2022"],
    ["stairs", lines(700, (i) => `${" ".repeat(i)}a:`), "SK2022"],
    ["keys", lines(18_000, (i) => `key${i}: 1`), "SK2022"],
    ["keys within the limit", lines(5_000, (i) => `key${i}: 1`), "SK3040"],
    ["one key, over and over", fill("a: 1\n"), "SK2022"],
    ["duplicates within the limit", "a: 1\n".repeat(5_000), "SK2015"],
    ["a plain scalar", `name: ${fill("x")}`, "SK3041"],
    ["a scalar of many lines", `name: ${fill("x\n  ")}`, "SK3041"],
    ["a double-quoted scalar", `name: "${fill("x \n ")}"`, "SK3041"],
    ["escapes", `name: "${fill("\\x41")}"`, "SK3041"],
    ["escaped control characters", `name: "${fill("\\0")}"`, "SK2004"],
    ["an unclosed quote", `name: "${fill("\\\\")}`, "SK2013"],
    ["a single-quoted scalar", `name: '${fill("''")}'`, "SK3041"],
    ["a block scalar", `name: |\n${fill(" x\n")}`, "SK3041"],
    ["a folded scalar", `name: >\n x\n${fill("  y\n x\n")}`, "SK3041"],
    ["blank lines", `name: >\n x\n${fill("\n")}`, "SK2022"],
    ["comments", fill("#\n"), "SK2022"],
    ["closing brackets", fill("] "), "SK2022"],
    ["errors within the limit", "] ".repeat(15_000), "SK2013"],
    ["colons", fill(":"), "SK2013"],
    ["commas", `a: [${fill(",")}]`, "SK2022"],
    ["anchors", fill("&a "), "SK2017"],
    ["documents", fill("...\n"), "SK2022"],
    ["directives", fill("%YAML 1.2\n"), "SK2022"],
    ["digits", `version: ${fill("9")}`, "SK3041"],
    ["digits and dots", `version: ${fill("1.")}`, "SK3041"],
    ["spaces", `name:${fill(" ")}x`, "SK3010"],
    ["permissions", `permissions:\n${fill("  - x\n")}`, "SK2022"],
    ["bad permissions within the limit", `permissions: [${"x,".repeat(256)}]`, "SK5002"],
    ["hyphens in a name", `name: ${fill("a-")}`, "SK3041"],
    ["joiners", `name: ${"\u200d".repeat(max / 3)}`, "SK2006"],
  ])("%s: refused for the right reason, at a bounded cost", (_what, yaml, expected) => {
    const bytes = utf8(`---\n${yaml}\n---\n`);
    expect(bytes.length).toBeLessThanOrEqual(256 * 1024);
    const cost = startCost();
    const reading = readSkill([{ path: "SKILL.md", bytes }]);
    expect(cost()).toBeLessThan(250);
    expect(reading.skill).toBeNull();
    expect(codes(reading)).toContain(expected);
    expect(reading.diagnostics.length).toBeLessThanOrEqual(200);
  });

  it("has a body of headings, fences and invisible characters at a bounded cost", () => {
    for (const part of ["#", "# \n", "```\n", "~~~", "\r", "\u200b", "\u202e", "\0", "🦊\u200d"]) {
      const body = part.repeat(Math.floor(200_000 / utf8(part).length));
      const cost = startCost();
      read(manifest({}, body));
      expect(cost()).toBeLessThan(250);
    }
  });
});

describe("whatever comes", () => {
  const isSound = (bytes: Uint8Array, version?: string) => {
    const { skill, diagnostics } = readSkill([{ path: "SKILL.md", bytes }], { version });
    const hasError = diagnostics.some(({ severity }) => severity === "error");
    expect(skill === null).toBe(hasError);
    expect(() => JSON.stringify(skill)).not.toThrow();
    if (skill !== null) expect(JSON.parse(JSON.stringify(skill))).toEqual(skill);
  };

  it("never throws on arbitrary bytes, and gives no skill without saying why", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 500 }), fc.option(fc.string(), { nil: undefined }), isSound), {
      numRuns: 300,
    });
  });

  it("never throws on arbitrary front matter", () => {
    const piece = fc.constantFrom(
      ..."-:?[]{},#&*!|>'\"%@` \t\n\r".split(""),
      "---",
      "...",
      "name",
      "tools",
      "<<",
      "\\u0000",
      "é",
      "🦊",
      "  ",
      "- ",
      ": ",
    );
    const yaml = fc.array(piece, { maxLength: 60 }).map((pieces) => utf8(`---\n${pieces.join("")}\n---\n`));
    fc.assert(
      fc.property(yaml, (bytes) => isSound(bytes)),
      { numRuns: 500 },
    );
  });

  it("never throws on a mutated good manifest", () => {
    const good = utf8(fixture("web-search"));
    const edit = fc.record({
      at: fc.nat(good.length - 1),
      drop: fc.nat(12),
      put: fc.oneof(
        fc.uint8Array({ maxLength: 6 }),
        fc.constantFrom("&", "*x", "? ", "[", "{", ": ", "\n", "\n  ", "null", "- ", "\u202e").map(utf8),
      ),
    });
    const mutated = fc
      .array(edit, { minLength: 1, maxLength: 4 })
      .map((edits) =>
        edits.reduce(
          (bytes, { at, drop, put }) =>
            Uint8Array.from([...bytes.subarray(0, at), ...put, ...bytes.subarray(at + drop)]),
          good,
        ),
      );
    fc.assert(
      fc.property(mutated, (bytes) => isSound(bytes)),
      { numRuns: 500 },
    );
  });

  it("never throws on any value in any field", () => {
    const field = fc.constantFrom(
      "name",
      "version",
      "description",
      "author",
      "license",
      "permissions",
      "requirements",
      "tools",
      "security_tier",
      "registry",
      "tags",
      "homepage",
    );
    fc.assert(
      fc.property(field, fc.json({ maxDepth: 4 }), (name, json) => {
        isSound(utf8(manifest({ [name]: `${name}: ${json}` })));
      }),
      { numRuns: 500 },
    );
  });
});
