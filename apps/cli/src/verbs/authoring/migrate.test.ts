import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../../test/cli-process.ts";

let home: CliHome;
let dir: string;
let count = 0;
beforeAll(async () => {
  home = await cliHome("http://127.0.0.1:9");
});
afterAll(() => home.remove());
beforeEach(async () => {
  count += 1;
  dir = join(home.dir, `work-${count}`);
  await mkdir(dir);
});
const put = async (path: string, text: string) => {
  await mkdir(dirname(join(dir, path)), { recursive: true });
  await writeFile(join(dir, path), text);
};
const textOf = (path: string) => readFile(join(dir, path), "utf8");
const run = (...args: string[]) => home.run(args, { cwd: dir });

const DRAFT = `---
claw_version: 1
name: web-fetch
description: Fetch web pages. Use when a page is asked for.
network: true
filesystem: false
pip_requires: ["requests>=2"]
actions:
  - name: fetch_page
    description: Fetch a page
    handler: handlers/fetch.py:run
    parameters:
      url: {type: string, required: true}
---
# Web fetch

Use it.
`;
const REAL = `---
name: todoist-cli
description: "Manage tasks: from the command line."
metadata: {"clawdbot": {"emoji": "x", "requires": {"env": ["TODOIST_API_KEY"], "bins": ["curl"]}}}
---
# Todoist

Use curl.
`;

describe("migrate, docs/specification.md §8.2", () => {
  test("reads, maps actions, expands permissions, resets the tier, wraps the handlers and reports", async () => {
    await put("claw/SKILL.md", DRAFT);
    await put("claw/handlers/fetch.py", "def run(url):\n    return url\n");
    const ran = await run("migrate", "claw/SKILL.md", "--validate", "--json");
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    const result = JSON.parse(ran.stdout) as { review: string[]; output: string; report: string };
    expect(result).toMatchObject({ from: "openclaw-draft", to: "gaia-0.1", migrated: true, problems: [] });
    const manifest = await textOf("migrated/web-fetch/SKILL.md");
    for (const line of ["  - network:read", "  - network:write", "  - filesystem:none", "security_tier: experimental"])
      expect(manifest.split("\n")).toContain(line);
    expect(manifest).toMatch(/^tools:\n.*name: fetch_page/ms);
    expect(manifest.endsWith("# Web fetch\n\nUse it.\n")).toBe(true);
    const wrapper = await textOf("migrated/web-fetch/tools.py");
    expect(wrapper).toMatch(/@tool\ndef fetch_page\(url: str\)/);
    expect(wrapper).toContain("handlers/fetch.py");
    expect(await textOf("migrated/web-fetch/handlers/fetch.py")).toContain("def run(url)");
    expect(await textOf("migrated/web-fetch.MIGRATION.md")).toContain("To review by a human");
    expect(result.review.some((item) => item.includes("network: true was expanded"))).toBe(true);
    expect((await run("validate", "migrated/web-fetch")).code).toBe(0);
    expect(await textOf("claw/SKILL.md")).toBe(DRAFT);
  });

  test("a skill without tools goes into the GAIA format that can hold it", async () => {
    await put("real/SKILL.md", REAL);
    const ran = await run("migrate", "real", "--validate", "--json");
    expect(ran.code).toBe(0);
    expect(JSON.parse(ran.stdout)).toMatchObject({ from: "openclaw", to: "gaia", name: "todoist-cli" });
    expect(await textOf("migrated/todoist-cli/SKILL.md")).toContain("security_tier: experimental");
  });

  test("overwrites nothing without --force, and never the source", async () => {
    await put("todoist-cli/SKILL.md", REAL);
    expect((await run("migrate", "todoist-cli")).code).toBe(0);
    await put("migrated/todoist-cli/mine.txt", "x");
    expect((await run("migrate", "todoist-cli")).code).toBe(4);
    expect(await textOf("migrated/todoist-cli/mine.txt")).toBe("x");
    expect((await run("migrate", "todoist-cli", "--force")).code).toBe(0);
    expect(await readdir(join(dir, "migrated/todoist-cli"))).toEqual(["SKILL.md"]);
    const own = await run("migrate", "todoist-cli", "--output", ".", "--force");
    expect(own).toMatchObject({ code: 4 });
    expect(own.stderr).toContain("where the skill comes from");
    expect(await textOf("todoist-cli/SKILL.md")).toBe(REAL);
    expect((await readdir(dir)).filter((name) => name.startsWith("."))).toEqual([]);
  });

  test("what cannot be read is exit 4 with its place, and nothing is written", async () => {
    await put("bad/SKILL.md", "---\nname: [\n---\n");
    const ran = await run("migrate", "bad");
    expect(ran.code).toBe(4);
    expect(ran.stderr).toContain("SK2013");
    expect(await readdir(dir)).toEqual(["bad"]);
    expect((await run("migrate", "nothing")).code).toBe(3);
    expect((await run("migrate", "bad", "--to", "constructor")).code).toBe(2);
  });
});

