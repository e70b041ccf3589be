import type { CanonicalSkill } from "../../model/canonical.ts";

/** The Node script of a skill that had none; unlikely to be anybody's own file. */
export const STUB_FILE = "miaos-run.cjs";

/**
 * A script for MiaOS's contract (one JSON object in, one line of JSON out): for a skill of instructions it answers with them; where
 * there were tools it fails and says that they were not ported. Nothing of the skill becomes code.
 */
export function stubScript({ tools }: CanonicalSkill): string {
  const lines = [
    '"use strict";',
    "// Written by a conversion: the skill had no Node script of its own.",
    ...(tools.length > 0
      ? [
          'console.log(JSON.stringify({ error: "The tools of this skill were not ported to Node." }));',
          "process.exitCode = 1;",
        ]
      : [
          'const { readFileSync } = require("node:fs");',
          'const { join } = require("node:path");',
          'const instructions = readFileSync(join(__dirname, "README.md"), "utf8");',
          "console.log(JSON.stringify({ instructions }));",
        ]),
  ];
  return `${lines.join("\n")}\n`;
}
