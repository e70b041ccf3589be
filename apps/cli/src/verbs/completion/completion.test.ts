import { execFile } from "node:child_process";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../../test/cli-process.ts";

const GAIA = fileURLToPath(new URL("../../../bin/gaia.js", import.meta.url));

let home: CliHome;
beforeAll(async () => {
  home = await cliHome("http://127.0.0.1:9");
  const entry = {
    version: "1.0.0",
    integrity: "sha256-AA==",
    security_tier: "community",
    installed_at: "2026-01-01T00:00:00Z",
  };
  await mkdir(join(home.dir, "home/skills"), { recursive: true });
  const lock = { version: 1, skills: { "web-search": entry, "word-count": entry, unlike: entry } };
  await writeFile(join(home.dir, "home/skills/skill-lock.json"), JSON.stringify(lock));
  await mkdir(join(home.dir, "bin"));
  const program = join(home.dir, "bin/gaia-skill");
  await writeFile(program, `#!/bin/sh\nexec '${process.execPath}' '${GAIA}' skill "$@"\n`);
  await chmod(program, 0o755);
});
afterAll(() => home?.remove());

/** What bash offers for a line whose last word is not finished. */
async function offered(...words: string[]): Promise<string[]> {
  const script = `source <(gaia-skill completion bash)
COMP_WORDS=(gaia-skill "$@"); COMP_CWORD=$#; _gaia_skill; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const env = {
    PATH: `${join(home.dir, "bin")}:${process.env["PATH"]}`,
    HOME: home.dir,
    GAIA_HOME: join(home.dir, "home"),
  };
  const { stdout } = await promisify(execFile)("bash", ["-c", script, "bash", ...words], { env, cwd: home.dir });
  return stdout.split("\n").filter((line) => line !== "");
}

describe("completion in a real bash", () => {
  test.each([
    ["verbs", ["ins"], ["install"]],
    ["verbs of a group", ["admin", "appr"], ["approve"]],
    ["options, also after words", ["install", "web-search", "--allow-d"], ["--allow-downgrade"]],
    ["installed names", ["remove", "w"], ["web-search", "word-count"]],
    ["nothing hidden", ["complete"], []],
    ["nothing where files are meant", ["pack", ""], []],
  ])("offers %s", async (_what, words, expected) => {
    expect(await offered(...words)).toEqual(expected);
  });

  test("a shell that it does not know is a usage error", async () => {
    expect((await home.run(["completion", "tcsh"])).code).toBe(2);
    for (const shell of ["zsh", "fish"])
      expect((await home.run(["completion", shell])).stdout).toContain("complete-words");
  });
});
