import type { PackageFile } from "@gaia/archive";
import type { CanonicalSkill } from "../model/canonical.ts";
import type { Diagnostic, Mode } from "../model/report.ts";
import { checkAriaCode } from "./check-aria.ts";
import { checkToolsPy } from "./check-tools-py.ts";
import { checkTypeScript } from "./check-typescript.ts";
import type { Parsers } from "./parsers.ts";

/** All TypeScript of one package may take this long together. */
const TYPESCRIPT_MS = 1000;

/**
 * Holds a skill's declarations against its code, by parsing only: `tools.py` of the GAIA formats (docs/specification.md §5.4), the class
 * and imports of an Aria skill, the TypeScript of a `*.skill.md`. Nothing is said of formats that promise nothing about code. Never
 * throws.
 */
export function checkCode(
  parsers: Parsers,
  skill: CanonicalSkill,
  files: readonly PackageFile[],
  options: { mode?: Mode | undefined } = {},
): Diagnostic[] {
  const { format } = skill.provenance;
  if (format === "gaia" || format === "gaia-0.1") return checkToolsPy(parsers, skill, files, options);
  if (format === "aria-2") return checkAriaCode(parsers, skill, files, options);
  if (format === "skill-md") return checkBlocks(parsers, skill, files, options);
  return [];
}

function checkBlocks(
  parsers: Parsers,
  skill: CanonicalSkill,
  files: readonly PackageFile[],
  options: { mode?: Mode | undefined },
): Diagnostic[] {
  const budget = { leftMs: TYPESCRIPT_MS };
  const blocks = [
    ...skill.tools.map(({ name, implementation }) => ({ name, implementation })),
    ...(skill.orchestration ? [{ name: "the workflow", implementation: skill.orchestration.implementation }] : []),
  ];
  return blocks.flatMap(({ name, implementation }) => {
    const file = files.find(({ path }) => path === implementation?.file);
    if (!file || !implementation?.range) return [];
    const [start, end] = implementation.range;
    const decoder = new TextDecoder();
    const before = decoder.decode(file.bytes.subarray(0, start));
    const line = before.split("\n").length;
    const at = { file: file.path, line, column: 1, tool: name, language: implementation.language };
    return checkTypeScript(parsers, decoder.decode(file.bytes.subarray(start, end)), at, { ...options, budget });
  });
}
