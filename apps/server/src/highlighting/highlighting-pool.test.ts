import { afterAll, expect, onTestFinished, test } from "vitest";
import { startCost } from "../../../../test/harness/cost.ts";
import { highlightingPool } from "./highlighting-pool.ts";
import { findLanguage } from "./languages.ts";

const pool = highlightingPool();
afterAll(() => pool.close());

/** The parts of each line with their kinds, plain ones left out. */
async function parts(named: string, text: string): Promise<string[][] | null> {
  const pairs = await pool.highlight({ text, named });
  if (pairs === null) return null;
  const found: string[][] = [[]];
  const lines = text.split("\n");
  let at = 0;
  for (let next = 0; next < pairs.length; next += 2) {
    const [length = 0, kind = 0] = [pairs[next], pairs[next + 1]];
    if (length === 0) {
      expect(at).toBe(lines[found.length - 1]?.length);
      found.push([]);
      at = 0;
      continue;
    }
    if (kind > 0) found.at(-1)?.push(`${kind} ${lines[found.length - 1]?.slice(at, at + length)}`);
    at += length;
  }
  return found.slice(0, -1);
}

test.each([
  ["a/tools.py", "# why\ndef f(x: int) -> str:\n    return 'a'", [["1 # why"], ["4 def", "5 f", "6 int", "6 str"], ["4 return", "2 'a'"]]],
  ["x.json", '{"a": [1, true]}', [["7 \"a\"", "3 1", "3 true"]]],
  ["x.yml", "name: web # why", [["7 name", "2 web", "1 # why"]]],
  ["sh", "set -e # why", [["5 set", "1 # why"]]],
  ["x.md", "# Title\n\n`code`", [["8 # Title"], [], ["2 code"]]],
  ["x.css", "a { color: red }", [["7 a", "7 color", "3 red"]]],
  ["x.html", '<p id="a">x</p>', [["7 p", "7 id", '2 "a"', "7 p"]]],
])("what %s is made of", async (named, text, expected) => {
  const found = await parts(named, text);
  for (const [at, line] of expected.entries()) expect(found?.[at]).toEqual(expect.arrayContaining(line));
  expect(found).toHaveLength(expected.length);
}); // oxfmt-ignore

test.each([
  ["ts", "const a = 1;"],
  ["tsx", "const a = <b>c</b>;"],
  ["jsx", "const a = <b>c</b>;"],
  ["js", "const a = 1;"],
  ["jsonc", "{} // why"],
  ["toml", "[a]\nb = 1"],
  ["console", "$ ls -l 'a'"],
  ["ps1", "$a = 'b' # why"],
  ["sql", "select 1 from a"],
  ["go", "package main"],
  ["rs", "fn main() {}"],
])("%s has a grammar", async (named, text) => {
  expect((await parts(named, text))?.flat().length).toBeGreaterThan(0);
});

test("a language is known by a path or by the first word of a fence, and by nothing else", () => {
  expect(["src/Main.PY", "Python title=x", "py{1,3}", "SKILL.md", "Makefile", "", "constructor", "a.b/c"].map(findLanguage)).toEqual(
    ["python", "python", "python", "markdown", null, null, null, null],
  );
}); // oxfmt-ignore

test("a manifest in Markdown has the colours of its front matter and of what stands in it, whatever was shown before", async () => {
  const fresh = highlightingPool();
  onTestFinished(() => fresh.close());
  const text = "---\nname: web\n---\n\n```go\npackage main\n```\n\n```sh\nset -e\n```";
  const found = await parts("SKILL.md", text);
  expect([found?.[1], found?.[5], found?.[9]]).toEqual([["7 name", "2 web"], ["2 package main"], ["5 set", "3 -e"]]);
  expect(await fresh.highlight({ text, named: "SKILL.md" })).toEqual(await pool.highlight({ text, named: "SKILL.md" }));
});

test("what was made is kept by the text", async () => {
  const made = await pool.highlight({ text: "a = 1", named: "a.py" });
  expect(await pool.highlight({ text: "a = 1", named: "b.py" })).toBe(made);
  expect(await pool.highlight({ text: "a = 1", named: "a.sh" })).not.toBe(made);
});

test("one that is long, or in a language that nobody knows, is plain", async () => {
  expect(await pool.highlight({ text: "a = 1\n".repeat(20_000), named: "a.py" })).toBeNull();
  expect(await pool.highlight({ text: "a = 1", named: "a.cobol" })).toBeNull();
});

test("X6 a text made to be searched through is plain and stays it, the process is free, and the next text has its colours", async () => {
  const strict = highlightingPool(100);
  onTestFinished(() => strict.close());
  const text = `${"(a: ".repeat(240)}\n`.repeat(90);
  let turns = 0;
  const clock = setInterval(() => (turns += 1), 10);
  expect(await strict.highlight({ text, named: "a.ts" })).toBeNull();
  clearInterval(clock);
  // Reading it holds up the thread alone.
  expect(turns).toBeGreaterThan(5);
  const cost = startCost();
  expect(await strict.highlight({ text, named: "a.ts" })).toBeNull();
  expect(cost()).toBeLessThan(20);
  expect((await strict.highlight({ text: "{}", named: "a.json" }))?.length).toBeGreaterThan(0);
}, 60_000);
