import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { writeZip } from "@gaia/archive";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../../test/cli-process.ts";
import { type FakeRegistry, startFakeRegistry } from "../../../test/fake-registry.ts";
import { fakeVersion } from "../../../test/fake-release.ts";
import type { ReadElsewhere } from "../../authoring/read-elsewhere.ts";

const PLAIN = `---
name: my-skill
description: Does it. Use it when it is to be done.
license: MIT
metadata:
  version: "1.0.0"
---

# My skill

Do it.
`;
const NESTED = PLAIN.replace(
  'metadata:\n  version: "1.0.0"\n',
  "version: 1.0.0\nmetadata:\n  more:\n    name: other\n",
);

let fake: FakeRegistry;
let home: CliHome;

beforeEach(async () => {
  fake = await startFakeRegistry();
  home = await cliHome(fake.url, { GAIA_TOKEN: "gsk_abcdefghijklmnopqrstuvwxyz012345" });
});
afterEach(async () => {
  await fake.close();
  await home.remove();
});

async function put(folder: string, files: Record<string, string>): Promise<string> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(home.dir, folder, path)), { recursive: true });
    await writeFile(join(home.dir, folder, path), text);
  }
  return folder;
}

describe("how agents and frameworks read a skill (machines, M-4)", () => {
  test("validate says each case once below the verdict, with its line and its loaders, and what helps", async () => {
    await put("my-skill", { "SKILL.md": NESTED, "notes.md": "# Notes\n" });
    const run = await home.run(["validate", "my-skill"]);
    expect(run.code).toBe(0);
    const said = run.stdout.slice(run.stdout.indexOf("valid my-skill"));
    expect(said.split("\n")).toEqual([
      expect.stringMatching(/^valid my-skill 1\.0\.0, format agent-skills, 2 files/),
      "SKILL.md:5 elsewhere unknown-keys Agent Skills does not name version. ADK for Go, ADK for Java and Agno refuse it.",
      expect.stringMatching(
        /^SKILL\.md:7 elsewhere nested-metadata metadata\.more is no text\. ADK for Go and CrewAI refuse it; /,
      ),
      expect.stringMatching(/^SKILL\.md:8 elsewhere nested-name .*LangChain4j and Spring AI change it\.$/),
      expect.stringMatching(/^notes\.md elsewhere other-folders 1 file lies outside scripts\/, .*Agno change it\.$/),
      "    hint: The copy that `npx gaia skill install --for agents` makes loads everywhere.",
      "",
    ]);
  });

  test("a skill that every loader reads hears nothing, and a blemish needs no hint", async () => {
    await put("my-skill", { "SKILL.md": PLAIN, "scripts/run.sh": "echo\n" });
    expect((await home.run(["validate", "my-skill"])).stdout).not.toContain("elsewhere");
    await put("my-skill", { "notes.md": "# Notes\n" });
    const { stdout } = await home.run(["validate", "my-skill"]);
    expect(stdout).toContain("notes.md elsewhere other-folders");
    expect(stdout).not.toContain("--for agents");
  });

  test("--json has them by the ids of the table, counts none as a warning, and says nothing for a target", async () => {
    await put("another", { "SKILL.md": NESTED });
    const json = async (...args: string[]) =>
      JSON.parse((await home.run(["validate", "another", "--json", ...args])).stdout) as {
        diagnostics: { severity: string }[];
        warnings: number;
        elsewhere: ReadElsewhere[];
      };
    const { diagnostics, warnings, elsewhere } = await json();
    expect(warnings).toBe(diagnostics.filter(({ severity }) => severity === "warning").length);
    const ids = ["name-folder", "unknown-keys", "nested-metadata", "nested-name"];
    expect(elsewhere.map((one) => one.case)).toEqual(ids);
    expect(elsewhere[1]).toMatchObject({
      severity: "warning",
      file: "SKILL.md",
      line: 5,
      refused_by: expect.arrayContaining(["agno", "adk-go", "adk-java"]) as unknown,
      changed_by: [],
    });
    expect((await json("--target", "gaia")).elsewhere).toEqual([]);
  });

  test("a package without SKILL.md is seen by none", async () => {
    await put("ms", {
      "package.json": JSON.stringify({
        name: "miaos-skill-coin",
        version: "1.0.0",
        keywords: ["miaos-skill"],
        skill: {
          id: "coin",
          name: "Coin",
          description: "Flips a coin.",
          entryPoint: "run.js",
          parameters: { type: "object" },
        },
      }),
      "run.js": "console.log(1);\n",
    });
    const { stdout } = await home.run(["validate", "ms"]);
    expect(stdout.match(/ elsewhere /g)).toHaveLength(1);
    expect(stdout).toMatch(/SKILL\.md elsewhere no-skill-md There is no SKILL\.md at the root\. .* more refuse it\./);
  });

  test("publish says what is a warning, after it is published, and not of the author's folder", async () => {
    const body = fakeVersion({ name: "my-skill", version: "1.0.0", publisher: "ada", tier: "experimental" });
    fake.on("POST", "/api/v1/skills", { status: 201, body });
    await put("another", { "SKILL.md": NESTED, "notes.md": "# Notes\n" });
    const run = await home.run(["publish", "another"]);
    expect(run.code).toBe(0);
    expect(run.stderr.match(/elsewhere [a-z-]+/g)).toEqual([
      "elsewhere unknown-keys",
      "elsewhere nested-metadata",
      "elsewhere nested-name",
    ]);
    expect(run.stderr).toContain("install --for agents` makes loads everywhere");
    await writeFile(join(home.dir, "plain.zip"), writeZip([{ path: "SKILL.md", bytes: Buffer.from(PLAIN) }]));
    expect((await home.run(["publish", "plain.zip"])).stderr).not.toContain("elsewhere");
    expect((await home.run(["publish", "another", "--json"])).stderr).not.toContain("elsewhere");
  });
});
