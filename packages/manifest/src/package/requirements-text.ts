import type { PackageFile } from "@gaia/archive";
import type { CanonicalSkill } from "../model/canonical.ts";

/** One line that pip would be given. `origin` is `<file>:<line>`. */
export interface RequirementLine {
  text: string;
  origin: string;
}

const REQUIREMENTS_FILE = "requirements.txt";

/**
 * The pip requirements of a skill: those of its manifest (docs/specification.md §2.1 `requirements.dependencies`), then every line of a
 * `requirements.txt` at its root that is not blank. Lines are given as written, options and comments included: judging them is the
 * scan's work.
 */
export function requirementsText(skill: CanonicalSkill, files: readonly PackageFile[]): RequirementLine[] {
  const declared = skill.requires.packages
    .filter(({ manager }) => manager === "pip")
    .map(({ spec, origin }) => ({ text: spec, origin: `${origin.file}:${origin.line ?? 0}` }));
  const file = files.find(({ path }) => path === REQUIREMENTS_FILE);
  if (file === undefined) return declared;
  const lines = decode(file.bytes)
    .split(/\r\n|\r|\n/)
    .map((text, index) => ({ text, origin: `${REQUIREMENTS_FILE}:${index + 1}` }));
  return [...declared, ...lines.filter(({ text }) => text.trim() !== "")];
}

/** pip honours these byte-order marks, so a file that is UTF-16 must not look empty or garbled here. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return new TextDecoder("utf-8").decode(bytes);
}
