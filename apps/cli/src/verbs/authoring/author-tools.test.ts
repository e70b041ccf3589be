import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CliHome, type CliRun, cliHome } from "../../../test/cli-process.ts";
import { manifestText } from "../../../test/fake-release.ts";

const SKILL_DEV = fileURLToPath(new URL("../../../bin/skill-dev.js", import.meta.url));

let home: CliHome;
let dir: string;
let count = 0;
beforeAll(async () => {
  home = await cliHome("http://127.0.0.1:9");
});
afterAll(() => home.remove());
beforeEach(() => {
  count += 1;
  dir = join(home.dir, `skill-${count}`);
});

const put = async (path: string, text: string) => {
  await mkdir(dirname(join(dir, path)), { recursive: true });
  await writeFile(join(dir, path), text);
};
const textOf = (path: string) => readFile(join(dir, path), "utf8");
const good = manifestText({ name: "web-search", version: "1.0.0" });
const skillDev = (args: string[]): Promise<CliRun> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [SKILL_DEV, ...args],
      { cwd: dir, env: { PATH: process.env["PATH"] } },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });

/** As much of a SARIF log as is asked about here. */
interface Log {
  runs: { results: SarifResult[] }[];
}
interface SarifResult {
  ruleId: string;
  fixes?: { artifactChanges: { artifactLocation: { uri: string }; replacements: Replacement[] }[] }[];
}
interface Replacement {
  deletedRegion: { startLine: number; startColumn: number; endLine: number; endColumn: number };
  insertedContent: { text: string };
}

/** The text with the first fix of a result made, as a SARIF viewer makes it. */
function repaired(text: string, result: SarifResult | undefined): string {
  const lines = text.split("\n");
  const offset = (line: number, column: number) =>
    lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0) + column - 1;
  const replacements = result?.fixes?.[0]?.artifactChanges[0]?.replacements ?? [];
  return replacements.toReversed().reduce((before, { deletedRegion: at, insertedContent }) => {
    const end = offset(at.endLine, at.endColumn);
    return before.slice(0, offset(at.startLine, at.startColumn)) + insertedContent.text + before.slice(end);
  }, text);
}

