import { describe, expect, test } from "vitest";
import { ARCHIVE_EXAMPLES } from "../../test/contents/archive-examples.ts";
import { FILE_EXAMPLES } from "../../test/contents/file-examples.ts";
import {
  CLASS,
  ELF,
  GIF,
  JPEG,
  PDF,
  bytes,
  hex,
  noise,
  toFiles,
  type Content,
  type Examples,
  type Files,
} from "../../test/contents/sample-bytes.ts";
import { SETTINGS_EXAMPLES } from "../../test/contents/settings-examples.ts";
import { TEXT_EXAMPLES } from "../../test/contents/text-examples.ts";
import type { Finding } from "@gaia/findings";
import { type NestedArchive, viewSkill } from "@gaia/reading";
import { contentsAnalyser } from "./contents-analyser.ts";
import { CONTENTS_RULES, type ContentsRuleId } from "./contents-rules.ts";
import { startCost } from "../../../../test/harness/cost.ts";

const EXAMPLES: Record<ContentsRuleId, Examples> = {
  ...ARCHIVE_EXAMPLES,
  ...FILE_EXAMPLES,
  ...TEXT_EXAMPLES,
  ...SETTINGS_EXAMPLES,
};

async function analyse(files: Files, nested: NestedArchive[] = []) {
  const about = { name: "sample", description: "A sample", publisher: "somebody", links: [], requirements: [] };
  const view = viewSkill({ files: toFiles(files), nested, about });
  // This layer parses no code.
  return contentsAnalyser.analyse(view, undefined as never);
}

const short = ({ rule, severity }: Finding) => `${severity} ${rule.slice("contents/".length)}`;
const RANK = { low: 0, medium: 1, high: 2, critical: 3 };

describe.each(Object.entries(EXAMPLES) as [ContentsRuleId, Examples][])("%s", (id, { positive, negative }) => {
  test("has two examples of each kind or more", () => {
    expect(Object.keys(EXAMPLES)).toContain(id);
    expect(positive.length).toBeGreaterThanOrEqual(2);
    expect(negative.length).toBeGreaterThanOrEqual(2);
  });

  test.each(positive.map((each) => [each[1], each] as const))(
    "is found: %s",
    async (_, [severity, , files, nested]) => {
      const { findings } = await analyse(files, nested);
      expect(findings.map(short)).toContain(`${severity} ${id}`);
    },
  );

  test.each(negative.map((each) => [each[0], each] as const))("is left: %s", async (_, [, files, nested]) => {
    const { findings } = await analyse(files, nested);
    const own = findings.filter(({ rule }) => rule === `contents/${id}`);
    const isQuiet = RANK[CONTENTS_RULES[id].severity] >= RANK.high || id === "configures-packages";
    expect(
      (isQuiet ? own.filter(({ severity }) => RANK[severity] >= RANK.high) : own)
        .map(short)
        .filter((each) => each !== "low binary-compiled"),
    ).toEqual([]);
    // Nothing honest is held by any other rule either.
    expect(findings.filter(({ severity }) => RANK[severity] >= RANK.high).map(short)).toEqual([]);
  });
});

test("every rule has its examples", () => {
  expect(Object.keys(EXAMPLES).toSorted()).toEqual(Object.keys(CONTENTS_RULES).toSorted());
});

