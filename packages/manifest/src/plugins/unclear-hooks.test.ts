import { describe, expect, test } from "vitest";
import type { PackageFile } from "@gaia/archive";
import { PLUGIN_MANIFESTS } from "./plugin-manifest.ts";
import { takeApart } from "./take-apart.ts";

type Texts = Record<string, string>;

const filesOf = (texts: Texts): PackageFile[] =>
  Object.entries(texts).map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
const MANIFEST = JSON.stringify({ name: "acme-tools" });
const apart = (texts: Texts) => takeApart(filesOf(texts));
const leftOutOf = (texts: Texts) => apart(texts)?.leftOut.map(({ kind, names, count }) => [kind, count, names]);
/** What a skill at the root is left with. */
const pathsOf = (texts: Texts) =>
  apart(texts)
    ?.skills.find(({ folder }) => folder === "")
    ?.files.map(({ path }) => path);

describe("a skill beside a plugin's manifest is one only if it is sure that nothing of it is a hook", () => {
  const at = ".claude-plugin/plugin.json";
  const saying = (hooks: unknown, more: Texts = {}): Texts => ({
    [at]: JSON.stringify({ name: "x", hooks }),
    "SKILL.md": "",
    "a.py": "",
    ...more,
  });

  test("hooks in a list, and at a path that is written otherwise, are left out with the manifest", () => {
    const evil = { "q/evil.json": "{}" };
    const many = [...Array.from({ length: 50 }, (_, n) => `./n${n}.json`), "./q/evil.json"];
    for (const hooks of [
      [{ SessionStart: [] }],
      "${CLAUDE_PLUGIN_ROOT}/q/evil.json",
      "./z/../q/evil.json",
      "./Q/EVIL.json",
      many,
    ])
      expect(pathsOf(saying(hooks, evil))?.filter((path) => path !== "q/evil.json")).toEqual(["SKILL.md", "a.py"]);
    for (const hooks of [many, "./z/../q/evil.json", "${CLAUDE_PLUGIN_ROOT}/q/evil.json", "./Q/EVIL.json"]) {
      expect(pathsOf(saying(hooks, evil))).not.toContain("q/evil.json");
      expect(apart(saying(hooks, evil))?.unread).toBeNull();
    }
    expect(leftOutOf(saying([{ SessionStart: [] }]))).toEqual([["hook", 1, ["SessionStart"]]]);
    expect(leftOutOf(saying([]))).toEqual([["hook", 1, ["hooks"]]]);
  });

  test("so are those whose names differ in case, which a disk may take for one", () => {
    const folder = { ".Claude-Plugin/Plugin.json": MANIFEST, "SKILL.md": "", "Hooks/Hooks.json": "{}" };
    expect(pathsOf(folder)).toEqual(["SKILL.md"]);
    expect(pathsOf({ [at]: MANIFEST, "SKILL.md": "", "HOOKS/x.sh": "" })).toEqual(["SKILL.md"]);
    const key = { [at]: JSON.stringify({ Hooks: { Stop: [] } }), "SKILL.md": "" };
    expect([pathsOf(key), leftOutOf(key)]).toEqual([["SKILL.md"], [["hook", 1, ["Stop"]]]]);
  });

  test.each([
    ["has more than 256 KiB", `{"pad": "${"x".repeat(300_000)}"}`],
    ["is not plain JSON", '{"name": "x", /* y */ "hooks": {}}'],
    ["is not plain JSON", '{"name": "x",}'],
    ["is not plain JSON", "[]"],
    ["has more than 1,000 hooks", JSON.stringify({ hooks: Array(1_001).fill("./a") })],
    ["has more than 1,000 hooks", JSON.stringify({ HOOKS: Array(1_001).fill("./a") })],
    ["has more than 1,000 skills", JSON.stringify({ skills: Array(1_001).fill("./a") })],
    ["names hooks at", JSON.stringify({ hooks: "../x/evil.json" })],
    ["names hooks at", JSON.stringify({ hooks: "/x" })],
    ["names hooks at", JSON.stringify({ hooks: "./*.json" })],
    ["names hooks at", JSON.stringify({ hooks: "${HOME}/x" })],
    ["names hooks at", JSON.stringify({ hooks: "./" })],
    ["has hooks that are neither paths nor objects", JSON.stringify({ hooks: [["./a"]] })],
  ])("where it is not clear, that is said: %s, %#", (why, text) => {
    for (const manifest of [...PLUGIN_MANIFESTS, "plugin.json"])
      expect(apart({ [manifest]: text, "SKILL.md": "" })?.unread).toContain(`${manifest} ${why}`);
  });

  test("a manifest that is no UTF-8 is not read as if it were", () => {
    const bytes = Buffer.concat([Buffer.from('{"name": "x'), Buffer.from([0xff]), Buffer.from('"}')]);
    expect(takeApart([{ path: at, bytes }, ...filesOf({ "SKILL.md": "" })])?.unread).toContain("not plain JSON");
  });

  test("a list of plugins beside it may have hooks for the skill's own folder, or name a plugin that has", () => {
    const list = (of: unknown, more: Texts = {}) => ({
      ".claude-plugin/marketplace.json": JSON.stringify(of),
      "SKILL.md": "",
      ...more,
    });
    const entry = { name: "x", source: "./" };
    expect(apart(list({ plugins: [{ ...entry, hooks: { Stop: [] } }] }))?.unread).toContain("has hooks");
    expect(apart(list({ plugins: [entry] }, { "sub/hooks/a.json": "" }))?.unread).toContain("may be a hook");
    expect(apart({ ...list({}), ".claude-plugin/marketplace.json": "{,}" })?.unread).toContain("not plain JSON");
    expect(apart(list({ plugins: [entry] }))).toBeNull();
    // Without a skill beside it, it says nothing of what may be served.
    expect(apart({ ".claude-plugin/marketplace.json": "{,}", "skills/one/SKILL.md": "" })).toBeNull();
    const deep = `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`;
    expect(apart({ ...list({}), ".claude-plugin/marketplace.json": deep })).toBeNull();
  });

  test("a plugin.json that has a skill beside it is asked the same, also where a package.json is the skill", () => {
    const hooked = JSON.stringify({ hooks: { Stop: [] } });
    expect(pathsOf({ "plugin.json": hooked, "SKILL.md": "", "a.py": "" })).toEqual(["SKILL.md", "a.py"]);
    expect(apart({ "plugin.json": hooked, "package.json": '{"skill": {}}' })).not.toBeNull();
    expect(apart({ "plugin.json": hooked, "package.json": "{}" })).toBeNull();
  });
});
