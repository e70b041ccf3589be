import { afterAll, describe, expect, test } from "vitest";
import type { PackageFile } from "@gaia/archive";
import type { Run } from "@gaia/findings";
import { warmRunner } from "@gaia/sandbox/warm";
import { WARM_PROGRAMS } from "../src/drivers/warm-programs.ts";
import type { RequirementLine } from "../src/requirements/requirement-lines.ts";
import type { ScanResult } from "../src/scanners.ts";
import { file, reason, run, scan, scanners } from "./scanning.ts";

const cold: string[] = [];
const warm = await warmRunner({ programs: WARM_PROGRAMS, onCold: (module, why) => cold.push(`${module}: ${why}`) });
afterAll(() => warm.close());
const canWarm = scanners !== null && warm.isolation === "bubblewrap";

const KEY = "AKIAIOSFODNN7EXAMPLQ";
const nested = (depth: number): string => `x = ${"(".repeat(depth)}1${")".repeat(depth)}\n`;
const deep = (depth: number): string => `x = ${"-".repeat(depth)}1\n`;

/** Each alone, and each after all others: what one of them left behind would show in another's report. */
const PACKAGES: Record<string, PackageFile[]> = {
  "with something to find": [
    file("run.py", "import subprocess, pickle\npassword = 'hunter2hunter2'\nsubprocess.call(x, shell=True)\n"),
    file("config.yaml", `aws_access_key_id: ${KEY}\nsecret: "kJ7-9fXw2LmQ0zRtY4vBnC8dHsG1pA5e"\n`),
    file("settings.ini", "[main]\npassword = Zx81mWq7Lp0Rt5Vc\n"),
    file("SKILL.md", "# A skill\n\ntoken: ghp_16C7e42F292c6912E7710c838347Ae178B4a\n"),
  ],
  "with nothing to find": [file("SKILL.md", "# A skill\n"), file("a.py", "x = 1\n")],
  "that would configure its scan": [
    file(".bandit", "[bandit]\nskips: B602,B301\nexclude: /\n"),
    file("pyproject.toml", '[tool.bandit]\nskips = ["B602"]\n'),
    file(".secrets.baseline", '{"plugins_used": [], "results": {}}'),
    file("run.py", "import subprocess\nsubprocess.call(x, shell=True)  # nosec\n"),
  ],
  "whose modules have others' names": ["json", "ast", "bandit", "detect_secrets", "sitecustomize", "yaml"].map((name) =>
    file(`${name}.py`, "import os\nos.system('touch left-behind')\nraise SystemExit(0)\n"),
  ),
  "that cannot be read": [
    file("broken.py", "def f(:\n"),
    file("nul.py", "x = 1\0\n"),
    file("coding.py", "# -*- coding: no-such -*-\nx = 1\n"),
    file("latin.py", new Uint8Array([0x78, 0x3d, 0x22, 0xff, 0x22, 0x0a])),
    file("image.png", new Uint8Array(Array.from({ length: 4096 }, (_, at) => (at * 37) % 256))),
  ],
  "nested more deeply than a reader goes": [
    file("parentheses.py", nested(150)),
    ...Array.from({ length: 10 }, (_, at) => file(`operators${at}.py`, deep(170 + 12 * at))),
    file("many.py", deep(5_000)),
    file("deep.yaml", `${"[".repeat(400)}${"]".repeat(400)}\n`),
  ],
};

/** Asked of the machine's index, by two programs more. */
const REQUIREMENTS = [
  { text: "idna==3.1", origin: "SKILL.md" },
  { text: "requests==2.30.0", origin: "SKILL.md" },
  { text: "no-such-package-for-a-registry-test-1", origin: "SKILL.md" },
];

const saidOf = ({ scanners: all, findings }: ScanResult): string =>
  JSON.stringify([all.map((each) => ({ ...each, duration_ms: 0 })), findings]);

/** What the programs printed, without the time at which Bandit and detect-secrets say that they did. */
async function look(
  by: Run,
  files: PackageFile[],
  requirements: RequirementLine[] = [],
): Promise<{ said: string; printed: string[] }> {
  const printed: string[] = [];
  const result = await scan({
    files,
    requirements,
    run: async (command, abort) => {
      const answer = await by(command, abort);
      if (command.argv.includes("-m")) printed.push(answer.stdout.replace(/"generated_at": "[^"]*"/, ""));
      return answer;
    },
  });
  return { said: saidOf(result), printed: printed.toSorted() };
}

describe.skipIf(!canWarm)(`scanners that are kept loaded [${reason ?? "scanners found"}]`, () => {
  test("S12 say of each package what those say that are started for it, in whatever order packages come", async () => {
    const names = Object.keys(PACKAGES);
    const expected = new Map<string, Awaited<ReturnType<typeof look>>>();
    for (const name of names) expected.set(name, await look(run, PACKAGES[name] ?? []));
    for (const name of [...names, ...names.toReversed()]) {
      expect({ name, ...(await look(warm, PACKAGES[name] ?? [])) }).toEqual({ name, ...expected.get(name) });
    }
    const together = await Promise.all(names.map(async (name) => look(warm, PACKAGES[name] ?? [])));
    expect(together).toEqual(names.map((name) => expected.get(name)));
    expect(expected.get("with something to find")?.said).toContain("bandit/B602");
    expect(expected.get("nested more deeply than a reader goes")?.said).toContain("could not read");
    // All of it by two that were loaded once.
    expect(cold).toEqual([]);
    expect(warm.parents().map(({ module, begun }) => [module, begun])).toEqual([
      ["bandit", 3 * names.length],
      ["detect_secrets", 3 * names.length],
    ]);
  });

  test("S12 resolve and audit requirements as those do that are started for it", async () => {
    const expected = await look(run, [], REQUIREMENTS);
    expect(await look(warm, [], REQUIREMENTS)).toEqual(expected);
    expect(await look(warm, [], REQUIREMENTS)).toEqual(expected);
    expect(expected.said).toContain("MAL-2024-0001");
    expect(cold).toEqual([]);
    const modules = warm.parents().map(({ module }) => module);
    expect(modules).toEqual(expect.arrayContaining(["pip", "pip_audit"]));
  });

  test("hold little memory", () => {
    expect(warm.parents().length).toBeGreaterThan(0);
    for (const { residentKib } of warm.parents()) expect(residentKib).toBeLessThan(64 * 1024);
  });
});
