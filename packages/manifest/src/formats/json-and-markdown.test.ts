import type { PackageFile } from "@gaia/archive";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fixture } from "../../test/manifests.ts";
import { withoutPlaces } from "../../test/places.ts";
import { convertSkill, readSkill } from "../index.ts";
import { startCost } from "../../../../test/harness/cost.ts";

const file = (path: string, content: unknown): PackageFile => ({
  path,
  bytes: new TextEncoder().encode(typeof content === "string" ? content : JSON.stringify(content)),
});

const ARIA = {
  name: "aria-goals",
  version: "2.0.0",
  description: "d",
  author: "T",
  layer: 3,
  dependencies: ["api_client"],
  focus_affinity: ["data"],
  tools: [
    { name: "t", description: "d", input_schema: { type: "object", properties: { a: { type: "object", x: [1] } } } },
  ],
  run: "x",
  links: { a: 1 },
};
const MIAOS = { id: "cal", name: "Cal X", description: "d", parameters: { type: "object" }, entryPoint: "run.js" };
const PACKAGE = {
  name: "miaos-skill-cal",
  version: "1.0.0",
  license: "MIT",
  author: "J <j@example.com>",
  keywords: ["miaos-skill", "c"],
  dependencies: { a: "1" },
  scripts: { a: "b" },
};
const SKILL_MD = `---
name: paper
version: 1.0.0
description: d
tags: [a]
x: {y: 1}
---
# Paper

## Required Tools

- \`x_y\`: z

## Provided Tools

### go

Go.

**Parameters:**
- \`q\` (string, required): Q

**Implementation:**

\`\`\`typescript
x
\`\`\`

## Test Cases

### T

**Input:**
\`\`\`json
{}
\`\`\`

**Expected Output:**
\`\`\`json
{}
\`\`\`

## Metadata

- **Author**: A
- **Complexity**: Low
`;
const SAMPLES: Record<string, PackageFile[]> = {
  "gaia-0.1": [file("SKILL.md", fixture("web-search")), file("tools.py", "def search_web(): ...")],
  "agent-skills": [
    file(
      "SKILL.md",
      "---\nname: pdf\ndescription: d\nallowed-tools: Read\nmetadata:\n  version: '1.0.0'\nlayer: x\nname2: y\n---\n# P\n\n## Metadata\n\ntext\n",
    ),
  ],
  openclaw: [
    file(
      "SKILL.md",
      "---\nname: claw\nversion: 1.0.0\ndescription: d\nmetadata:\n  openclaw:\n    requires: {bins: [git], env: [A_B]}\n    os: [linux]\n---\n# C\n",
    ),
  ],
  "aria-2": [file("skill.json", ARIA), file("__init__.py", ""), file("SKILL.md", "# Goals\n")],
  miaos: [file("package.json", { ...PACKAGE, skill: MIAOS }), file("run.js", "1"), file("README.md", "# Cal\n")],
  "miaos.skill.json": [file("miaos.skill.json", MIAOS), file("package.json", PACKAGE), file("run.js", "1")],
  "skill-md": [file("paper.skill.md", SKILL_MD)],
};
const TARGETS = ["aria-2", "miaos", "skill-md"] as const;
const PAIRS = Object.keys(SAMPLES).flatMap((from) => TARGETS.map((to) => [from, to] as const));

/** How a value came to be may change once it is written down; what it is may not. */
function model(skill: unknown): unknown {
  const how = (key: string, member: unknown) => (key === "origin" || key === "evidence" ? undefined : member);
  return withoutPlaces(JSON.parse(JSON.stringify(skill, how)));
}

describe("a conversion", () => {
  it.each(PAIRS)("from %s to %s is read back as that format, and stays what it is", (from, to) => {
    const once = convertSkill(SAMPLES[from] ?? [], { to });
    if ("impossible" in once) throw new Error(JSON.stringify(once.impossible));
    const read = readSkill(once.files, { mode: "import" });
    expect(read.diagnostics.filter(({ code, severity }) => severity === "error" || code === "SK1002")).toEqual([]);
    expect(read.format).toBe(to);
    for (const field of ["version", "description", "license"] as const)
      expect(read.skill?.[field]?.value, field).toEqual(once.skill[field]?.value);
    expect(read.skill?.name.value).toBe(once.skill.name.value);
    expect(read.skill?.permissions.declared?.length).toBe(once.skill.permissions.declared?.length);
    // A package.json says more than the skill did.
    const pointers = Object.keys(read.skill?.extensions ?? {});
    expect(pointers).toEqual(expect.arrayContaining(Object.keys(once.skill.extensions)));
    const twice = convertSkill(once.files, { to });
    if ("impossible" in twice) throw new Error(JSON.stringify(twice.impossible));
    expect(model(readSkill(twice.files, { mode: "import" }).skill)).toEqual(model(read.skill));
    expect(convertSkill(SAMPLES[from] ?? [], { to })).toMatchObject({ files: once.files });
  });

  it("never lets an extension of one format become a field of another", () => {
    const carried = { canonical: { extensions: { "/name": "evil", "/layer": 1, "/run": "rm", "/skill/id": "evil" } } };
    const { run: _, ...bare } = ARIA;
    const aria = [file("skill.json", { ...bare, gaia: carried })];
    for (const to of TARGETS) {
      const once = convertSkill(aria, { to });
      if ("impossible" in once) throw new Error(JSON.stringify(once.impossible));
      const twice = convertSkill(once.files, { to });
      if ("impossible" in twice) throw new Error(JSON.stringify(twice.impossible));
      expect(twice.skill).toMatchObject({ name: { value: "goals" }, discovery: { layer: { value: 3 } } });
      expect(twice.skill.extensions["/run"]?.value).toBe("rm");
      expect(twice.skill.runtime?.entry.value).not.toBe("rm");
    }
  });
});

