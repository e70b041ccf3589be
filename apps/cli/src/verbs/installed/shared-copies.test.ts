import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../../test/cli-process.ts";
import { type FakeRegistry, startFakeRegistry } from "../../../test/fake-registry.ts";
import { serveRelease } from "../../../test/fake-release.ts";

let fake: FakeRegistry;
let home: CliHome;
const at = (...path: string[]) => join(home.dir, ...path);
const install = (agents: readonly string[], ...more: string[]) =>
  home.run(["install", "wild", "--allow-experimental", ...agents.flatMap((agent) => ["--for", agent]), ...more]);
const isThere = (path: string) =>
  stat(at(path)).then(
    () => true,
    () => false,
  );

beforeEach(async () => {
  fake = await startFakeRegistry();
  home = await cliHome(fake.url);
  await serveRelease(fake, { name: "wild", tier: "experimental" });
});
afterEach(async () => {
  await fake.close();
  await home.remove();
});

describe("agents that look where others do", () => {
  test.each(["kilo", "cline", "qwen", "pi", "mistral-vibe", "droid", "openclaw"])(
    "(machines, M-5) %s finds its copy in .agents/skills, and shares it with those that read it too",
    async (agent) => {
      expect(await install([agent, "codex"])).toMatchObject({ code: 0 });
      expect(await isThere(".agents/skills/wild/SKILL.md")).toBe(true);
      expect(await isThere(".codex")).toBe(false);
      const shown = (await home.run(["list"])).stdout;
      for (const one of [agent, "codex"]) expect(shown).toContain(`${one}: ${at(".agents/skills/wild")}`);
      expect(await home.run(["remove", "wild"])).toMatchObject({ code: 0 });
      expect(await readdir(at(".agents/skills"))).toEqual([]);
    },
  );

  test("(machines, M-5) continue shares Claude Code's copy, wherever a variable moves Claude Code's own", async () => {
    expect(await install(["continue", "claude-code"])).toMatchObject({ code: 0 });
    expect(await isThere(".claude/skills/wild/SKILL.md")).toBe(true);
    expect(await home.run(["remove", "wild"])).toMatchObject({ code: 0 });
    expect(await readdir(at(".claude/skills"))).toEqual([]);
    const env = { CLAUDE_CONFIG_DIR: at("moved") };
    const both = ["install", "wild", "--allow-experimental", "--for", "continue", "--for", "claude-code"];
    expect(await home.run(both, { env })).toMatchObject({ code: 0 });
    for (const place of [".claude/skills/wild", "moved/skills/wild"]) expect(await isThere(place), place).toBe(true);
  });

  test("(machines, M-5) openclaw looks in no project: that is refused in words, and nothing is written", async () => {
    const refused = await install(["openclaw"], "--project");
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("it looks for skills in no project")]);
    expect(refused.stderr).toContain("leave out --project");
    expect(await isThere(".gaia")).toBe(false);
  });
});
