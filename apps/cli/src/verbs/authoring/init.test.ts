import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../../test/cli-process.ts";

const FORMATS = ["gaia", "gaia-0.1", "agent-skills", "openclaw", "openclaw-draft", "aria-2", "skill-md", "miaos"];

interface Judged {
  valid: boolean;
  format: string;
  skill: { permissions: { declared: string[] | null; inferred: { permission: string }[] } };
}

let home: CliHome;
beforeAll(async () => {
  home = await cliHome("http://127.0.0.1:9");
});
afterAll(() => home?.remove());

describe("init begins a skill", () => {
  test("of each format, which validates as that format and which the scanners allow", async () => {
    for (const [at, format] of FORMATS.entries()) {
      const made = await home.run(["init", `greeter-${at}`, "--format", format, "--json"]);
      expect([format, made.code, made.stderr]).toEqual([format, 0, ""]);
      expect(JSON.parse(made.stdout)).toMatchObject({ name: `greeter-${at}`, format });
    }
    const folders = FORMATS.map((_, at) => `greeter-${at}`);
    const validated = await home.run(["validate", ...folders, "--json"]);
    expect(validated.code, validated.stdout).toBe(0);
    const { skills } = JSON.parse(validated.stdout) as { skills: Judged[] };
    expect(skills.map(({ valid, format }) => [valid, format])).toEqual(FORMATS.map((format) => [true, format]));
    for (const { format, skill } of skills) {
      const { declared, inferred } = skill.permissions;
      const denied = inferred.map(({ permission }) => `${permission.split(":")[0]}:none`);
      expect([format, denied.filter((one) => declared?.includes(one))]).toEqual([format, []]);
    }
    const scanned = await home.run(["scan", ...folders, "--json"]);
    const found = JSON.parse(scanned.stdout) as { skills: { verdict: string; reason: string }[] };
    expect(found.skills.map(({ verdict, reason }) => [verdict, reason])).toEqual(
      FORMATS.map(() => ["ALLOW", expect.any(String)]),
    );
    expect(scanned.code).toBe(0);
  });

  test("the usual one holds for the readers of Agent Skills", async () => {
    expect(await home.run(["init", "usual", "--yes"])).toMatchObject({ code: 0 });
    for (const target of ["agent-skills", "gaia"])
      expect(await home.run(["validate", "usual", "--target", target]), target).toMatchObject({ code: 0 });
  });

  test("and writes over nothing that is there", async () => {
    expect((await home.run(["init", "mine", "--yes"])).code).toBe(0);
    const before = await readFile(join(home.dir, "mine/SKILL.md"), "utf8");
    const again = await home.run(["init", "mine", "--description", "Another.", "--yes"]);
    expect([again.code, again.stderr.includes("there already")]).toEqual([4, true]);
    expect(await readFile(join(home.dir, "mine/SKILL.md"), "utf8")).toBe(before);
  });

  test("whatever a description holds, it stays one value", async () => {
    const hostile = '"quoted": {yes}\nversion: 9.9.9\u001b[31m # no comment';
    expect((await home.run(["init", "quoting", "--description", hostile, "--yes"])).code).toBe(0);
    const run = await home.run(["validate", "quoting", "--json"]);
    expect(JSON.parse(run.stdout)).toMatchObject({ valid: true, version: "0.1.0" });
  });

  test("a name that no skill can have is a usage error, and nothing is made", async () => {
    expect((await home.run(["init", "Not A Name", "--yes"])).code).toBe(2);
    expect((await home.run(["init", "fine", "--format", "docx", "--yes"])).code).toBe(2);
    await expect(readFile(join(home.dir, "fine/SKILL.md"))).rejects.toThrow();
  });
});
