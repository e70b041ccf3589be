import { afterAll, expect, test } from "vitest";
import { DEFAULT_LIMITS } from "@gaia/archive";
import { analysingPool } from "./analysing-pool.ts";

const crashes: unknown[] = [];
const pool = analysingPool((error) => crashes.push(error), 1);
afterAll(() => pool.close());

const about = { name: "some-skill", description: "Says hello", publisher: "someone", links: [], requirements: [] };
const NAMES = ["gaia-instructions", "gaia-code", "gaia-contents", "gaia-dependencies"];

const analyse = (files: Record<string, string>) =>
  pool.analyse({
    about,
    limits: DEFAULT_LIMITS,
    files: Object.entries(files).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) })),
  });

test("a skill is looked at by all of our own analysers", async () => {
  const analysis = await analyse({
    "SKILL.md": "---\nname: some-skill\n---\n\n# Some skill\n\nSays hello.\n",
    "tools.py": 'def greet(name: str) -> dict:\n    """Greets."""\n    return {"message": f"Hello, {name}!"}\n',
  });
  expect(analysis.scanners.map(({ name, status }) => `${name} ${status}`)).toEqual(
    NAMES.map((name) => `${name} completed`),
  );
  expect(analysis.findings).toEqual([]);
});

test("S8 a skill that cannot be analysed is unscanned by all of them, and the next is analysed", async () => {
  // No name: what the analysers are told is not what they may rely on, and this breaks the first that looks.
  const broken = await pool.analyse({ about, limits: DEFAULT_LIMITS, files: 1 as never });
  expect(broken.findings).toEqual([]);
  expect(broken.scanners.map(({ name, status, reason, retryable }) => ({ name, status, reason, retryable }))).toEqual(
    NAMES.map((name) => ({ name, status: "unscanned", reason: "it crashed", retryable: true })),
  );
  expect(crashes).toEqual([expect.any(TypeError)]);
  const next = await analyse({ "SKILL.md": "# Hello\n" });
  expect(next.scanners.map(({ status }) => status)).toEqual(NAMES.map(() => "completed"));
});

test("an analysis that nobody waits for any more is unscanned, and its thread is free again", async () => {
  const input = { about, limits: DEFAULT_LIMITS, files: [] };
  const stopped = await pool.analyse(input, AbortSignal.abort());
  expect(stopped.scanners.map(({ status, reason }) => `${status}: ${reason}`)).toEqual(
    NAMES.map(() => "unscanned: it was stopped"),
  );
  expect((await pool.analyse(input)).scanners.map(({ status }) => status)).toEqual(NAMES.map(() => "completed"));
});
