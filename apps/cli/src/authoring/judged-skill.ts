import type { PackageFile } from "@gaia/archive";
import { checkProfile } from "@gaia/authoring";
import {
  type CanonicalSkill,
  checkCode,
  type Diagnostic,
  directorySignatureDiagnostic,
  loadParsers,
  type Parsers,
  readSkill,
  type SkillReading,
} from "@gaia/manifest";
import { directoryObjections } from "@gaia/trust";
import { validateFiles } from "./author-package.ts";
import type { AuthorSkill } from "./author-skill.ts";
import { misused, type ProblemError } from "../failures/failures.ts";
import { type TargetFormat, TARGETS } from "./target-formats.ts";

export type { TargetFormat };

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

export interface JudgeOptions {
  version?: string | undefined;
  target?: TargetFormat | undefined;
}

/**
 * Judges an author's skill, without a network: as the registry will at publish, or, with a target, by the rules of that format's
 * readers. The code is held against the manifest by parsing it; nothing is run.
 */
export async function judgeSkill(skill: AuthorSkill, options: JudgeOptions = {}): Promise<JudgedSkill> {
  const { reading, diagnostics } = judgeManifest(skill, options);
  const { target } = options;
  const isJudged = reading.skill !== null && (target === undefined || reading.format === target);
  const code = isJudged && reading.skill !== null ? await codeDiagnostics(reading.skill, skill.files) : [];
  // What the readers of another format make of it is no question of what a registry takes.
  const signatures = target === undefined ? await signatureDiagnostics(skill.files) : [];
  const all = [...diagnostics, ...code, ...signatures];
  const isRead = target !== undefined || reading.skill !== null;
  return { reading, diagnostics: all, isValid: isRead && !all.some(({ severity }) => severity === "error") };
}

/** Of signatures that a package brings over its own directory: why a registry would refuse it for them. */
export async function signatureDiagnostics(files: readonly PackageFile[]): Promise<Diagnostic[]> {
  return (await directoryObjections(files)).map(directorySignatureDiagnostic);
}

/** The same without the code; `said` is what concerns the manifest and can be repaired. */
export function judgeManifest(
  { files, errors, notes, folder }: AuthorSkill,
  { version, target }: JudgeOptions,
): { reading: SkillReading; diagnostics: ProblemError[]; said: Diagnostic[] } {
  if (target === undefined) {
    const { errors: limits, ...reading } = validateFiles(files, version);
    return {
      reading,
      diagnostics: [...errors, ...limits, ...notes, ...reading.diagnostics],
      said: reading.diagnostics,
    };
  }
  const said = checkProfile(files, target, { folder: folder ?? undefined, version });
  const reading = readSkill(files, { version, mode: "import", folder: folder ?? undefined });
  return { reading, diagnostics: [...errors, ...said], said };
}

const unread = { status: "unread", reason: "nothing was to be parsed" } as const;
/** For packages without code: starting the parsers takes longer than all the rest. */
const IDLE: Parsers = { check: () => unread, outline: () => unread, close: async () => {} };

let started: Promise<Parsers> | null = null;

/** The parsers of this process, started once. */
export function startedParsers(): Promise<Parsers> {
  started ??= loadParsers();
  return started;
}

async function codeDiagnostics(skill: CanonicalSkill, files: readonly PackageFile[]): Promise<Diagnostic[]> {
  const hasCode = skill.provenance.format === "skill-md" || files.some(({ path }) => path.endsWith(".py"));
  return checkCode(hasCode ? await startedParsers() : IDLE, skill, files);
}