test("what honest packages have is recorded at most", async () => {
  const { findings, problems } = await analyse({
    "SKILL.md": "# Plugin\n\nRun `scripts/run.sh`.\n",
    "hooks/hooks.json":
      '{"hooks":{"PostToolUse":[{"hooks":[{"type":"command","command":"${CLAUDE_PLUGIN_ROOT}/scripts/run.sh"}]}]}}',
    ".claude/settings.local.json": '{"permissions":{"allow":["Bash(npm run:*)","Bash(curl:*)"]},"hooks":{}}',
    ".mcp.json": '{"mcpServers":{"a":{"command":"bash","args":["-c","npx server"]}}}',
    ".cursor/rules/style.mdc": "Use tabs.",
    ".envrc": 'dotenv\nlayout python\nPATH_add bin\neval "$(devenv hook)"\nexport A=$(pwd)\n# curl https://a.example\n',
    ".husky/pre-commit": "npm test\n",
    "scripts/run.sh":
      '#!/usr/bin/env bash\nset -euo pipefail\ncd "$(dirname "${BASH_SOURCE[0]}")/.."\nexec python3 -m tool "$@"\n',
    "data/table.dat": bytes(hex("00"), noise(400)),
    "scripts/tool.py":
      "import subprocess, base64\nprint(base64.b64decode('aGk='))\nsubprocess.run(['git', 'status'])\n",
  });
  expect(findings.filter(({ severity }) => RANK[severity] >= RANK.high).map(short)).toEqual([]);
  expect(problems).toEqual([]);
});

test("what is too long to be read is said", async () => {
  const { problems } = await analyse({ "a.js": "x;".repeat(1_100_000), "a.csv": "1,".repeat(1_100_000) });
  expect(problems.map(({ reason }) => reason)).toEqual(["a.js has more than 2000000 characters"]);
});

test("many like each other are told once in a bounded number, the gravest first", async () => {
  const classes = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`${index}.class`, CLASS]));
  const { findings } = await analyse({ ...classes, "z.class": CLASS, "SKILL.md": "Start z.class" });
  expect(findings).toHaveLength(40);
  expect(findings.map(short)).toContain("high binary-compiled");
});

test("hostile packages end in time", async () => {
  const big = (text: string) => text.repeat(Math.ceil(9_000_000 / text.length)).slice(0, 9_000_000);
  const cut = (content: Content): Files =>
    Object.fromEntries(
      Array.from({ length: 5 }, (_, index) => [
        `a${index}.${["sh", "py", "js", "ps1", "svg"][index]}`,
        bytes(Buffer.from(content as string).subarray(0, 1_900_000)),
      ]),
    );
  const samples: Files[] = [
    ...[
      "tail ",
      'exec("',
      "a".repeat(199) + " ",
      "1,".repeat(59) + "x",
      '$0 sed "',
      "exit\nAAAA\n",
      "<foreignObject ",
      "IlO01o",
      "b64decode(",
      "\\x41".repeat(20) + "y",
      "from(",
      "eval(",
    ].map((text) => cut(`#!/bin/sh exec(atob(__file__ ${big(text).slice(0, 1_900_000)}`)),
    Object.fromEntries(
      Array.from({ length: 250 }, (_, index) => [
        [`f${index}.bin`, bytes(hex("00"), noise(20_000))],
        [`t${index}.py`, "import x # decompress(exec(\n".repeat(600)],
      ]).flat() as [string, Content][],
    ),
    Object.fromEntries(
      Array.from({ length: 250 }, (_, index) => [
        [`f${index}.so`, ELF],
        [`t${index}.md`, "require import load ".repeat(1_000)],
      ]).flat() as [string, Content][],
    ),
    {
      "a.jpg": bytes(hex("ffd8"), Buffer.alloc(9_000_000, 0xff)),
      "b.png": bytes(hex("89504e470d0a1a0a"), Buffer.alloc(900_000)),
    },
    { "a.jpg": bytes(JPEG, big("#! /")), "b.gif": bytes(GIF.subarray(0, 13), Buffer.alloc(900_000, 1)) },
    { "a.pdf": PDF(big("/S /Launc")), ".npmrc": big("registry = "), ".envrc": big("# \n ").slice(0, 900_000) },
  ];
  for (const files of samples) {
    const view = viewSkill({
      files: toFiles(files),
      nested: [],
      about: { name: "", description: "", publisher: "", links: [], requirements: [] },
    });
    const cost = startCost();
    await contentsAnalyser.analyse(view, undefined as never);
    expect(cost(), Object.keys(files).join(" ").slice(0, 60)).toBeLessThan(600);
  }
}, 60_000);