describe("migrate --batch", () => {
  test("goes past bad skills, finds nested ones, keeps two of a name apart, and ends with 4", async () => {
    await put("all/one/SKILL.md", DRAFT);
    await put("all/owner/two/SKILL.md", REAL);
    await put("all/owner/two/examples/SKILL.md", "a resource, no skill");
    await put("all/twin/SKILL.md", REAL);
    await put("all/bad/SKILL.md", "no front matter, no name \u0000");
    const ran = await run("migrate", "all", "--batch", "--output", "all/out", "--json");
    expect(ran.code).toBe(4);
    const result = JSON.parse(ran.stdout) as { results: { path: string; migrated: boolean }[] };
    expect(result).toMatchObject({ skills: 4, migrated: 2, failed: 2 });
    const failed = result.results.filter(({ migrated }) => !migrated).map(({ path }) => path);
    expect(failed).toEqual([join(dir, "all/bad"), join(dir, "all/twin")]);
    expect((await readdir(join(dir, "all/out"))).toSorted()).toEqual(["MIGRATION.md", "todoist-cli", "web-fetch"]);
    const report = await textOf("all/out/MIGRATION.md");
    expect(report).toContain("4 skills: 2 migrated, 2 not.");
    expect((await run("migrate", "all", "--batch", "--output", "all/out", "--force", "--json")).stdout).toContain(
      '"skills": 4',
    );
  });

  test("shows its progress on a terminal, and only there", async () => {
    for (const name of ["a", "b", "c"]) await put(`all/${name}/SKILL.md`, REAL.replace("todoist-cli", name));
    const args = ["migrate", join(dir, "all"), "--batch", "--output", join(dir, "out"), "--force"];
    const { screen, code } = await home.onTerminal(args, "");
    expect(code).toBe(0);
    expect(screen).toContain("[........................] 0/3");
    const quiet = await home.run(args);
    expect(quiet.stdout + quiet.stderr).not.toContain("0/3");
    expect(quiet.stdout).toMatch(/openclaw to gaia {2}migrated 3 {2}failed 0/);
  });

  test("a report draws nothing and links nothing, whatever a skill says", async () => {
    await put("all/a/SKILL.md", REAL.replace('description: "', 'description: "<b>[x](http://evil)</b> |\\u001b[2J '));
    await run("migrate", "all", "--batch", "--output", "out");
    expect(await textOf("out/MIGRATION.md")).not.toMatch(
      /[\u0000-\u0009\u000b-\u001f]|(?<!\\)[<[][bx]|(?<!\\)\]\(http/,
    );
  });
});

describe("convert", () => {
  test("writes what the readers of each format accept, and needs --to", async () => {
    await put("todoist-cli/SKILL.md", REAL);
    expect((await run("convert", "todoist-cli")).code).toBe(2);
    for (const format of ["gaia", "agent-skills", "openclaw"]) {
      const ran = await run("convert", "todoist-cli", "--to", format, "-o", format, "--validate");
      expect(ran).toMatchObject({ code: 0 });
      expect((await run("validate", `${format}/todoist-cli`, "--target", format)).code).toBe(0);
    }
    const lost = await run("convert", "todoist-cli", "--to", "agent-skills", "-o", "x", "--json");
    expect((JSON.parse(lost.stdout) as { losses: { code: string }[] }).losses.map(({ code }) => code)).toContain(
      "SK9003",
    );
  });

  test("--from reads it as that format, whatever it looks like", async () => {
    await put("todoist-cli/SKILL.md", REAL);
    const ran = await run("convert", "todoist-cli", "--from", "agent-skills", "--to", "gaia", "--json");
    expect(JSON.parse(ran.stdout)).toMatchObject({ from: "agent-skills", to: "gaia" });
  });
});
