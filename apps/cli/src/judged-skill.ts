import { readSkill, type SkillReading } from "@gaia/manifest";
import { validateFiles } from "./author-package.ts";
import type { AuthorSkill } from "./author-skill.ts";
import { misused, type ProblemError } from "./failures.ts";

/** What `--target` names, and the format whose readers' rules it stands for. */
export const TARGETS = {
  "gaia-0.1": "gaia-0.1",
  gaia: "gaia",
  "agent-skills": "agent-skills",
  openclaw: "openclaw",
  "openclaw-draft": "openclaw-draft",
  aria: "aria-2",
  "aria-2": "aria-2",
  "skill-md": "skill-md",
  miaos: "miaos",
} as const;
export type TargetFormat = (typeof TARGETS)[keyof typeof TARGETS];

/** The format that a `--target`, `--to` or `--from` means. Throws a usage error for any other word. */
export function ensureFormat(text: string, option: string): TargetFormat {
  const found = Object.entries(TARGETS).find(([name]) => name === text);
  if (found === undefined) throw misused(`${option} ${text} is no format`, `one of ${Object.keys(TARGETS).join(", ")}`);
  return found[1];
}

export interface JudgedSkill {
  diagnostics: ProblemError[];
  reading: SkillReading;
  isValid: boolean;
}

/**
 * Judges an author's skill, without a network: as the registry will at publish, or, with a target, by the rules of that format's
 * readers alone.
 */
export function judgeSkill(
  skill: AuthorSkill,
  options: { version?: string | undefined; target?: TargetFormat | undefined } = {},
): JudgedSkill {
  const { files, errors } = skill;
  const { version, target } = options;
  if (target === undefined) {
    const { errors: limits, ...reading } = validateFiles(files, version);
    return judged(reading, [...errors, ...limits, ...reading.diagnostics], reading.skill !== null);
  }
  const reading = readSkill(files, { version, mode: "import" });
  return judged(reading, [...errors, ...reading.diagnostics], true);
}

function judged(reading: SkillReading, diagnostics: ProblemError[], isRead: boolean): JudgedSkill {
  return { reading, diagnostics, isValid: isRead && !diagnostics.some(({ severity }) => severity === "error") };
}
