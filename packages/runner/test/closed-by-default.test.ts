import { existsSync } from "node:fs";
import { readdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWith } from "../../../test/harness/describe-with.ts";
import { type RunnableSkill, runTool, type ToolOutcome } from "../src/index.ts";
import { madeRule } from "../src/permissions/closed-entries.ts";
import { type RunPlace, runPlace } from "./run-context.ts";
import { KEPT_BY_PROGRAMS, OBEYED } from "./typical-names.ts";

let place: RunPlace;
const at = (path: string): string => join(place.dir, "person", path);
const act = (skill: RunnableSkill, what: string, where: string): Promise<ToolOutcome> =>
  runTool(place.ctx, { skill, tool: "act", input: { what, where } });

beforeAll(async () => {
  place = await runPlace();
  await place.layDown("person", Object.fromEntries(KEPT_BY_PROGRAMS.map((path) => [path, "kept by a program"])));
  await place.layDown("person", { "dotfiles/secretrc": "a token", "dotfiles/read.txt": "a page", "go/x.txt": "go" });
  await symlink("dotfiles/secretrc", at(".secretrc"));
  await symlink("..", at(".up"));
});
afterAll(() => place.remove());

test.each(OBEYED)("H-B5 %s is not made in a directory that is written unless it was named", (path) => {
  const [name = ""] = path.split("/");
  const { anywhere, atRoot } = madeRule([]);
  expect(anywhere.test(name) || atRoot.test(name)).toBe(true);
});

test.each([
  ..."notes.md Report.md chapter-1.md result.txt image.PNG LICENSE Makefile camp.md".split(" "),
  ..."skills.json rules.yaml memory.json config.local.json package.json premises.toml agenda.yml".split(" "),
])("H-B5 %s is made as any file", (name) => {
  const { anywhere, atRoot } = madeRule([]);
  expect(anywhere.test(name) || atRoot.test(name)).toBe(false);
});

