import { join } from "node:path";
import { appendFile, writeFile } from "node:fs/promises";
import { readSkill } from "@gaia/manifest";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { file } from "../../../test/fake-release.ts";
import { type ServedHome, servedHomes, type ServedHomes } from "../../../test/served-home.ts";
import { SKILL_WRITERS } from "../../authoring/scaffold/skill-files.ts";

let homes: ServedHomes;
let at: ServedHome;

beforeAll(async () => {
  homes = await servedHomes();
});
beforeEach(async () => {
  at = await homes.fresh();
});
afterEach(() => at.remove());
afterAll(() => homes.close());

const written = (format: keyof typeof SKILL_WRITERS, name: string): Readonly<Record<string, string>> =>
  SKILL_WRITERS[format]({
    name,
    description: "Greets. Use when a greeting is asked for.",
    author: "ada",
    license: "MIT",
  });

/** What the usual template does not have: flow style, numbers, lists, a field of another host, the fields of the open standard. */
const LOADED = `\uFEFF---
name: loaded
description: "Keeps notes. Use when somebody wants to remember what a page says."
version: 1.0.0
license: MIT
compatibility: needs a shell
allowed-tools: Read Bash(git:*)
metadata:
  tags: [notes, web]
  weight: 3
  hermes: {trust: {level: 2}}
  gaia:
    permissions: ["network:none"]
---

# Loaded
`;

const SKILLS: Record<string, Readonly<Record<string, string>>> = {
  "as-gaia": written("gaia", "as-gaia"),
  "as-flat": written("gaia-0.1", "as-flat"),
  "as-agent-skills": written("agent-skills", "as-agent-skills"),
  "as-openclaw": written("openclaw", "as-openclaw"),
  "as-draft": written("openclaw-draft", "as-draft"),
  "as-aria": { ...written("aria-2", "as-aria"), "SKILL.md": "# Greeter\n\nGreets.\n" },
  loaded: { "SKILL.md": LOADED },
};

/** What a skill is, without where each value stands. */
const model = (files: Readonly<Record<string, string>>): unknown => {
  const { skill } = readSkill(Object.entries(files).map(([path, text]) => file(path, text)));
  if (skill === null) return null;
  const { permissions, tools, requires, version, license, description } = skill;
  return JSON.parse(
    JSON.stringify({ permissions, tools, requires, version, license, description }, (key, value: unknown) =>
      ["origin", "evidence"].includes(key) ? undefined : value,
    ),
  );
};

test("(machines, M-2) every SKILL.md is in skills/list, and the SDK's client reads and verifies each", async () => {
  for (const [name, files] of Object.entries(SKILLS)) {
    await at.writeLocal(name, files);
    await at.enableLocal(name);
  }
  const session = await at.connected({ cwd: at.project, isModern: true });
  const skills = new SkillsClient(session.client);
  const listed = await skills.list();
  const local = listed.skills.filter(({ uri }) => uri.startsWith("skill://local.skills/"));
  expect(local.map(({ frontmatter }) => frontmatter.name).toSorted(), session.stderr()).toEqual(
    Object.keys(SKILLS).toSorted(),
  );
  const sizes = new Map((await session.client.listResources()).resources.map(({ uri, size }) => [uri, size]));
  for (const skill of local) {
    const { name } = skill.frontmatter;
    const published = SKILLS[name] ?? {};
    const read = await skills.read(skill);
    expect(read, name).toMatchObject({ verified: true });
    expect(sizes.get(skill.uri), name).toBe(read.bytes.byteLength);
    expect(read.text?.endsWith(bodyOf(published["SKILL.md"] ?? "")), name).toBe(true);
    // A client that keeps the file has the whole skill.
    expect(model({ ...published, "SKILL.md": read.text ?? "" }), name).toEqual(model(published));
  }
  const byName = new Map(local.map(({ frontmatter }) => [frontmatter.name, frontmatter]));
  expect(byName.get("as-gaia")).toMatchObject({ metadata: { author: "ada", version: "0.1.0" } });
  expect(byName.get("loaded")).toMatchObject({ compatibility: "needs a shell", "allowed-tools": "Read Bash(git:*)" });
  for (const name of ["as-flat", "as-agent-skills"])
    expect((await skills.read(entryOf(local, name))).text, name).toBe(SKILLS[name]?.["SKILL.md"]);
});