describe("validate", () => {
  test("--output github writes one workflow command a line, which no text of a skill can break out of", async () => {
    const hostile = String.raw`"a\n::error file=x::b%0A\u001b[2J, c"`;
    await put("SKILL.md", good.replace(/^version: .*$/m, `version: ${hostile}`));
    const run = await home.run(["validate", dir, "--output", "github"], { cwd: dir });
    expect(run.code).toBe(4);
    const lines = run.stdout.trimEnd().split("\n");
    for (const line of lines)
      expect(line).toMatch(
        /^::(error|warning|notice) file=SKILL\.md(,line=\d+(,col=\d+)?)?,title=(?:SK\d{4}|elsewhere\/[a-z-]+)::[^\u001b]+$/,
      );
    const { errors } = JSON.parse((await home.run(["validate", dir, "--json"])).stdout) as { errors: number };
    expect(lines.filter((line) => line.startsWith("::error"))).toHaveLength(errors);
  });

  test("--output sarif writes a SARIF 2.1.0 log with rules, places from here and columns in UTF-16", async () => {
    await put("a b/SKILL.md", good.replace(/^version: .*$/m, "version: nope"));
    const run = await home.run(["validate", "a b", "--output", "sarif"], { cwd: dir });
    expect(run.code).toBe(4);
    const log = JSON.parse(run.stdout) as {
      version: string;
      runs: {
        tool: { driver: { name: string; informationUri: string; rules: { id: string }[] } };
        results: unknown[];
        columnKind: string;
      }[];
    };
    expect(log).toMatchObject({ version: "2.1.0", runs: [{ columnKind: "utf16CodeUnits" }] });
    const [found] = log.runs;
    // (machines, M-6)
    expect(found?.tool.driver).toMatchObject({ name: "gaia-skill", informationUri: expect.stringMatching(/^https:/) });
    const index = found?.tool.driver.rules.findIndex(({ id }) => id === "SK3011") ?? -1;
    expect(found?.results).toContainEqual(
      expect.objectContaining({
        ruleId: "SK3011",
        ruleIndex: index,
        level: "error",
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: "a%20b/SKILL.md" },
              region: { startLine: 3, startColumn: 10 },
            },
          },
        ],
      }),
    );
  });

  test("(machines, M-5) --output sarif and github say how agents and frameworks read a skill, as --json does", async () => {
    await put("SKILL.md", good);
    const words = (form: string) => home.run(["validate", dir, "--output", form], { cwd: dir });
    const { elsewhere } = JSON.parse((await words("json")).stdout) as {
      elsewhere: { case: string; severity: string; message: string; line: number | null }[];
    };
    expect(elsewhere.map(({ severity }) => severity)).toContain("warning");
    const log = JSON.parse((await words("sarif")).stdout) as {
      runs: { results: { ruleId: string; level: string; message: { text: string } }[] }[];
    };
    const found = log.runs[0]?.results.filter(({ ruleId }) => ruleId.startsWith("elsewhere/")) ?? [];
    expect(found.map(({ ruleId, level }) => [ruleId, level])).toEqual(
      elsewhere.map((one) => [`elsewhere/${one.case}`, one.severity === "warning" ? "warning" : "note"]),
    );
    for (const [at, { message }] of elsewhere.entries()) expect(found[at]?.message.text).toContain(message);
    const lines = (await words("github")).stdout.split("\n").filter((line) => line.includes("title=elsewhere/"));
    expect(lines).toHaveLength(elsewhere.length);
    expect(lines.filter((line) => line.startsWith("::warning file=SKILL.md"))).not.toHaveLength(0);
  });

  test("--output sarif carries the repair that lint --fix would make, and none for what is a person's to decide", async () => {
    const bad = good
      .replace(/^version: .*$/m, "version: v1.2")
      .replace(/^description: .*$/m, "description: 🦊 Searches: the web")
      .replaceAll("\n", "\r\n");
    await put("SKILL.md", bad);
    const run = await home.run(["validate", dir, "--output", "sarif"], { cwd: dir });
    const log = JSON.parse(run.stdout) as Log;
    const byRule = new Map(log.runs[0]?.results.map((result) => [result.ruleId, result]));
    expect(repaired(bad, byRule.get("SK2003"))).toBe(bad.replaceAll("\r\n", "\n"));
    expect(repaired(bad, byRule.get("SK2014"))).toContain('description: "🦊 Searches: the web"\r\n');
    await put("SKILL.md", good.replace(/^version: .*$/m, "version: v1.2"));
    const second = JSON.parse((await home.run(["lint", dir, "--output", "sarif"], { cwd: dir })).stdout) as Log;
    const version = second.runs[0]?.results.find(({ ruleId }) => ruleId === "SK3011");
    expect(repaired(await textOf("SKILL.md"), version)).toContain("\nversion: 1.2.0\n");
    expect(version?.fixes?.[0]?.artifactChanges[0]?.artifactLocation.uri).toBe("SKILL.md");
    await put("SKILL.md", `\ufeff${good.replace(/^version: .*$/m, "version: latest")}`);
    const third = JSON.parse((await home.run(["validate", dir, "--output", "sarif"], { cwd: dir })).stdout) as Log;
    const codes = third.runs[0]?.results.filter(({ fixes }) => fixes !== undefined).map(({ ruleId }) => ruleId);
    expect(third.runs[0]?.results.map(({ ruleId }) => ruleId)).toEqual(expect.arrayContaining(["SK2002", "SK3011"]));
    // A byte-order mark is no part of the text that SARIF counts in.
    expect(codes).toEqual([]);
  });

  test("--output json is --json, counts warnings, and takes the manifest's own path too", async () => {
    await put("SKILL.md", good);
    const runs = [
      await home.run(["validate", join(dir, "SKILL.md"), "--output", "json"]),
      await home.run(["validate", join(dir, "SKILL.md"), "--json"]),
    ];
    expect(runs[0]).toEqual(runs[1]);
    expect(JSON.parse(runs[0]?.stdout ?? "")).toMatchObject({ valid: true, errors: 0, warnings: expect.any(Number) });
  });

  test("an unknown target or form is a usage error", async () => {
    await put("SKILL.md", good);
    expect((await home.run(["validate", dir, "--target", "toString"])).code).toBe(2);
    expect((await home.run(["validate", dir, "--output", "xml"])).code).toBe(2);
  });
});

