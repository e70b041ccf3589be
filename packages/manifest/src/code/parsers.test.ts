import { afterAll, beforeAll, expect, test } from "vitest";
import { loadParsers } from "./parsers.ts";
import type { Parsers } from "./parsers.ts";
import type { Language } from "@gaia/syntax";
import { startCost } from "../../../../test/harness/cost.ts";

let parsers: Parsers;
beforeAll(async () => {
  parsers = await loadParsers();
});
afterAll(() => parsers.close());

const problem = (language: Language, text: string) => {
  const result = parsers.check(language, text);
  return result.status === "read" ? result.problem && `${result.problem.line}:${result.problem.column}` : result.reason;
};

test("code of each language is read", () => {
  expect(
    problem("python", "async def f(a: int, /, *b, c: str | None = None, **d) -> dict[str, int]:\n    return {}\n"),
  ).toBe(null);
  expect(
    problem("typescript", "async (params: { a?: string }, context) => { return params.a ?? `x${context}`; }"),
  ).toBe(null);
  expect(problem("tsx", "const a = <B c={1}>x</B>;")).toBe(null);
  expect(problem("javascript", "export default function* f() { yield 1; }")).toBe(null);
  expect(problem("python", "")).toBe(null);
});

test("an error is shown where it is: the bracket that nothing closes, the line that is wrong", () => {
  expect(problem("python", "x = 1\ny = (1,\ndef f():\n    pass\n")).toBe("2:5");
  expect(problem("python", "def f(:\n    pass\n")).toBe("1:7");
  expect(problem("python", 'a = 1\nb = """open\n')).toBe("2:5");
  expect(problem("typescript", "const a = 1;\nconst b = {;\n")).toBe("2:12");
  expect(problem("typescript", "async (a) => {\n  const b = ;\n}")).toBe("2:11");
});

test("positions count UTF-16 units, as an editor does", () => {
  expect(problem("python", 'x = "\u{1f600}é" + (\n')).toBe("1:13");
});

const HOSTILE: [name: string, unit: string][] = [
  ["calls", "(a,"],
  ["comparisons that could be type arguments", "a<"],
  ["signs", "-"],
  ["f-strings", "f'{"],
  ["quotes", '"'],
  ["NULs", "\0"],
  ["objects", "{a:"],
];

test.each(HOSTILE)("1 MiB of %s is given up in time, within bounded memory, and the next text is read", (_, unit) => {
  const text = unit.repeat(Math.floor((1024 * 1024) / unit.length));
  const before = process.memoryUsage().rss;
  for (const language of ["python", "typescript"] as const) {
    const cost = startCost();
    parsers.check(language, text);
    expect(cost(2000)).toBeLessThan(200);
  }
  expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(300);
  expect(problem("python", "x = 1\n")).toBe(null);
});

test("what is nested 5,000 deep is an answer, no crash", () => {
  expect(problem("python", `x = ${"(".repeat(5000)}1${")".repeat(5000)}\n`)).toBe(null);
  expect(problem("python", "(".repeat(5000))).toBe("1:1");
  const outline = parsers.outline(
    `${Array.from({ length: 90 }, (_, depth) => `${" ".repeat(depth)}def f${depth}():\n`).join("")}${" ".repeat(90)}pass\n`,
  );
  expect(outline.status === "read" && outline.outline.functions.length).toBe(90);
});

test("a text over 1 MiB, and one behind a spent budget, are not read", () => {
  expect(problem("python", "#".repeat(1024 * 1024 + 1))).toContain("1 MiB");
  expect(parsers.check("python", "x = 1", { leftMs: 0 }).status).toBe("unread");
  const budget = { leftMs: 5000 };
  parsers.check("python", "x = 1\n".repeat(1000), budget);
  expect(budget.leftMs).toBeLessThan(5000);
});

test("a closed parser starts again", async () => {
  await parsers.close();
  expect(problem("python", "x = 1\n")).toBe(null);
});