describe("hostile packages", () => {
  const mutation = fc.record({
    sample: fc.constantFrom("aria-2", "miaos", "miaos.skill.json", "skill-md"),
    at: fc.nat(),
    length: fc.nat(6),
    put: fc.oneof(
      fc.uint8Array({ maxLength: 4 }),
      fc.constantFrom(...'{}[]",:\\\n#`*-> ').map((char) => Uint8Array.of(char.charCodeAt(0))),
    ),
  });

  it("never make the readers or the writers throw, and a skill is given exactly when nothing is wrong", () => {
    fc.assert(
      fc.property(mutation, fc.constantFrom("publish", "import"), ({ sample, at, length, put }, mode) => {
        const [first, ...others] = SAMPLES[sample] ?? [];
        if (first === undefined) throw new Error("no sample");
        const start = at % first.bytes.length;
        const bytes = Buffer.concat([first.bytes.subarray(0, start), put, first.bytes.subarray(start + length)]);
        const files = [{ path: first.path, bytes: new Uint8Array(bytes) }, ...others];
        const { skill, diagnostics } = readSkill(files, { mode });
        expect(skill === null).toBe(diagnostics.some(({ severity }) => severity === "error"));
        for (const to of TARGETS) convertSkill(files, { to, mode });
      }),
      { numRuns: 150 },
    );
  });

  const KIB_256 = 256 * 1024 - 200;
  const many = (unit: string, around: (inner: string) => string) =>
    around(unit.repeat(Math.floor(KIB_256 / unit.length)).slice(0, -1));
  const escaped = '"\\u202e\\ufeff",';
  const tool = '{"name":"a","description":"b"},';
  it.each([
    ["skill.json", many("[", (inner) => `{"a":${inner}`)],
    ["skill.json", many('{"a":', (inner) => inner)],
    ["skill.json", many('"a":1,', (inner) => `{${inner}}`)],
    ["skill.json", many(escaped, (inner) => `{"tools":[${inner}]}`)],
    ["skill.json", many(tool, (inner) => `{"tools":[${inner}]}`)],
    ["skill.json", many(tool, (inner) => `{"name":"aria-a","dependencies":[${inner}]}`)],
    ["package.json", many('"a",', (inner) => `{"keywords":[${inner}],"skill":{"id":"a"}}`)],
    ["package.json", many(" ", (inner) => `{"author":"a${inner}<","skill":{"id":"a"}}`)],
    ["package.json", many("\\\\", (inner) => `{"skill":{"entryPoint":"${inner}\\"}}`)],
    ["a.skill.md", many("- **a**: b\n", (inner) => `---\nname: a\n---\n# A\n## Metadata\n${inner}`)],
    ["a.skill.md", many(" ", (inner) => `---\nname: a\n---\n# A\n## Metadata\n- **a**:${inner}\n`)],
    ["a.skill.md", many("### a\n", (inner) => `---\nname: a\n---\n# A\n## Provided Tools\n${inner}`)],
    ["a.skill.md", many("## Metadata\n", (inner) => `---\nname: a\n---\n# A\n${inner}`)],
    ["a.skill.md", many("**Input:**\n\n", (inner) => `---\nname: a\n---\n# A\n## Test Cases\n### T\n${inner}`)],
    [
      "a.skill.md",
      many("`a` ", (inner) => `---\nname: a\n---\n# A\n## Provided Tools\n### t\n**Parameters:**\n- ${inner}\n`),
    ],
  ])("Y8 are read at a bounded cost: %s, %#", (path, content) => {
    const cost = startCost();
    const { skill, diagnostics } = readSkill([file(path, content)], { mode: "import" });
    expect(cost()).toBeLessThan(300);
    expect(diagnostics.length).toBeLessThanOrEqual(200);
    expect(skill === null).toBe(diagnostics.some(({ severity }) => severity === "error"));
  });
});
