import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SKILL_WRITERS } from "../../apps/cli/src/authoring/scaffold/skill-files.ts";
import { describeWith } from "../harness/describe-with.ts";

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "reference-validator-"));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** What the validator says of what `init` writes: nothing, or its one problem. */
const TEMPLATES: Record<keyof typeof SKILL_WRITERS, string | null> = {
  "agent-skills": null,
  gaia: null,
  "gaia-0.1": "Unexpected fields in frontmatter: author, permissions, security_tier, tools, version.",
  openclaw: "Invalid YAML in frontmatter",
  "openclaw-draft": "Unexpected fields in frontmatter: actions, claw_version, network, version.",
  "skill-md": "Missing required file: SKILL.md",
  "aria-2": "Missing required file: SKILL.md",
  miaos: "Missing required file: SKILL.md",
};

await describeWith("skills_ref", "the reference validator of Agent Skills", ({ url: program }) => {
  /** Its problems, in its own words; null: it is a valid skill. */
  async function problemsOf(name: string, files: Readonly<Record<string, string>>): Promise<string[] | null> {
    const folder = join(dir, name);
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) => {
      execFile(program, ["validate", folder], { timeout: 60_000 }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, output: stdout + stderr }),
      );
    });
    if (code === 0 && output.includes("Valid skill")) return null;
    if (code !== 1) throw new Error(`the validator ended with ${String(code)}: ${output}`);
    return output.split("\n").flatMap((line) => (line.startsWith("  - ") ? [line.slice(4)] : []));
  }

  test.each(Object.entries(SKILL_WRITERS))(
    "(machines, M-2) what it says of what init writes as %s",
    async (format, write) => {
      const name = `new-${format.replaceAll(".", "-")}`;
      const files = write({ name, description: "Greets. Use when: somebody asks", author: "ada", license: "MIT" });
      const said = TEMPLATES[format as keyof typeof TEMPLATES];
      expect(await problemsOf(name, files)).toEqual(said === null ? null : [expect.stringContaining(said)]);
    },
  );

  test("(machines, M-2) README's skill fails by the fields alone that its format requires", async () => {
    const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
    const text = /^cat > hello-world\/SKILL\.md <<'EOF'\n([^]*?)^EOF$/m.exec(readme)?.[1] ?? "";
    const said = TEMPLATES["gaia-0.1"] ?? "";
    expect(await problemsOf("hello-world", { "SKILL.md": text })).toEqual([expect.stringContaining(said)]);
    const open = text
      .replace(/^(?:version|author|security_tier): .*\n/gm, "")
      .replace(/^(?:permissions|tools):\n(?: .*\n)+/gm, "");
    expect(await problemsOf("hello-world", { "SKILL.md": open })).toBeNull();
  });
});
