import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { convertSkill, readSkill } from "./index.ts";
import type { CanonicalSkill, PackageFile, SourceFormat } from "./index.ts";
import { codes, fixture, utf8 } from "../test/manifests.ts";

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
