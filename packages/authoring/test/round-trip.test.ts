import type { PackageFile } from "@gaia/archive";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { convertSkill, readSkill } from "@gaia/manifest";
import type { CanonicalSkill, SourceFormat } from "@gaia/manifest";
import { fixture, utf8 } from "../../manifest/test/manifests.ts";
import { checkProfile } from "../src/index.ts";

const FORMATS = ["gaia", "gaia-0.1", "agent-skills", "openclaw", "openclaw-draft"] as const;

/** A skill without what a rewriting moves: places in files, and the digest of the manifest. */
function model(skill: CanonicalSkill): unknown {
  const text = JSON.stringify(skill, (key, value: unknown) => {
    // A name that had to be brought into form, and a version from elsewhere, are declared once they are written.
    if (key === "name" || key === "version") return (value as { value?: unknown })?.value ?? value;
    if (key === "origin" || key === "evidence") return (value as { how?: string }).how;
    return ["bodyStart", "bodyLine", "manifestSha256"].includes(key) ? undefined : value;
  });
  return JSON.parse(text);
}

function files(manifest: string, ...others: string[]): PackageFile[] {
  return [
    { path: "SKILL.md", bytes: utf8(manifest) },
    ...others.map((path) => ({ path, bytes: utf8(`content of ${path}`) })),
  ];
}

function importedAs(pkg: PackageFile[], format: SourceFormat): CanonicalSkill {
  const reading = readSkill(pkg, { format, mode: "import" });
  if (reading.skill === null) throw new Error(`refused: ${JSON.stringify(reading.diagnostics)}`);
  return reading.skill;
}

function expectRoundTrip(pkg: PackageFile[], format: SourceFormat): void {
  const before = importedAs(pkg, format);
  const first = convertSkill(pkg, { from: format, to: format });
  if ("impossible" in first) throw new Error(JSON.stringify(first.impossible));
  const after = readSkill(first.files, { mode: "import" });
  expect(after.format).toBe(format);
  expect(model(importedAs(first.files, format))).toEqual(model(before));
  const again = convertSkill(first.files, { from: format, to: format });
  expect("impossible" in again ? null : again.files).toEqual(first.files);
}

const SAMPLES: Record<(typeof FORMATS)[number], string[]> = {
  "gaia-0.1": [
    fixture("web-search"),
    fixture("hello-world"),
    fixture("hello-world").replace("tools:", 'x: {a: [1, {b: no}], "c d": "2"}\ntools:'),
  ],
  gaia: [
    "---\nname: a\ndescription: A.\nversion: 1.0.0\nmetadata:\n  gaia: {}\n---\n# A\n",
    `---
name: web-research
description: "Research: the web --- with care"
version: 1.2.3
license: MIT
homepage: https://example.com/
allowed-tools: Read Bash(git add:*)
compatibility: Needs a network
x-top: {a: 1}
metadata:
  author: AMD
  hermes: {trust: 1.10, list: [1, yes]}
  openclaw:
    requires: {bins: [gh], anyBins: [a, b], config: [channels.slack]}
    os: [darwin, windows]
    emoji: "🦊"
    nix: {plugin: x}
    install: [{kind: brew, formula: gh, bins: [gh]}, {kind: shell, command: "curl x | sh"}]
  gaia:
    security_tier: community
    permissions: [network:read:*.example.com, "shell:execute:git,npm", env:none]
    tools_required: [rag]
    requirements:
      python: ">=3.10"
      dependencies: [requests>=2]
      node_dependencies: ["@a/b"]
      env_vars: [API_KEY]
      hardware: {npu: optional}
      skills: [{name: other, version: ">=1.0", required: false}]
      unheard: of
    tools:
      - name: search
        description: |
          Two
          lines
        parameters: {q: {type: string, required: true, enum: [a, b]}, n: {type: integer, required: false, default: 5}}
        returns: {type: object}
        atomic: true
        cost: 3
    more: [1]
---
# Web Research
`,
  ],
  "agent-skills": [
    "---\nname: a\ndescription: A.\n---\n",
    `---
name: pdf
description: "Fills: forms # and more"
license: Proprietary. LICENSE.txt has complete terms
compatibility: Designed for Claude Code
allowed-tools: [Read, "Bash (git:*)", "mcp__x__y"]
user-invocable: false
argument-hint: "[file]"
tags: [one, "two words"]
unknown: {deep: [1, null, {x: ~}]}
metadata:
  author: example-org
  version: "1.0.0"
  number: 1.10
  nested: {a: {b: c}}
  "odd key: #": "---"
  "/": slash
  "~": tilde
  title: A Title
---
# PDF
`,
  ],
  openclaw: [
    "---\nname: a\ndescription: A.\nmetadata: {openclaw: {emoji: x}}\n---\n# A\n",
    "---\nname: a\ndescription: A.\nemoji: 🦊\nrequires: {bins: [gh], tools: [x]}\nskillKey: b\n---\n# A\n",
    `---
name: My Todoist
description: Manage tasks.
version: v1.2
license: {spdx: MIT, transferable: true}
triggers: [todo, task]
command-dispatch: tool
metadata: '{"clawdbot": {"skillKey": "todoist", "emoji": "✅", "always": false, "requires": {"env": ["A", "B"], "bins": ["curl"], "odd": 1}, "primaryEnv": "B",
  "envVars": [{"name": "C", "required": false, "description": "c"}], "install": [{"kind": "uv", "package": "x"}], "cliHelp": "h",},
  "openclaw": {"emoji": "x"}, "vendor": [1]}'
---
# Todoist
`,
  ],
  "openclaw-draft": [
    `---
name: old
claw_version: 2
version: 1.0.0
description: Old.
author: someone
network: true
permissions: {shell: false, odd: 1}
actions:
  - {name: go, description: Goes, handler: handlers/go.py, parameters: {a: {type: string}}}
  - {name: stop, handler: ./handlers/stop.js:main}
pip_requires: [requests>=2, numpy]
---
# Old
`,
  ],
};

