import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { join } from "node:path";
import { type Sayings, startAnsweringRegistry } from "../../test/answering-registry.ts";
import { type CliHome, cliHome } from "../../test/cli-process.ts";
import { type FakeRegistry, problem, startFakeRegistry } from "../../test/fake-registry.ts";
import { serveRelease } from "../../test/fake-release.ts";
import { runHere } from "../../test/in-process.ts";
import { type AuthorPlace, authorPlace, linesOfRest, linesWithASkill } from "../../test/verb-lines.ts";

/** It clears the screen, sets the title, links elsewhere, turns the line round, and begins a line that looks like one of ours. */
const HOSTILE = [
  "\u001b[2J\u001b]0;owned\u0007",
  "\u001b]8;;https://evil.example\u001b\\here\u001b]8;;\u001b\\",
  "\u202eabc\u2066\u200b\u{e0041}",
  "\r\nFORGED gaia: all is well\u0085\u2028FORGED\u009b31m\b\b",
].join("");

// All that steers a terminal or draws nothing, but the end of a line.
const STEERS =
  // oxlint-disable-next-line no-control-regex -- that is what must not be there
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]|^FORGED/mu;

let home: CliHome;
let author: AuthorPlace;
let fake: FakeRegistry;
let sayings: Sayings = { text: "", fields: {} };
beforeAll(async () => {
  fake = await startAnsweringRegistry(() => sayings);
  home = await cliHome(fake.url);
  author = await authorPlace(home.dir, fake.url);
});
afterAll(async () => {
  await fake?.close();
  await home?.remove();
});

const FIELDS = { next_cursor: null, handle: "ada", publishers: ["ada"] };

/** What asks no registry, or says nothing here of what one answers: `dashboard` says it on its page, whose tests hold that. */
const ASKS_NOBODY = new Set(
  "serve witness dashboard init validate lint scan format migrate convert pack completion".split(" "),
);

/** Every verb's lines against this registry, plain and as JSON: those in which something reached the terminal as it came. */
async function steered(registry: string): Promise<{ wrong: string[]; told: number }> {
  const env = {
    HOME: home.dir,
    GAIA_HOME: join(home.dir, "home"),
    GAIA_REGISTRY: registry,
    GAIA_TOKEN: "gsk_of-the-test",
  };
  const wrong: string[] = [];
  let told = 0;
  for (const [words, args] of [...linesWithASkill(author), ...linesOfRest(author)]) {
    if (ASKS_NOBODY.has(words)) continue;
    for (const more of [[], ["--json"]]) {
      const { code, stdout, stderr } = await runHere([...args, ...more], env);
      const found = STEERS.exec(stdout + stderr);
      if (found !== null)
        wrong.push(
          `${words} ${more.join()} ${code}: ${JSON.stringify((stdout + stderr).slice(found.index - 80, found.index + 40))}`,
        );
      if (/owned|FORGED/.test(stdout + stderr)) told += 1;
    }
  }
  return { wrong, told };
}

describe("X7 whatever a registry says, nothing of it steers the terminal", () => {
  test("X7 in every text of every answer that every verb asks for", async () => {
    sayings = { text: HOSTILE, fields: FIELDS };
    const { wrong, told } = await steered(fake.url);
    expect(wrong).toEqual([]);
    // It is shown, and not left out.
    expect(told).toBeGreaterThan(40);
  });

  test("X7 in names, versions, times and words of fixed lists, too", async () => {
    const names = ["name", "version", "handle", "publisher", "status", "security_tier", "verdict", "published_at"];
    const more = ["signer", "kind", "fingerprint", "latest_version", "format", "id", "created_at", "role", "action"];
    const lies = Object.fromEntries([...names, ...more].map((field) => [field, HOSTILE]));
    sayings = { text: HOSTILE, fields: { ...lies, next_cursor: null } };
    expect((await steered(fake.url)).wrong).toEqual([]);
  });

  test("X7 in a refusal: its code, title, sentence, diagnostics", async () => {
    const row = {
      code: HOSTILE,
      severity: HOSTILE,
      file: HOSTILE,
      line: 1,
      column: 1,
      message: HOSTILE,
      hint: HOSTILE,
    };
    const said = problem(500, HOSTILE, HOSTILE, { title: HOSTILE, request_id: HOSTILE, errors: [row] });
    const refusing = await startFakeRegistry(said);
    const { wrong, told } = await steered(refusing.url);
    await refusing.close();
    expect(wrong).toEqual([]);
    expect(told).toBeGreaterThan(60);
  });

  test("X7 in what is said of a package that comes, and what stays of it on this machine", async () => {
    const serving = await startFakeRegistry();
    const texts = ["display_name", "author", "license", "status_reason", "verdict_reason", "homepage", "repository"];
    await serveRelease(serving, {
      name: "web-search",
      tier: "experimental",
      lies: { ...Object.fromEntries(texts.map((field) => [field, HOSTILE])), description: HOSTILE, tags: [HOSTILE] },
    });
    const { wrong } = await steered(serving.url);
    await serving.close();
    expect(wrong).toEqual([]);
  });
});
