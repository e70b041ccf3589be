import { type PackageFile, RESERVED_FILES } from "@gaia/archive";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { portableCopy, readSkill, writeSkill } from "./index.ts";
import type { CanonicalSkill } from "./index.ts";
import { utf8 } from "../test/manifests.ts";
import { FORMAT_SAMPLES } from "../../../test/harness/format-samples.ts";

const filesOf = (files: Record<string, string | Uint8Array>): PackageFile[] =>
  Object.entries(files).map(([path, text]) => ({ path, bytes: typeof text === "string" ? utf8(text) : text }));

const skillMd = (front: string, body = "# T\n\nText.\n"): string => `---\n${front}\n---\n${body}`;

function read(files: readonly PackageFile[], version = "1.0.0"): CanonicalSkill {
  const reading = readSkill(files, { defaultVersion: version });
  if (reading.skill === null) throw new Error(`refused: ${JSON.stringify(reading.diagnostics)}`);
  return reading.skill;
}

function copyOf(files: readonly PackageFile[]): { files: PackageFile[]; leftOut: string[]; text: string } {
  const copy = portableCopy(read(files), files);
  if ("impossible" in copy) throw new Error(copy.impossible);
  const manifest = copy.files.find(({ path }) => path === "SKILL.md");
  return { ...copy, text: Buffer.from(manifest?.bytes ?? []).toString("utf8") };
}

const frontOf = (text: string): string => /^---\n(.*?\n)---\n/s.exec(text)?.[1] ?? "";