describe("import, export to the same format, import", () => {
  const cases = FORMATS.flatMap((format) => SAMPLES[format].map((text, index) => [format, index, text] as const));
  it.each(cases)("%s, sample %i: an equal model, and the same bytes again", (format, _index, text) => {
    const pkg = files(text, "tools.py", "handlers/go.py", "handlers/stop.js", "README.md");
    expect(readSkill(pkg, { mode: "import" }).format).toBe(format);
    expectRoundTrip(pkg, format);
  });
});

/** Text as hostile as a manifest may hold without being refused for it. */
const line = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 40 }),
    fc.constantFrom(
      "---",
      "a: b",
      "#x",
      "- y",
      "no",
      "1.10",
      "2024-01-01",
      "'",
      '"',
      "\\",
      "{",
      "[x]",
      "<<",
      "=",
      "ü🦊",
      "a ---b",
      "%",
      "@",
      "| x",
      "12:30",
      "0x1F",
      "~",
    ),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
  )
  .map((text) => text.trim() || "x")
  // What SK2004 to SK2006 are about is tested elsewhere.
  .filter(
    (text) => /^[\P{C}]*$/u.test(text) && !/[\u2028\u2029\u115f\u1160\u3164\uffa0]/.test(text) && text.isWellFormed(),
  );
const name = fc.stringMatching(/^[a-z][a-z0-9]{0,8}(-[a-z0-9]{1,8}){0,2}$/);
const version = fc.tuple(fc.nat(99), fc.nat(99), fc.integer({ min: 1, max: 99 })).map((parts) => parts.join("."));
const identifier = fc.stringMatching(/^[a-z_][a-z0-9_]{0,12}$/);
const json = fc.jsonValue({ maxDepth: 3 }).filter((value) => {
  const text = JSON.stringify(value);
  return /^[\P{C}]*$/u.test(text) && !text.includes("e-") && !/\d{16}/.test(text) && !/\\u|\u2028|\u2029/.test(text);
});
const words = fc.uniqueArray(line, { maxLength: 3 });
const parameters = fc.dictionary(
  identifier,
  fc.record(
    { type: fc.constantFrom("string", "integer"), required: fc.boolean(), default: json },
    { requiredKeys: ["type"] },
  ),
  { maxKeys: 3 },
);
const tools = fc.uniqueArray(
  fc.record(
    {
      name: identifier,
      description: line,
      parameters,
      atomic: fc.boolean(),
      returns: fc.constant({ type: "object" }),
      odd: json,
    },
    { requiredKeys: ["name", "description"] },
  ),
  { minLength: 1, maxLength: 3, selector: ({ name: own }) => own },
);
const permissions = fc.uniqueArray(
  fc.constantFrom(
    "network:read",
    "network:write:*.example.com",
    "shell:execute:git",
    "filesystem:none",
    "mcp:connect:x",
  ),
  { maxLength: 4 },
);
const requirements = fc.record(
  {
    python: fc.constant(">=3.10"),
    dependencies: words,
    env_vars: fc.uniqueArray(identifier, { maxLength: 3 }),
    hardware: fc.dictionary(identifier, line, { maxKeys: 2 }),
    odd: json,
  },
  { requiredKeys: [] },
);
const strange = fc.dictionary(fc.stringMatching(/^x[a-z-]{1,8}$/), json, { maxKeys: 3 });
const openclaw = fc.record(
  {
    requires: fc.record(
      {
        bins: words,
        anyBins: words,
        env: fc.uniqueArray(identifier, { maxLength: 3 }),
        config: words,
        tools: words,
        odd: json,
      },
      { requiredKeys: [] },
    ),
    primaryEnv: identifier,
    envVars: fc.array(
      fc.record({ name: identifier, required: fc.boolean(), description: line }, { requiredKeys: ["name"] }),
      { maxLength: 3 },
    ),
    always: fc.boolean(),
    skillKey: line,
    emoji: line,
    os: fc.subarray(["macos", "linux", "win32"]),
    install: fc.array(
      fc.record(
        { kind: fc.constantFrom("brew", "uv", "node", "shell"), package: line, bins: words, odd: json },
        { requiredKeys: ["kind"] },
      ),
      { maxLength: 3 },
    ),
    nix: json,
  },
  { requiredKeys: [] },
);
const common = {
  license: fc.constantFrom("MIT", "Apache-2.0 OR MIT", "See LICENSE"),
  "allowed-tools": fc.constantFrom("Read", "Bash(git:*) Read", "Read, Write"),
  compatibility: line,
  author: line,
  tags: words,
  title: line,
  triggers: words,
  "user-invocable": fc.boolean(),
};
const base = { name, version, description: line };