describe("lint", () => {
  test("--fix renames an old vendor's namespace and quotes what other readers take for a number", async () => {
    const text =
      "---\nname: a-b\ndescription: Does it, when asked to do it.\nmetadata:\n  clawdbot: # kept\n    emoji: x\n---\n# T\n";
    await put("SKILL.md", text);
    await home.run(["lint", dir, "--fix", "--target", "openclaw"]);
    expect(await textOf("SKILL.md")).toBe(text.replace("clawdbot", "openclaw"));
  });

  test("--fix repairs in place, keeps comments and every other byte, and a second run has nothing to repair", async () => {
    const text = good.replace("version: 1.0.0", "version: v1.0 # kept");
    await put("skill.md", `\uFEFF${text}`.replaceAll("\n", "\r\n"));
    expect((await home.run(["lint", dir])).code).toBe(4);
    const run = await home.run(["lint", dir, "--fix", "--json"]);
    expect(run.code).toBe(0);
    const { fixed } = JSON.parse(run.stdout) as { fixed: { code: string }[] };
    expect(fixed.map(({ code }) => code).toSorted()).toEqual(["SK1003", "SK2002", "SK2003", "SK3011"]);
    expect(await readdir(dir)).toEqual(["SKILL.md"]);
    expect(await textOf("SKILL.md")).toBe(good.replace("version: 1.0.0", "version: 1.0.0 # kept"));
    expect(JSON.parse((await home.run(["lint", dir, "--fix", "--json"])).stdout)).toMatchObject({ fixed: [] });
  });

  test("speaks of style where validate does not", async () => {
    await put("SKILL.md", `${good}\n<!-- do what I say -->\n`);
    expect((await home.run(["validate", dir])).stdout).not.toContain("SK7007");
    const run = await home.run(["lint", dir]);
    expect(run).toMatchObject({ code: 0 });
    expect(run.stdout).toContain("warning SK7007");
  });
});

describe("format", () => {
  test("--check writes nothing and is 4 when something would change; format then makes it 0", async () => {
    const untidy = good.replace(/^name: .*$/m, 'name:   "web-search"   # mine');
    await put("SKILL.md", untidy);
    expect((await home.run(["format", dir, "--check"])).code).toBe(4);
    expect(await textOf("SKILL.md")).toBe(untidy);
    expect((await home.run(["format", dir])).code).toBe(0);
    expect(await textOf("SKILL.md")).toContain("name: web-search # mine\n");
    expect((await home.run(["format", dir, "--check"])).code).toBe(0);
  });

  test("leaves what it cannot read, with exit 4, and does not write through a link", async () => {
    await put("SKILL.md", "---\na: [\n---\n");
    const run = await home.run(["format", dir]);
    expect(run).toMatchObject({ code: 4 });
    expect(await textOf("SKILL.md")).toBe("---\na: [\n---\n");
    await put("elsewhere.md", good);
    await mkdir(join(dir, "linked"));
    await symlink(join(dir, "elsewhere.md"), join(dir, "linked", "SKILL.md"));
    for (const path of ["linked", "linked/SKILL.md"])
      expect((await home.run(["format", path], { cwd: dir })).code).toBe(4);
    expect(await textOf("elsewhere.md")).toBe(good);
  });
});

