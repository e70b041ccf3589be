import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startAnsweringRegistry } from "../../test/answering-registry.ts";
import { type CliHome, cliHome } from "../../test/cli-process.ts";
import type { FakeRegistry } from "../../test/fake-registry.ts";
import { runInProcess } from "../../test/in-process.ts";
import { authorPlace, linesOfRest } from "../../test/verb-lines.ts";
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
  lines = new Map(linesOfRest(await authorPlace(home.dir, fake.url)));
});
beforeEach(() => fake.requests.splice(0));
afterAll(async () => {
  await fake?.close();
  await home?.remove();
});

/** Whatever an admin gives a reason for is done to somebody else. What gives none is named here, with the publishers' own. */
const GIVES_NO_REASON = [
  "admin accounts role",
  "yank",
  "purge",
  "reject",
  "org role",
  "org remove",
  "org leave",
  "transfer offer",
  "transfer accept",
  "trusted-publisher remove",
  "keys revoke",
  "token revoke",
];
const acting = everyVerb().flatMap(({ words, verb }) =>
  (words.startsWith("admin ") && verb.options.some(({ long }) => long === "--reason")) ||
  GIVES_NO_REASON.includes(words)
    ? [words]
    : [],
);

/** Its line without `--yes`, at a terminal where a person types `input`, or in a script. */
function run(words: string, how: { input?: string; isTerminal: boolean; more?: string[] }) {
  const line = lines.get(words);
  if (line === undefined) throw new Error(`there is no line for ${words}`);
  const args = [...line.filter((word) => word !== "--yes"), ...(how.more ?? [])];
  const env = {
    PATH: process.env["PATH"],
    HOME: home.dir,
    GAIA_HOME: home.dir,
    GAIA_REGISTRY: fake.url,
    GAIA_TOKEN: "gsk_of-the-test",
  };
  return runInProcess({ program: "gaia-skill", args, env, cwd: home.dir, ...how });
}
const written = () => fake.requests.filter(({ method }) => method !== "GET" && method !== "HEAD");

test("every verb of these is still there", () => {
  expect(GIVES_NO_REASON.filter((words) => !acting.includes(words))).toEqual([]);
  expect(acting).toEqual(
    expect.arrayContaining(["admin quarantine", "admin accounts suspend", "admin reports uphold"]),
  );
});

test.each(acting)("%s asks a person at a terminal, and only yes does it (first week, A10)", async (words) => {
  for (const input of ["\n", "n\n", ""]) {
    const no = await run(words, { input, isTerminal: true });
    expect([no.code, written()], no.stderr).toEqual([4, []]);
    expect(no.stderr).toContain("[y/N]");
  }
  const yes = await run(words, { input: "y\n", isTerminal: true });
  expect([yes.code, written().length], yes.stderr).toEqual([0, 1]);
});

test.each(acting)("%s takes --yes, at a terminal and in a script (first week, A10)", async (words) => {
  for (const isTerminal of [true, false]) {
    fake.requests.splice(0);
    const { code, stderr } = await run(words, { isTerminal, more: ["--yes"] });
    expect([code, written().length], stderr).toEqual([0, 1]);
    expect(stderr).not.toContain("[y/N]");
  }
});

test("a script that says no --yes quarantines and suspends as before (first week, A10)", async () => {
  for (const words of ["admin quarantine", "admin accounts suspend", "admin accounts role", "admin reports uphold"]) {
    fake.requests.splice(0);
    expect([(await run(words, { isTerminal: false })).code, written().length]).toEqual([0, 1]);
  }
});

test("X7 a question says what happens to what, as plain text (first week, A10)", async () => {
  const named = "web-search@1.0.0\u001b[5m\u202e";
  const args = ["admin", "quarantine", named, "--reason", "reported"];
  const env = { PATH: process.env["PATH"], HOME: home.dir, GAIA_HOME: home.dir, GAIA_REGISTRY: fake.url };
  const { stderr } = await runInProcess({
    program: "gaia-skill",
    args,
    env,
    cwd: home.dir,
    input: "n\n",
    isTerminal: true,
  });
  expect(stderr).toContain("Quarantine web-search@1.0.0: its downloads and installs are refused");
  expect(stderr).not.toContain("\u001b[5m");
  expect(stderr).not.toContain("\u202e");
});