await describeWith("bubblewrap", "what programs keep, and what they obey, is closed unless a scope names it", () => {
  test("H-B5 of the home no dotted entry is shown, nor where snap, macOS and Windows keep theirs", async () => {
    for (const permission of ["filesystem:read", "filesystem:read:~/**", "filesystem:write"]) {
      const reader = await place.toolSkill("reader", [permission]);
      const { output } = await act(reader, "list", "~");
      const shown = (output as { paths: string[] }).paths.map((path) => path.replace(`${at("")}/`, ""));
      expect(shown.toSorted(), permission).toEqual([
        "dotfiles/read.txt",
        // Empty: it is where a dotted entry leads.
        "dotfiles/secretrc",
        "go/x.txt",
        "notes/list.txt",
        "project/a.txt",
      ]);
    }
    const reader = await place.toolSkill("reader", ["filesystem:read"]);
    const { error } = await act(reader, "read", "~/.config/doctl/config.yaml");
    expect(error?.permission).toBe("filesystem:read:~/.config/doctl/config.yaml");
    expect(await act(reader, "read", at("dotfiles/secretrc"))).toMatchObject({ ok: false });
    await act(reader, "make", at("made.txt"));
    expect(existsSync(at("made.txt"))).toBe(false);
  });

  test("H-B5 a scope that names something below such an entry shows that, and no more", async () => {
    const reader = await place.toolSkill("narrow", ["filesystem:read", "filesystem:read:~/.config/doctl/**"]);
    expect(await act(reader, "read", "~/.config/doctl/config.yaml")).toMatchObject({ ok: true });
    expect((await act(reader, "list", "~/.config")).output).toEqual({ paths: [at(".config/doctl/config.yaml")] });
    const file = await place.toolSkill("one-file", ["filesystem:read:~/.wgetrc"]);
    expect(await act(file, "read", "~/.wgetrc")).toMatchObject({ ok: true });
    for (const scope of ["~/.config", "~/.config/**", "~/.var/*/x", "~/snap/**", "~/.kiro/", "~/Library/**"]) {
      const whole = await place.toolSkill("whole-entry", [`filesystem:read:${scope}`]);
      const { error } = await act(whole, "read", "x");
      expect(error, scope).toMatchObject({ code: "permission_refused" });
      expect(error?.message, scope).toContain("name what is wanted of it");
    }
    const secret = await place.toolSkill("secret", ["filesystem:read:~/.local/share/**"]);
    expect(await act(secret, "read", "~/.local/share/DBeaverData/workspace6/credentials-config.json")).toMatchObject({
      ok: true,
    });
    expect(await act(secret, "read", "~/.local/share/keyrings/login.keyring")).toMatchObject({ ok: false });
  });

  test("H-B5 GAIA_HOME/data is given where it is named, beside a home that is shown", async () => {
    await place.layDown("person", { ".gaia/data/own/a.txt": "data" });
    const own = await place.toolSkill("own-data", ["filesystem:read", "filesystem:write:~/.gaia/data/own/**"]);
    expect(await act(own, "read", "~/.gaia/data/own/a.txt")).toMatchObject({ output: { text: "data" } });
    expect(await act(own, "write", "~/.gaia/data/own/b.txt")).toMatchObject({ ok: true });
    expect(await act(own, "read", "~/.gaia/credentials.json")).toMatchObject({ ok: false });
  });

  test("H-B5 what agents, editors and CI obey is put aside where it was made, and told", async () => {
    const writer = await place.toolSkill("maker", ["filesystem:write:./**"]);
    await place.layDown("person/project/deep/in/it", { "a.txt": "a" });
    const { ok, error } = await act(
      writer,
      "make",
      // It is ended as soon as some of it is seen.
      ["deep/in/it/.kiro/hooks/x.json", "deep/in/it/NOTES.md", "notes.md", ...OBEYED].join("\n"),
    );
    expect({ ok, code: error?.code }).toEqual({ ok: false, code: "permission_denied" });
    const left = (await readdir(at("project"))).filter((name) => !name.includes(".made-inside-"));
    expect(left.toSorted()).toEqual(["a.txt", "deep", "notes.md"]);
    const deep = await readdir(at("project/deep/in/it"));
    expect(deep.toSorted()).toEqual([expect.stringMatching(/^\.kiro\.made-inside-/), "NOTES.md", "a.txt"]);
  });

  test.each([
    "opencode.json",
    "opencode.jsonc",
    "crush.json",
    "lefthook-local.yml",
    "lefthook.toml",
    "mise.local.toml",
    "deep/AGENT.md",
    "deep/AGENTS.override.md",
    "deep/CLAUDE.local.md",
    "deep/copilot-instructions.md",
    "gemini-extension.json",
    "deep/mise.production.toml",
    "deep/lefthook.jsonc",
    "deep/OPENCODE.local.yaml",
    "deep/all.code-workspace",
  ])("H-B5 %s starts programs or is obeyed without a dot before it: it is put aside", async (path) => {
    const writer = await place.toolSkill("maker", ["filesystem:write:./**"]);
    const { ok, error } = await act(writer, "make", path);
    expect({ ok, code: error?.code }).toEqual({ ok: false, code: "permission_denied" });
    expect(existsSync(at(`project/${path}`))).toBe(false);
  });

  test("H-B5 what a scope names is made, and what is there already at the root is not changed", async () => {
    await place.layDown("person/project/named", { ".old": "old", "deep/.old": "old", "TEAM.md": "team" });
    const scopes = "./named/**,./named/.new.json,./named/README.md";
    const writer = await place.toolSkill("named", [`filesystem:write:${scopes}`]);
    for (const path of ["named/.new.json", "named/README.md", "named/deep/.old", "named/deep/OTHER.md"])
      expect(await act(writer, "make", path), path).toMatchObject({ ok: true });
    expect(await act(writer, "make", "named/.new.json")).toMatchObject({ ok: true });
    for (const path of ["named/.old", "named/TEAM.md"])
      expect(await act(writer, "make", path), path).toMatchObject({
        ok: false,
        error: { permission: `filesystem:write:./${path}` },
      });
    expect(await readFile(at("project/named/.old"), "utf8")).toBe("old");
    const { error } = await act(writer, "make", "named/.other");
    expect(error).toMatchObject({ code: "permission_denied", permission: "filesystem:write:./named/.other" });
  });
});
