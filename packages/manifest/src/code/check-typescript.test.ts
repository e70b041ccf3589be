import { afterAll, beforeAll, expect, test } from "vitest";
import { checkTypeScript } from "./check-typescript.ts";
import { loadParsers } from "./parsers.ts";
import type { Parsers } from "./parsers.ts";
import { startCost } from "../../../../test/harness/cost.ts";

let parsers: Parsers;
beforeAll(async () => {
  parsers = await loadParsers();
});
afterAll(() => parsers.close());

const AT = { file: "x.skill.md", line: 40, column: 1, tool: "calculate" };
const say = (text: string, language?: string) =>
  checkTypeScript(parsers, text, { ...AT, language }).map(({ code, line, column }) => `${code} ${line}:${column}`);

test.each([
  ["an arrow function", "async (params, context) => {\n  const { paper } = params;\n  return { score: 0.5 };\n}"],
  ["one with a semicolon and a comment", "async (tools, params) => {};\n// end"],
  ["an anonymous function", "async function (params) { return 1; }"],
  ["an object", "{ a: 1, b: [2], ...c }"],
  [
    "helper functions with types",
    "function f<T extends string>(a: T, b?: number): T | null {\n  return a!;\n}\ninterface A { b: string }",
  ],
  ["top-level await and return", "const a = await f();\nreturn a;"],
  ["nothing", ""],
])("%s parses", (_, text) => expect(say(text)).toEqual([]));

test("an error is at its line in the file, and says whose code it is", () => {
  expect(say("async (params) => {\n  const a = ;\n}")).toEqual(["SK4031 41:11"]);
  expect(say("async (params) => {")).toEqual(["SK4031 40:19"]);
  const [found] = checkTypeScript(parsers, "const a = ;", AT);
  expect(found?.message).toContain("calculate");
  expect(checkTypeScript(parsers, "const a = ;", AT, { mode: "import" })[0]?.severity).toBe("warning");
});

test("the word behind the fence tells the language", () => {
  expect(say("const a = <b>c</b>;", "tsx")).toEqual([]);
  expect(say("const a: number = 1;", "js")).toEqual(["SK4031 40:7"]);
  expect(say("const a: number = 1;", "constructor")).toEqual([]);
});

test("two blocks of prose do not become code, and hostile ones end", () => {
  expect(say("Call the tool, then wait for it.")).toHaveLength(1);
  expect(say("(a,".repeat(80_000))[0]).toMatch(/^SK4(?:031|102) /);
  expect(say("\0")).toHaveLength(1);
  const budget = { leftMs: 200 };
  const cost = startCost();
  for (let n = 0; n < 20; n++) checkTypeScript(parsers, "(a<".repeat(80_000), AT, { budget });
  expect(cost(200)).toBeLessThan(200);
});
