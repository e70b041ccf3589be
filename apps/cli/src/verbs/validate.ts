import type { SkillReading } from "@gaia/manifest";
import { readAuthorSkill } from "../author-skill.ts";
import {
  countsOf,
  countsText,
  type DiagnosedSkill,
  type OutputForm,
  showDiagnostics,
} from "../diagnostic-output/show-diagnostics.ts";
import { EXIT, type ExitCode } from "../failures.ts";
import { ensureFormat, judgeSkill, type TargetFormat } from "../judged-skill.ts";
import type { Session } from "../session.ts";
import { bold, green, red, t, yellow } from "../shown-text.ts";

export interface ValidateOptions {
  version?: string | undefined;
  target?: string | undefined;
  output?: OutputForm | undefined;
}

/**
 * `validate <path…>`: reads each skill as the registry will, or with `--target` as the readers of that format do; without a network.
 * Exit 0 when all are good, else 4. Warnings are counted and change no exit code.
 */
export async function validate(
  session: Session,
  input: { paths: readonly string[] } & ValidateOptions,
): Promise<ExitCode> {
  const target = input.target === undefined ? undefined : ensureFormat(input.target, "--target");
  const found: (DiagnosedSkill & { isValid: boolean })[] = [];
  for (const path of input.paths) found.push(await validateOne(path, input.version, target));
  showDiagnostics(session.terminal, input.output ?? "text", found);
  return found.every(({ isValid }) => isValid) ? EXIT.ok : EXIT.refused;
}

async function validateOne(
  path: string,
  version: string | undefined,
  target: TargetFormat | undefined,
): Promise<DiagnosedSkill & { isValid: boolean }> {
  const skill = await readAuthorSkill(path);
  const { diagnostics, reading, isValid } = await judgeSkill(skill, { version, target });
  const name = reading.skill?.name.value ?? null;
  const counted = countsText(diagnostics);
  const verdict =
    isValid && reading.skill !== null
      ? t`${green("valid")} ${bold(name)} ${writtenVersion(reading) ?? "without a version"}, ${target === undefined ? "format" : "for"} ${target ?? reading.format}, ${skill.files.length === 1 ? "1 file" : `${skill.files.length} files`}${counted === "" ? "" : t`, ${yellow(counted)}`}`
      : t`${isValid ? green("valid") : red("invalid")} ${counted}`;
  const result = {
    path,
    valid: isValid,
    format: reading.format,
    target: target ?? null,
    name,
    version: writtenVersion(reading),
    ...countsOf(diagnostics),
    diagnostics,
  };
  return { skill, diagnostics, verdict, result, isValid };
}

/** A version that somebody gave; null for one that had to be made up. */
function writtenVersion({ skill }: SkillReading): string | null {
  if (skill === null) return null;
  const { value, origin } = skill.version;
  return origin.how === "declared" || origin.how === "publish-arg" ? value : null;
}
