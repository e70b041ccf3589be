import { describe, expect, test } from "vitest";
import type { PackageFile } from "@gaia/archive";
import { PLUGIN_MANIFESTS } from "./plugin-manifest.ts";
import { readPlugin, takeApart } from "./take-apart.ts";

type Texts = Record<string, string>;

const filesOf = (texts: Texts): PackageFile[] =>
  Object.entries(texts).map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
const MANIFEST = JSON.stringify({ name: "acme-tools", version: "1.2.0", description: "x" });
const CLAUDE = { ".claude-plugin/plugin.json": MANIFEST };
const skill = (folder: string): Texts => ({ [`${folder}/SKILL.md`]: `---\nname: x\n---\n`, [`${folder}/a.py`]: "" });
const apart = (texts: Texts) => takeApart(filesOf(texts));
const foldersOf = (texts: Texts) => apart(texts)?.skills.map(({ folder }) => folder);
const leftOutOf = (texts: Texts) => apart(texts)?.leftOut.map(({ kind, names, count }) => [kind, count, names]);
const pathsOf = (texts: Texts, folder: string) =>
  apart(texts)
    ?.skills.find((one) => one.folder === folder)
    ?.files.map(({ path }) => path);

describe("what is a plugin", () => {
  test.each(PLUGIN_MANIFESTS)(
    "a folder with %s is, with each skill below skills/ with its files at its root",
    (manifest) => {
      const texts = { [manifest]: MANIFEST, ...skill("skills/one"), ...skill("skills/group/two") };
      expect(apart(texts)).toMatchObject({ name: "acme-tools", version: "1.2.0", leftOut: [] });
      expect(apart(texts)?.skills.map(({ folder, name }) => [folder, name])).toEqual([
        ["skills/group/two", "two"],
        ["skills/one", "one"],
      ]);
      expect(pathsOf(texts, "skills/one")).toEqual(["SKILL.md", "a.py"]);
    },
  );

  test("a folder without such a file is none, whatever it is laid out like; neither is a plugin.json without name or skills", () => {
    const layout = { ...skill("skills/one"), "hooks/hooks.json": "{}", "agents/a.md": "", ".mcp.json": "{}" };
    expect(apart(layout)).toBeNull();
    expect(apart({ ...layout, "plugin.json": "{}" })).toBeNull();
    expect(apart({ "plugin.json": MANIFEST, "SKILL.md": "" })).toBeNull();
    expect(apart({ ...layout, "plugin.json": MANIFEST })).toMatchObject({ name: "acme-tools" });
    expect(apart({})).toBeNull();
  });

  test("a skill with a plugin's manifest beside its own and no hook is a skill, and stays as it is", () => {
    const texts = { ...CLAUDE, "SKILL.md": "", "agents/openai.yaml": "", ".mcp.json": "{}", "scripts/a.sh": "" };
    expect(apart(texts)).toBeNull();
  });

  test("a manifest that cannot be read is still a plugin's, without a name", () => {
    for (const text of ["{", "[]", '"x"', `{"name": ${"[".repeat(9_999)}`, `{"name": "${"x".repeat(300_000)}"}`])
      expect(apart({ ".claude-plugin/plugin.json": text, ...skill("skills/one") })).toMatchObject({
        name: null,
        version: null,
        skills: [{ folder: "skills/one" }],
      });
    expect(apart({ ".claude-plugin/plugin.json": '{"__proto__": {"name": "x"}, "version": 1}' })).toMatchObject({
      name: null,
      version: null,
    });
  });

  test("one folder around everything, as archives have it, is taken off", () => {
    const texts = { "acme-1.2/.codex-plugin/plugin.json": MANIFEST, "acme-1.2/skills/one/SKILL.md": "" };
    expect(foldersOf(texts)).toEqual(["skills/one"]);
  });
});

describe("what is left out", () => {
  test("hooks, servers, agents and commands, with their names and how many; other files are counted", () => {
    const texts = {
      ...CLAUDE,
      ...skill("skills/one"),
      "hooks/hooks.json": JSON.stringify({ hooks: { PreToolUse: [], Stop: [] } }),
      "hooks/run.sh": "",
      ".mcp.json": JSON.stringify({ mcpServers: { github: {}, files: {} } }),
      "agents/reviewer.md": "",
      "commands/deploy.md": "",
      "commands/ci/build.md": "",
      "README.md": "",
    };
    expect(leftOutOf(texts)).toEqual([
      ["hook", 2, ["PreToolUse", "Stop"]],
      ["server", 2, ["github", "files"]],
      ["agent", 1, ["reviewer"]],
      ["command", 2, ["deploy", "build"]],
      ["file", 1, ["README.md"]],
    ]);
    expect(apart(texts)?.skills.flatMap(({ files }) => files.map(({ path }) => path))).toEqual(["SKILL.md", "a.py"]);
  });

  test("what the manifest has in itself, and what lies where it says", () => {
    const manifest = {
      name: "x",
      skills: ["./more/", "extra/one"],
      hooks: { SessionStart: [] },
      mcpServers: { inside: {} },
      agents: "./people",
      commands: ["./verbs/go.md"],
    };
    const texts = {
      ".claude-plugin/plugin.json": JSON.stringify(manifest),
      ...skill("skills/a"),
      ...skill("more/b"),
      ...skill("extra/one"),
      ...skill("elsewhere/c"),
      "people/p.md": "",
      "verbs/go.md": "",
    };
    expect(foldersOf(texts)).toEqual(["extra/one", "more/b", "skills/a"]);
    expect(leftOutOf(texts)).toEqual([
      ["hook", 1, ["SessionStart"]],
      ["server", 1, ["inside"]],
      ["agent", 1, ["p"]],
      ["command", 1, ["go"]],
      ["file", 2, ["elsewhere/c/SKILL.md", "elsewhere/c/a.py"]],
    ]);
  });

  test("a plugin inside it, whole; a skill inside it that has a plugin's manifest is a skill", () => {
    const inner = { "skills/one/.claude-plugin/plugin.json": MANIFEST, ...skill("skills/one") };
    const texts = {
      ...CLAUDE,
      ...inner,
      "skills/pack/.codex-plugin/plugin.json": "{}",
      ...skill("skills/pack/skills/x"),
    };
    expect(foldersOf(texts)).toEqual(["skills/one"]);
    expect(leftOutOf(texts)).toEqual([["plugin", 1, ["skills/pack"]]]);
  });

  test("names are few and short, their number is whole", () => {
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`agents/${"x".repeat(200)}${n}.md`, ""]));
    const [, [, count, names] = []] = [null, ...(leftOutOf({ ...CLAUDE, ...many }) ?? [])] as [
      null,
      [string, number, string[]],
    ];
    expect([count, names?.length, names?.every((name) => name.length === 80)]).toEqual([400, 20, true]);
  });
});

