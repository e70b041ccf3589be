import { afterAll, beforeAll, expect, test } from "vitest";
import { startAnsweringRegistry } from "../../test/answering-registry.ts";
import { type CliHome, cliHome } from "../../test/cli-process.ts";
import type { FakeRegistry } from "../../test/fake-registry.ts";
import { authorPlace, linesOfRest, linesWithASkill } from "../../test/verb-lines.ts";
import { everyVerb } from "../../test/verb-walk.ts";

let fake: FakeRegistry;
let home: CliHome;
let lines: Map<string, string[]>;

beforeAll(async () => {
  fake = await startAnsweringRegistry(() => ({
    text: "some text",
    fields: { next_cursor: null, handle: "ada", publishers: ["ada"] },
  }));
  home = await cliHome(fake.url, { GAIA_TOKEN: "gsk_of-the-test" });
  const author = await authorPlace(home.dir, fake.url);
  lines = new Map([...linesWithASkill(author), ...linesOfRest(author)]);
});
afterAll(async () => {
  await fake?.close();
  await home?.remove();
});

/** They run until they are stopped, or need a sandbox: their own tests start them as processes. */
const ELSEWHERE = new Set(["serve", "witness", "monitor", "test", "dashboard"]);

/** Elsewhere verbs run in the process of their test (`in-process.ts`): that each also runs as people start it is asked here. */
const words = everyVerb().flatMap(({ words }) => (ELSEWHERE.has(words) ? [] : [words]));
test.each(words)("%s runs as a process of its own: it comes to its end and prints one document", async (words) => {
  const args = lines.get(words);
  if (args === undefined) throw new Error(`there is no line for ${words}`);
  const { code, stdout, stderr } = await home.spawn([...args, "--json"]);
  expect([code === null || code === 1, stderr]).toEqual([false, stderr]);
  expect(JSON.parse(stdout)).toBeInstanceOf(Object);
});
