import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readJsonTree } from "./json-tree.ts";
import { newReport } from "./report.ts";
import { readSourceText } from "./source-text.ts";
import { toJson } from "./yaml-json.ts";

function read(text: string | Uint8Array) {
  const report = newReport();
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const source = readSourceText("skill.json", bytes, report);
  const tree = source && readJsonTree(source, report);
  const { value, problems } = tree === null ? { value: undefined, problems: [] } : toJson(tree);
  return {
    value,
    inexact: problems.length,
    said: report.diagnostics.map(({ code, line, column }) => `${code} ${line}:${column}`),
  };
}

describe("JSON as hostile input", () => {
  it("reads every JSON object exactly as the language does", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 6 })), fc.nat(3), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const { value: found, inexact } = read(text);
        fc.pre(inexact === 0);
        expect(JSON.parse(JSON.stringify(found))).toEqual(JSON.parse(text));
      }),
      { numRuns: 200 },
    );
  });

  it("accepts nothing that the language's own parser refuses, and never throws", () => {
    const mutated = fc
      .tuple(fc.json({ maxDepth: 3 }), fc.nat(), fc.constantFrom(",", "}", '"', "\\", "0", "e", "[", "\t", "'", "NaN"))
      .map(
        ([text, at, char]) =>
          `{"a":${text.slice(0, at % (text.length + 1))}${char}${text.slice(at % (text.length + 1))}}`,
      );
    fc.assert(
      fc.property(mutated, (text) => {
        const { value, said } = read(text);
        if (value !== undefined) expect(() => JSON.parse(text)).not.toThrow();
        else expect(said).not.toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it("Y4 refuses duplicate keys at any depth, however they are spelled, with the place of the second", () => {
    expect(read('{"name": 1,\n "name": 2}').said).toEqual(["SK2032 2:2"]);
    expect(read('{"a": {"name": 1, "\\u006eame": 2}}').said).toEqual(["SK2032 1:19"]);
  });

  it("Y5 treats __proto__ and constructor as keys like any other", () => {
    const { value, said } = read('{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}');
    expect(said).toEqual([]);
    expect(Object.keys(value as object)).toEqual(["__proto__", "constructor"]);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(read('{"__proto__": 1, "__proto__": 2}').said).toEqual(["SK2032 1:18"]);
  });

  it("Y8 stops at a depth of 64 and at 40,000 values", () => {
    expect(read(`{"a": ${"[".repeat(63)}${"]".repeat(63)}}`).said).toEqual([]);
    expect(read(`{"a": ${"[".repeat(100_000)}`).said).toEqual(["SK2034 1:71"]);
    expect(read(`{"a": ${'{"a":'.repeat(50_000)}`).said).toEqual(["SK2034 1:327"]);
    expect(read(`{"a": [${"0,".repeat(100_000)}0]}`).said).toEqual(["SK2034 1:80004"]);
  });

  it("Y9 refuses a second value, a comment, a trailing comma and other dialects", () => {
    const bad = [
      "{} {}",
      "{}\n//x",
      '{"a":1,}',
      "{'a':1}",
      "{a:1}",
      '{"a":01}',
      '{"a":.5}',
      '{"a":+1}',
      '{"a":NaN}',
      '{"a":Infinity}',
    ];
    for (const text of [
      ...bad,
      '{"a":undefined}',
      '{"a":0x10}',
      '{"a":"\t"}',
      '{"a":"\\x41"}',
      '{"a"',
      '{"a":"',
      "",
      "\u00a0{}",
    ])
      expect(
        read(text)
          .said.map((one) => one.slice(0, 6))
          .at(-1),
        text,
      ).toBe("SK2031");
  });

  it("refuses what is no object, and says what it is", () => {
    for (const text of ["[]", "1", '"{}"', "null"]) expect(read(text).said, text).toEqual(["SK2033 1:1"]);
  });

  it("finds characters that an escape hides", () => {
    expect(read('{"a": "\\u202e"}').said).toEqual(["SK2005 1:7"]);
    expect(read('{"a": "\\u0000"}').said).toEqual(["SK2004 1:7"]);
    expect(read('{"\\ud800": 1}').said).toEqual(["SK2004 1:2"]);
    expect(read(Uint8Array.of(0x7b, 0xff, 0x7d)).said).toEqual(["SK2001 1:null"]);
  });
});