describe("no hook is served", () => {
  const HOOKS = { "hooks/hooks.json": '{"hooks": {"Stop": []}}', "hooks/stop.sh": "" };

  test("a skill at the root with hooks loses them and the plugin's manifest, and keeps the rest", () => {
    const texts = { ...CLAUDE, "SKILL.md": "", "a.py": "", ...HOOKS, ".mcp.json": "{}", ...skill("skills/one") };
    expect(foldersOf(texts)).toEqual(["", "skills/one"]);
    expect(pathsOf(texts, "")).toEqual(["SKILL.md", "a.py", ".mcp.json"]);
    expect(leftOutOf(texts)).toEqual([["hook", 1, ["Stop"]]]);
  });

  test("hooks in the manifest itself, where the manifest says, and in a skill that is a plugin of its own", () => {
    const manifest = (hooks: unknown) => ({ ".claude-plugin/plugin.json": JSON.stringify({ name: "x", hooks }) });
    expect(pathsOf({ ...manifest({ Stop: [] }), "SKILL.md": "" }, "")).toEqual(["SKILL.md"]);
    expect(pathsOf({ ...manifest("./mine.json"), "SKILL.md": "", "mine.json": "" }, "")).toEqual(["SKILL.md"]);
    const inner = Object.fromEntries(
      Object.entries({ ...CLAUDE, ...HOOKS, "SKILL.md": "" }).map(([path, text]) => [`skills/one/${path}`, text]),
    );
    expect(pathsOf({ ...CLAUDE, ...inner }, "skills/one")).toEqual(["SKILL.md"]);
  });

  test("what the manifest calls a hook inside a skill; a skill below hooks/ that it calls a skill stays one", () => {
    const manifest = { name: "x", skills: "./hooks", hooks: ["./skills/one/on-stop"] };
    const texts = {
      ".claude-plugin/plugin.json": JSON.stringify(manifest),
      ...skill("skills/one"),
      "skills/one/on-stop/hooks.json": "{}",
      ...skill("hooks/two"),
    };
    expect(foldersOf(texts)).toEqual(["hooks/two", "skills/one"]);
    expect(pathsOf(texts, "skills/one")).toEqual(["SKILL.md", "a.py"]);
    expect(pathsOf(texts, "hooks/two")).toEqual(["SKILL.md", "a.py"]);
    expect(leftOutOf(texts)).toEqual([["hook", 1, ["skills/one/on-stop/hooks.json"]]]);
  });

  test("of nothing that comes of taking apart is there more to take apart", () => {
    const texts = {
      ...CLAUDE,
      "SKILL.md": "",
      ...HOOKS,
      ...skill("skills/one"),
      "skills/one/openclaw.plugin.json": "{}",
    };
    for (const { files } of apart(texts)?.skills ?? []) expect(takeApart(files)).toBeNull();
  });
});

describe("hostile plugins", () => {
  test("places outside of the plugin, and such that are no texts, name nothing", () => {
    const places = ["../other", "/etc", "a\\b", 1, null, {}, "./skills/../../x"];
    const manifest = JSON.stringify({ name: "x", skills: places, hooks: places, agents: places });
    const texts = { ".claude-plugin/plugin.json": manifest, ...skill("skills/one"), "etc/SKILL.md": "" };
    expect(foldersOf(texts)).toEqual(["skills/one"]);
  });

  test("the whole plugin as a place of skills takes those that are there; as a place of hooks it takes no skill away", () => {
    const manifest = JSON.stringify({ name: "x", skills: "./", hooks: "./" });
    const texts = {
      ".claude-plugin/plugin.json": manifest,
      ...skill("one"),
      ...skill("node_modules/two"),
      ...skill(".x/y"),
    };
    expect(foldersOf(texts)).toEqual(["one"]);
  });

  test("many paths cost in proportion to their number", () => {
    const pathsFor = (count: number) =>
      Array.from({ length: count }, (_, n) => `skills/s${n}/SKILL.md`).concat(".claude-plugin/plugin.json");
    const spent = (count: number) => {
      const before = performance.now();
      expect(readPlugin(pathsFor(count), () => Buffer.from(MANIFEST))?.skills).toHaveLength(count);
      return performance.now() - before;
    };
    spent(2_000);
    // Quadratic, it would be a hundred times.
    expect(spent(40_000) / Math.max(spent(4_000), 1)).toBeLessThan(40);
  });
});
