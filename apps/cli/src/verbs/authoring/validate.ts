import type { OutputForm } from "../../diagnostic-output/output-form.ts";
import type { SkillReading } from "@gaia/manifest";
import type { AuthorSkill } from "../../authoring/author-skill.ts";
import {
  countsOf,
  countsText,
  type DiagnosedSkill,
  showDiagnostics,
} from "../../diagnostic-output/show-diagnostics.ts";
import { EXIT, type ExitCode } from "../../failures/failures.ts";
import { describeForLoading } from "../../installing/loadable-skill.ts";
import { elsewhereLines, elsewhereProblems, readElsewhere } from "../../authoring/read-elsewhere.ts";
import { judgeSkillSet, readSkillSet } from "../../authoring/judged-set.ts";
import { ensureFormat, type JudgedSkill, type TargetFormat } from "../../authoring/judged-skill.ts";
import { countedFiles } from "../../terminal/sizes.ts";
import type { Session } from "../../session/session.ts";
import { bold, green, red, t, yellow } from "../../terminal/shown-text.ts";

export interface ValidateOptions {
  version?: string | undefined;
  target?: string | undefined;
  output?: OutputForm | undefined;
}

/**
 * `validate <path…>`: reads each skill as the registry will, or with `--target` as the readers of that format do; without a network.
 * A folder of skills stands for all of them. Exit 0 when all are good, else 4. Warnings are counted and change no exit code. How agents
 * and frameworks read a skill is said below its verdict, and is no part of it.
 */
export async function validate(
  session: Session,
  input: { paths: readonly string[] } & ValidateOptions,
): Promise<ExitCode> {
  const target = input.target === undefined ? undefined : ensureFormat(input.target, "--target");
  const judged = await judgeSkillSet(await readSkillSet(input.paths), { version: input.version, target });
  const found = judged.map((one) => toDiagnosed(one, target));
  showDiagnostics(session.terminal, input.output ?? "text", found);
  return judged.every(({ isValid }) => isValid) ? EXIT.ok : EXIT.refused;
}

function toDiagnosed(
  { skill, diagnostics, reading, isValid }: JudgedSkill & { skill: AuthorSkill },
  target: TargetFormat | undefined,
): DiagnosedSkill {
  const name = reading.skill?.name.value ?? null;
  const counted = countsText(diagnostics);
  const files = countedFiles(skill.files.length);
  const way = target === undefined ? `format ${reading.format}` : `for ${target}`;
  const version = writtenVersion(reading) ?? "without a version";
  const verdict =
    isValid && reading.skill !== null
      ? t`${green("valid")} ${bold(name)} ${version}, ${way}, ${files}${counted === "" ? "" : t`, ${yellow(counted)}`}`
      : t`${isValid ? green("valid") : red("invalid")} ${counted}`;
  // A target's readers alone decide; and who cannot be read here needs no other reader.
  const elsewhere = target === undefined && reading.skill !== null ? readElsewhere(skill.files, skill.folder) : [];
  const result = {
    path: skill.path,
    valid: isValid,
    format: reading.format,
    target: target ?? null,
    name,
    version: writtenVersion(reading),
    skill: reading.skill === null ? null : describeForLoading(reading.skill),
    ...countsOf(diagnostics),
    diagnostics,
    elsewhere,
  };
  return {
    skill,
    diagnostics,
    elsewhere: elsewhereProblems(elsewhere),
    verdict,
    advice: elsewhereLines(elsewhere, null),
    result,
  };
}

/** A version that somebody gave; null for one that had to be made up. */
function writtenVersion({ skill }: SkillReading): string | null {
  if (skill === null) return null;
  const { value, origin } = skill.version;
  return origin.how === "declared" || origin.how === "publish-arg" ? value : null;
}