describe("skill-dev", () => {
  const file = "---\nname: paper-analysis\nversion: 1.0.0\n---\n\n# Paper Analysis\n\nReads papers.\n";

  test("migrate --add-description adds it once; format and lint take several files", async () => {
    await put("a.skill.md", file);
    await put("b.skill.md", file.replace("version: 1.0.0", "version: 1.0.0\ndescription: Kept"));
    const run = await skillDev(["migrate", "--add-description", "a.skill.md", "b.skill.md"]);
    expect(run.code).toBe(0);
    expect(await textOf("a.skill.md")).toBe(file.replace("1.0.0\n", "1.0.0\ndescription: Reads papers.\n"));
    expect(await textOf("b.skill.md")).toContain("description: Kept");
    expect((await skillDev(["format", "--check", "a.skill.md", "b.skill.md"])).code).toBe(0);
    expect((await skillDev(["migrate", "a.skill.md"])).code).toBe(2);
  });

  test("validate checks the TypeScript of tools, and that no two files share a name", async () => {
    const described = file.replace("1.0.0\n", "1.0.0\ndescription: Reads papers.\n");
    const tool = (code: string) =>
      `${described}\n## Provided Tools\n\n### read_paper\n\nReads one.\n\n**Implementation:**\n\n\`\`\`typescript\n${code}\n\`\`\`\n`;
    await put("a.skill.md", tool("async (params) => { return {}; }"));
    await put("b.skill.md", tool("async (params) => { return {; }").replace("paper-analysis", "other-name"));
    const run = await skillDev(["validate", "a.skill.md", "b.skill.md"]);
    expect(run.code).toBe(4);
    expect(run.stdout.match(/^\S+ error SK\d+/gm)).toEqual([
      expect.stringMatching(/^b\.skill\.md:\d+:\d+ error SK4031$/),
    ]);
    await put("b.skill.md", tool("async (params) => { return {}; }"));
    const twins = await skillDev(["validate", "a.skill.md", "b.skill.md"]);
    expect(twins.code).toBe(4);
    expect(twins.stdout).toMatch(/^b\.skill\.md:2:7 error SK3007/m);
    expect((await skillDev(["validate", "a.skill.md"])).code).toBe(0);
  });
});

test("a folder of Aria skills is judged as one: no import from a higher layer, no unknown dependency, no cycle", async () => {
  const skill = (name: string, layer: number, dependencies: string[]) =>
    JSON.stringify({
      name: `aria-${name}`,
      version: "2.0.0",
      description: `The ${name} skill, for tests.`,
      author: "Aria Team",
      layer,
      dependencies,
      focus_affinity: ["data"],
      tools: [],
    });
  const code = (name: string, more = "") =>
    [
      "from aria_skills.base import BaseSkill, SkillStatus",
      "from aria_skills.registry import SkillRegistry",
      `${more}`,
      "",
      "@SkillRegistry.register",
      `class ${name}Skill(BaseSkill):`,
      "    @property",
      "    def name(self) -> str:",
      `        return "${name.toLowerCase()}"`,
      "",
      "    async def initialize(self) -> bool:",
      "        return True",
      "",
      "    async def health_check(self) -> SkillStatus:",
      "        return SkillStatus.AVAILABLE",
      "",
    ].join("\n");
  await put("skills/low/skill.json", skill("low", 2, []));
  await put("skills/low/__init__.py", code("Low"));
  await put("skills/high/skill.json", skill("high", 4, []));
  await put("skills/high/__init__.py", code("High"));
  expect((await home.run(["validate", join(dir, "skills"), "--target", "aria"])).stdout).not.toContain("SK6007");
  await put("skills/low/__init__.py", code("Low", "from aria_skills.high import HighSkill"));
  const run = await home.run(["validate", join(dir, "skills"), "--target", "aria"]);
  expect(run.code).toBe(4);
  expect(run.stdout).toContain("error SK6007");
  await put("skills/low/__init__.py", code("Low"));
  await put("skills/low/skill.json", skill("low", 2, ["peer"]));
  await put("skills/peer/__init__.py", code("Peer"));
  // Refused by itself, and no less a skill of this folder.
  await put("skills/peer/skill.json", skill("peer", 2, ["low", "nobody"]).replace("2.0.0", "2.0"));
  const set = await home.run(["validate", join(dir, "skills")]);
  expect(set.code).toBe(4);
  expect(set.stdout.match(/SK6004 .*/g)).toEqual([expect.stringContaining("nobody")]);
  expect(set.stdout.match(/SK6005 .*/g)).toEqual([expect.stringMatching(/low -> peer -> low|peer -> low -> peer/)]);
  // By itself, nobody knows the others.
  expect((await home.run(["validate", join(dir, "skills/low")])).stdout).not.toMatch(/SK600[45]/);
});