/** Front matter of each format: all that it knows, some of it missing, and things that it does not know. */
const ARBITRARY: Record<(typeof FORMATS)[number], fc.Arbitrary<object>> = {
  "gaia-0.1": fc.record({
    ...base,
    author: line,
    license: fc.constantFrom("MIT", "Apache-2.0"),
    permissions,
    tools,
    security_tier: fc.constantFrom("experimental", "community"),
    requirements,
    strange,
  }),
  gaia: fc.record(
    {
      ...base,
      ...common,
      metadata: fc.record(
        {
          gaia: fc.record({ permissions, tools, requirements, tools_required: words, odd: json }, { requiredKeys: [] }),
          openclaw,
          vendor: json,
          author: line,
        },
        { requiredKeys: ["gaia"] },
      ),
      strange,
    },
    { requiredKeys: ["name", "version", "description", "metadata"] },
  ),
  "agent-skills": fc.record(
    { ...base, ...common, metadata: fc.dictionary(line, fc.oneof(line, json), { maxKeys: 4 }), strange },
    { requiredKeys: ["name", "version", "description"] },
  ),
  openclaw: fc.record(
    {
      ...base,
      ...common,
      metadata: fc.oneof(
        fc.record({ openclaw }),
        fc.record({ clawdbot: openclaw, other: json }),
        fc.record({ clawdis: openclaw, openclaw }),
      ),
      strange,
    },
    { requiredKeys: ["name", "version", "description", "metadata"] },
  ),
  "openclaw-draft": fc.record(
    {
      ...base,
      ...common,
      claw_version: fc.nat(9),
      network: fc.boolean(),
      shell: fc.boolean(),
      permissions: fc.oneof(permissions, fc.record({ database: fc.boolean(), odd: json })),
      actions: tools,
      pip_requires: words,
      strange,
    },
    { requiredKeys: ["name", "version", "description", "claw_version"] },
  ),
};

function manifestOf(front: object): string {
  const { strange: more = {}, ...fields } = front as { strange?: object };
  const lines = Object.entries({ ...fields, ...more }).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `---\n${lines.join("\n")}\n---\n# A title\n\nText.\n`;
}

describe("generated skills", () => {
  it.each(FORMATS)("%s: survive a round trip, and every conversion of theirs is read again", (format) => {
    fc.assert(
      fc.property(ARBITRARY[format], fc.constantFrom(...FORMATS), (front, to) => {
        const pkg = files(manifestOf(front), "tools.py");
        const { skill } = readSkill(pkg, { format, mode: "import" });
        fc.pre(skill !== null);
        expectRoundTrip(pkg, format);
        const converted = convertSkill(pkg, { from: format, to });
        if ("impossible" in converted) {
          expect([to, converted.impossible.map(({ code }) => code)]).toEqual(["gaia-0.1", ["SK9004"]]);
          return;
        }
        const read = readSkill(converted.files);
        expect(read.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
        expect(read.format).toBe(to);
        expect(read.skill?.name.value).toBe(skill?.name.value);
        expect(read.skill?.tools.map((tool) => tool.name)).toEqual(skill?.tools.map((tool) => tool.name));
        if (to === "agent-skills") expect(checkProfile(converted.files, to, { folder: skill?.name.value })).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