test("(machines, M-2) a SKILL.md that was made anew is not given out once the published one is another", async () => {
  await at.writeLocal("as-gaia", SKILLS["as-gaia"] ?? {});
  await at.enableLocal("as-gaia");
  const session = await at.connected({ cwd: at.project, isModern: true });
  const skills = new SkillsClient(session.client);
  const entry = entryOf((await skills.list()).skills, "as-gaia");
  expect(await skills.read(entry)).toMatchObject({ verified: true });
  await appendFile(join(at.project, "skills/as-gaia/SKILL.md"), "More.\n");
  await expect(skills.read(entry)).rejects.toMatchObject({ code: -32602 });
});

const WITHOUT_SKILL_FILE = {
  "as-miaos": { format: "miaos", manifest: "package.json" },
  "as-typescript": { format: "skill-md", manifest: "as-typescript.skill.md" },
  "as-bare-aria": { format: "aria-2", manifest: "skill.json" },
} as const;

test("(machines, M-2) a package without a SKILL.md is listed with one that is made of it, and loses none of its files", async () => {
  for (const [name, { format }] of Object.entries(WITHOUT_SKILL_FILE)) {
    await at.writeLocal(name, written(format, name));
    await at.enableLocal(name);
  }
  const session = await at.connected({ cwd: at.project, isModern: true });
  const skills = new SkillsClient(session.client);
  const listed = (await skills.list()).skills;
  const resources = new Map((await session.client.listResources()).resources.map((one) => [one.uri, one]));
  for (const [name, { format, manifest }] of Object.entries(WITHOUT_SKILL_FILE)) {
    const published = written(format, name);
    expect(Object.keys(published), name).toContain(manifest);
    expect(Object.keys(published), name).not.toContain("SKILL.md");
    const entry = entryOf(listed, name);
    const root = `skill://local.skills/${name}`;
    const files = entry.resources === "dynamic" ? [] : (entry.resources ?? []);
    expect(files.map(({ uri }) => uri).toSorted(), name).toEqual(
      ["SKILL.md", ...Object.keys(published)].map((path) => `${root}/${path}`).toSorted(),
    );
    const read = await skills.read(entry);
    expect(read, name).toMatchObject({ verified: true });
    expect(resources.get(`${root}/SKILL.md`), name).toMatchObject({ name, size: read.bytes.byteLength });
    expect((await session.client.readResource({ uri: `${root}/${manifest}` })).contents, name).toMatchObject([
      { text: published[manifest] },
    ]);
    // Who keeps that file alone has the tools by the names that they were published under.
    const { [manifest]: _, ...others } = published;
    expect(model({ ...others, "SKILL.md": read.text ?? "" }), name).toMatchObject({
      description: { value: "Greets. Use when a greeting is asked for." },
      tools: (model(published) as { tools: { name: string }[] }).tools.map((tool) => ({ name: tool.name })),
    });
  }
  await writeFile(join(at.project, "skills/as-miaos/package.json"), "{}");
  await expect(skills.read(entryOf(listed, "as-miaos"))).rejects.toMatchObject({ code: -32602 });
});

const bodyOf = (text: string): string => text.slice(text.lastIndexOf("\n---\n") + 5);

function entryOf<S extends { frontmatter: { name: string } }>(skills: readonly S[], name: string): S {
  const found = skills.find(({ frontmatter }) => frontmatter.name === name);
  if (found === undefined) throw new Error(`${name} is not listed`);
  return found;
}