/** As Spring AI reads: lines, the last of a name wins at whatever depth, and one quote at either end goes. */
function naively(text: string, key: string): string | undefined {
  const found = frontOf(text)
    .split("\n")
    .filter((line) => line.trim().startsWith(`${key}:`))
    .at(-1);
  return found
    ?.slice(found.indexOf(":") + 1)
    .trim()
    .replace(/^["']|["']$/g, "");
}

interface Front {
  name: string;
  description: string;
  license?: string;
  metadata?: Record<string, string>;
}

function expectPortable(text: string, name: string): Front {
  const front = parse(frontOf(text)) as Front;
  expect(text.startsWith("---\nname: ")).toBe(true);
  expect(text).not.toContain("\r");
  expect(front.name).toBe(name);
  const order = ["name", "description", "license", "metadata"];
  expect(Object.keys(front)).toEqual(order.filter((key) => Object.hasOwn(front, key)));
  // No value hides a fence, and each stands on the line of its key.
  expect(text.split("---", 3)[1]).toBe(`\n${frontOf(text)}`);
  expect(frontOf(text)).toMatch(
    /^name: \S.*\ndescription: \S.*\n(?:license: \S.*\n)?(?:metadata:\n(?: {2}\S+: ["'].*\n)+)?$/u,
  );
  for (const value of Object.values(front.metadata ?? {})) expect(value).toBeTypeOf("string");
  expect(Buffer.byteLength(front.description)).toBeLessThanOrEqual(1024);
  expect(naively(text, "name")).toBe(front.name);
  expect(naively(text, "description")).toBe(front.description);
  if (front.license !== undefined) expect(naively(text, "license")).toBe(front.license);
  expect(text.slice(text.indexOf("\n---\n") + 5).trim()).not.toBe("");
  return front;
}

/** A skill without what a rewriting moves or says otherwise. */
function model(skill: CanonicalSkill): unknown {
  const text = JSON.stringify(skill, (key, value: unknown) => {
    if (key === "origin" || key === "evidence") return undefined;
    if (key === "description" && typeof value === "object") return undefined;
    return ["bodyStart", "bodyLine", "manifestSha256", "sections"].includes(key) ? undefined : value;
  });
  return JSON.parse(text);
}

const RICH = `name: web-research
description: "Research: the web"
version: 1.2.3
license: MIT
homepage: https://example.com/
allowed-tools: Read Bash(git add:*)
compatibility: Needs a network
x-top: {a: 1}
metadata:
  author: AMD
  name: other
  description: Another's.
  hermes: {trust: 1.10, list: [1, yes]}
  note: |
    one
    name: two
  quote: both ' and "
  gaia:
    security_tier: community
    permissions: [network:read:*.example.com, env:none]
    requirements: {python: ">=3.10", dependencies: [requests>=2], env_vars: [API_KEY]}
    tools:
      - name: search
        description: Isn't --- it?
        parameters: {q: {type: string, required: true}}`;

describe("a portable copy (machines, M-5)", () => {
  it.each(Object.entries(FORMAT_SAMPLES))(
    "%s: every loader reads it, and reading it restores the skill",
    (_format, sample) => {
      const files = filesOf(sample.files as Record<string, string>);
      const skill = read(files, sample.version);
      const copy = portableCopy(skill, files);
      if ("impossible" in copy) throw new Error(copy.impossible);
      const text = Buffer.from(copy.files[0]?.bytes ?? []).toString("utf8");
      const front = expectPortable(text, skill.name.value);
      expect(front.description).toBe(skill.description.value.trim());
      const restored = writeSkill(skill, files, "agent-skills");
      if ("impossible" in restored) throw new Error("no Agent Skills");
      const paths = (all: readonly PackageFile[]) => all.map(({ path }) => path).toSorted();
      expect(paths(copy.files)).toEqual(paths(restored.files));
      expect(model(read(copy.files))).toEqual(model(read(restored.files)));
      expect(portableCopy(skill, files)).toEqual(copy);
      // A copy of a copy is the same, so that what is installed from a copy has one form.
      expect(copyOf(copy.files).text).toBe(text);
    },
  );

  it("what has no place is one JSON text, and the rest quoted texts", () => {
    const files = filesOf({ "SKILL.md": skillMd(RICH) });
    const { text, leftOut } = copyOf(files);
    const front = expectPortable(text, "web-research");
    expect(Object.keys(front.metadata ?? {})).toEqual([
      "author",
      "homepage",
      "version",
      "note",
      "quote",
      "gaia-manifest",
    ]);
    expect(front.metadata).toMatchObject({ note: "one\nname: two\n", quote: `both ' and "`, version: "1.2.3" });
    expect(text).toContain('  author: "AMD"\n');
    expect(model(read(filesOf({ "SKILL.md": text })))).toMatchObject({
      ...(model(read(files)) as object),
      extensions: expect.objectContaining({
        "/x-top": { value: { a: 1 } },
        "/metadata/name": { value: "other" },
      }) as unknown,
      provenance: { format: "agent-skills" },
    });
    expect(leftOut).toEqual([
      "allowed-tools is left out of the front matter: no spelling of it loads everywhere.",
      "compatibility is left out of the front matter: no spelling of it loads everywhere.",
      expect.stringMatching(/^Kept as JSON in metadata\.gaia-manifest, which agents pass over: .*tools.*x-top/),
    ]);
    expect(leftOut.join()).toContain("metadata.hermes");
  });

  it("a skill that says no more than it can keeps its bytes", () => {
    const plain = skillMd('name: plain\ndescription: Does it.\nlicense: MIT\nmetadata:\n  version: "1.0.0"');
    expect(copyOf(filesOf({ "SKILL.md": plain, "references/a.md": "A" }))).toMatchObject({ text: plain, leftOut: [] });
  });

  it.each([
    ["Does it.", "Does it."],
    ["Does: it", '"Does: it"'],
    ['Says "do: it"', `'Says "do: it"'`],
    ['Ends in "it"', `'Ends in "it"'`],
    ["C:\\ # it's", "'C:\\ # it’s'"],
    ['Don\'t "do: it"', "'Don’t \"do: it\"'"],
    ["2026", '"2026"'],
    ["yes", '"yes"'],
    ["a\n\n  b\tc", "a b c"],
    ["a --- b ---- c", "a — b — c"],
    ["- a", '"- a"'],
    ["ends:", '"ends:"'],
    ["{a}", '"{a}"'],
    ["日本語のテスト 🔎", "日本語のテスト 🔎"],
  ])("the description %j is written as %s", (said, written) => {
    const { text, leftOut } = copyOf(filesOf({ "SKILL.md": skillMd(`name: a\ndescription: ${JSON.stringify(said)}`) }));
    expect(frontOf(text)).toContain(`\ndescription: ${written}\n`);
    expectPortable(text, "a");
    const changes = Number(said.includes("---")) + Number(written.includes("’"));
    expect(leftOut).toHaveLength(changes);
  });

  it("a description of 400 Chinese characters is cut by bytes, and one of words at a word", () => {
    const cut = (said: string) => {
      const { text, leftOut } = copyOf(filesOf({ "SKILL.md": skillMd(`name: a\ndescription: ${said}`) }));
      expect(leftOut).toEqual([
        expect.stringMatching(/^The description is cut: it has \d+ bytes, and some loaders take 1024\.$/),
      ]);
      return expectPortable(text, "a").description;
    };
    expect(cut("搜".repeat(400))).toBe(`${"搜".repeat(340)}…`);
    const front = cut(`${"é".repeat(500)} word another ${"x".repeat(20)}`);
    expect(front).toBe(`${"é".repeat(500)} word another…`);
  });

  it("no BOM, no CRLF, no blank after the fence, and a body where there is none", () => {
    const { text } = copyOf(
      filesOf({ "SKILL.md": "\ufeff--- \r\nname: a\r\ndescription: A.\r\n--- \r\n\r\n# A\r\n\r\nText.\r\n" }),
    );
    expect(text).toMatch(/^---\nname: a\ndescription: A\.\nmetadata:\n {2}version: "1\.0\.0"\n---\n\n# A\n\nText\.\n$/);
    const bare = copyOf(filesOf({ "SKILL.md": skillMd("name: my-thing\ndescription: A.", " \n") }));
    expect(bare.text).toMatch(/\n---\n\n# My Thing\n\nA\.\n$/);
  });

  it("a second SKILL.md has another name, and what an install writes is not in it", () => {
    const own = filesOf({
      "SKILL.md": skillMd("name: a\ndescription: A."),
      "assets/SKILL.md": "x",
      "assets/skill.nested.md": "y",
      "b/skill.md": "z",
      "scripts/run.sh": "echo",
    });
    const receipts = RESERVED_FILES.map((path) => ({ path, bytes: utf8("{}") }));
    const copy = portableCopy(read(own), [...own, ...receipts]);
    if ("impossible" in copy) throw new Error(copy.impossible);
    const { files, leftOut } = copy;
    expect(files.map(({ path }) => path)).toEqual([
      "SKILL.md",
      "assets/SKILL.nested-2.md",
      "assets/skill.nested.md",
      "b/SKILL.nested.md",
      "scripts/run.sh",
    ]);
    expect(leftOut).toEqual([
      "assets/SKILL.md is called assets/SKILL.nested-2.md, because some agents take it for a skill of its own.",
      "b/skill.md is called b/SKILL.nested.md, because some agents take it for a skill of its own.",
    ]);
  });

  it("where none can be made, it says why", () => {
    const files = filesOf({ "SKILL.md": skillMd("name: a\ndescription: A.") });
    const skill = read(files);
    const broken = [{ path: "SKILL.md", bytes: Uint8Array.from([0xff, 0xfe]) }];
    const noBody = { ...skill, instructions: { ...skill.instructions, bodyStart: 0 } };
    expect(portableCopy(noBody, broken)).toEqual({ impossible: "SKILL.md is no UTF-8 text." });
    const folder = [...files, ...filesOf({ "SKILL.md/a.txt": "a" })];
    expect(portableCopy(skill, folder)).toEqual({ impossible: "A folder has the name SKILL.md." });
    const mute = { ...skill, description: { ...skill.description, value: " " } };
    expect(portableCopy(mute, files)).toEqual({ impossible: expect.stringContaining("no description") as string });
  });

  it("any text of any field is read alike by line and by YAML", () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.constantFrom("-", "'", '"', "\\", ":", "#", " ", "\n", "---", "name: x\n"),
        fc.string({ minLength: 1, maxLength: 1, unit: "grapheme" }),
      ),
    });
    fc.assert(
      fc.property(
        text,
        text,
        fc.dictionary(fc.oneof(text, fc.constantFrom("name", "Description", "no", "a-b")), text, {
          noNullPrototype: true,
        }),
        (description, license, metadata) => {
          const lines = Object.entries({ name: "a", description, license, metadata }).map(
            ([key, value]) => `${key}: ${JSON.stringify(value)}`,
          );
          const files = filesOf({ "SKILL.md": skillMd(lines.join("\n")) });
          const { skill } = readSkill(files, { version: "1.0.0" });
          fc.pre(skill !== null);
          const copy = portableCopy(skill, files);
          if ("impossible" in copy) throw new Error(copy.impossible);
          expectPortable(Buffer.from(copy.files[0]?.bytes ?? []).toString("utf8"), "a");
          const again = read(copy.files);
          expect({
            extensions: again.extensions,
            title: again.displayName.value,
            tags: again.discovery.tags.map(({ value }) => value),
          }).toMatchObject({
            extensions: Object.fromEntries(
              Object.entries(skill.extensions).map(([pointer, { value }]) => [pointer, { value }]),
            ),
            title: skill.displayName.value,
            tags: skill.discovery.tags.map(({ value }) => value),
          });
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("what a person alone may start", () => {
  const files = filesOf({
    "SKILL.md": skillMd(
      "name: a\ndescription: d.\nversion: 1.0.0\ndisable-model-invocation: true",
      "Now !`date` and `ls`.\n",
    ),
  });

  it("(machines, M-5) parts ! from a command in the body, so that no agent runs it by itself", () => {
    const { text, leftOut } = copyOf(files);
    expect(text).toContain("Now ! `date` and `ls`.");
    expect(leftOut.join(" ")).toContain("a command in the body");
  });

  it("(machines, M-5) says that a model may invoke it elsewhere", () => {
    expect(copyOf(files).leftOut.join(" ")).toContain("a person alone may invoke it");
  });
});

it.each(["coin-flip", "3d---print", "two_words"])(
  "(machines, M-5) the copy of a MiaOS skill keeps the id %s, by which its tool is called",
  (id) => {
    const files = filesOf((FORMAT_SAMPLES["miaos"]?.files ?? {}) as Record<string, string>);
    const skill = read(files);
    const copy = portableCopy({ ...skill, tools: skill.tools.map((tool) => ({ ...tool, name: id })) }, files);
    if ("impossible" in copy) throw new Error(copy.impossible);
    expectPortable(Buffer.from(copy.files[0]?.bytes ?? []).toString("utf8"), "coin-flip");
    expect(read(copy.files).tools).toMatchObject([{ name: id, implementation: { file: "run.js" } }]);
    expect(copy.leftOut.join()).not.toContain("renamed");
    // GAIA makes a function of it, and that is said.
    const written = writeSkill(read(copy.files), copy.files, "gaia");
    if ("impossible" in written) throw new Error("no GAIA");
    expect(written.losses.some(({ message }) => message.includes("was renamed to"))).toBe(id.includes("-"));
  },
);
