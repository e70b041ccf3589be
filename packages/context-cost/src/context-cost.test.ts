import { expect, test } from "vitest";
import { contextCost } from "./context-cost.ts";
import { countTokens } from "./count-tokens.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const skill = (files: Record<string, string>, name = "notes") =>
  contextCost({
    name,
    description: "Takes notes.",
    instructions: { file: "SKILL.md", bodyStart: 0 },
    files: Object.entries(files).map(([path, text]) => ({ path, bytes: bytes(text) })),
  });

test("what is always there is the line of the list, whatever the skill brings", () => {
  const short = skill({ "SKILL.md": "Write it down.\n" });
  expect(short.always).toBe(countTokens("- notes: Takes notes.\n"));
  expect(skill({ "SKILL.md": "Write it down.\n".repeat(50) }).always).toBe(short.always);
});

test("a file counts when the body leads to it, by way of others too, and once", () => {
  const files = {
    "SKILL.md": "See `references/a.md` and (references/a.md).\n",
    "references/a.md": "Then read b.md.\n",
    "references/b.md": "The end: SKILL.md\n",
    "unread.md": "Nobody says this name.\n",
  };
  const { when_used, at_most } = skill(files);
  expect(when_used).toBe(countTokens(files["SKILL.md"]));
  expect(at_most - when_used).toBe(countTokens(files["references/a.md"]) + countTokens(files["references/b.md"]));
});

test("a folder leads to what lies in it; what is no text counts nothing", () => {
  const text = "Pick one of ./templates/ for each.";
  const { when_used, at_most } = skill({
    "SKILL.md": text,
    "templates/one.txt": "one",
    "templates/two.txt": "two",
    "templates/logo.png": "\u0000PNG",
  });
  expect(at_most - when_used).toBe(countTokens("one") + countTokens("two"));
});

test("a front matter is no part of the body, and a missing file costs nothing", () => {
  const text = "---\nname: notes\n---\nWrite.\n";
  const input = { name: "n", description: "d", files: [{ path: "SKILL.md", bytes: bytes(text) }] };
  const { when_used } = contextCost({ ...input, instructions: { file: "SKILL.md", bodyStart: 20 } });
  expect(when_used).toBe(countTokens("Write.\n"));
  expect(contextCost({ ...input, instructions: { file: "gone.md", bodyStart: 0 } }).at_most).toBe(0);
});

test("marks of a model are text", () => {
  expect(countTokens("<|endoftext|>")).toBeGreaterThan(1);
});

test.each(["a", " ", "\n"])("a run of %j costs no more than its length", (one) => {
  const timed = (length: number) => {
    const text = one.repeat(length);
    const before = performance.now();
    countTokens(text);
    return performance.now() - before;
  };
  timed(1_000);
  // Squared, the longer one would take 256 times as long.
  expect(timed(320_000)).toBeLessThan(64 * Math.max(timed(20_000), 1));
});
