import type { OutputForm } from "../../diagnostic-output/output-form.ts";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import type { PackageFile } from "@gaia/archive";
import { fixAll, styleDiagnostics } from "@gaia/authoring";
import { type Diagnostic, IGNORE_FILE, readIgnoreRules, readSkill } from "@gaia/manifest";
import { type AuthorSkill, readAuthorSkill } from "../../authoring/author-skill.ts";
import {
  countsOf,
  countsText,
  type DiagnosedSkill,
  showDiagnostics,
} from "../../diagnostic-output/show-diagnostics.ts";
import { EXIT, type ExitCode, type ProblemError } from "../../failures/failures.ts";
import { ensureFormat, judgeManifest, judgeSkill, type TargetFormat } from "../../authoring/judged-skill.ts";
import type { Session } from "../../session/session.ts";
import { bold, green, red, t, yellow } from "../../terminal/shown-text.ts";
import { changesBetween, writeAuthorFiles } from "../../authoring/written-files.ts";

export interface LintOptions {
  version?: string | undefined;
  target?: string | undefined;
  output?: OutputForm | undefined;
  fix?: boolean;
}

interface Rules {
  version: string | undefined;
  target: TargetFormat | undefined;
}

/**
 * `lint <path…>`: what `validate` says, and the rules of style. With `fix`, what can be repaired safely is repaired in place until nothing
 * is left to repair; every other byte stays. Exit 4 when an error is left.
 */
export async function lint(session: Session, input: { paths: readonly string[] } & LintOptions): Promise<ExitCode> {
  const target = input.target === undefined ? undefined : ensureFormat(input.target, "--target");
  const rules: Rules = { version: input.version, target };
  const found: DiagnosedSkill[] = [];
  for (const path of input.paths) {
    const skill = await readAuthorSkill(path);
    const fixed = input.fix === true ? await fixInPlace(skill, rules) : null;
    found.push(await toDiagnosed(fixed?.skill ?? skill, rules, fixed?.repaired ?? []));
  }
  showDiagnostics(session.terminal, input.output ?? "text", found);
  return found.some(({ diagnostics }) => countsOf(diagnostics).errors > 0) ? EXIT.refused : EXIT.ok;
}

async function toDiagnosed(skill: AuthorSkill, rules: Rules, repaired: readonly Diagnostic[]): Promise<DiagnosedSkill> {
  const judged = await judgeSkill(skill, rules);
  const { isValid } = judged;
  const diagnostics = withStyle(skill.files, rules, judged.diagnostics);
  const counted = countsText(diagnostics);
  const done = repaired.length === 0 ? null : t`${green("repaired")} ${repaired.length}; `;
  const state = isValid ? (counted === "" ? green("nothing to say") : yellow(counted)) : red(counted);
  const fixed = repaired.map(({ code, title, file, line, column, message }) => ({
    code,
    title,
    file,
    line,
    column,
    message,
  }));
  return {
    skill,
    diagnostics,
    verdict: t`${done}${state} in ${bold(skill.path)}`,
    result: { path: skill.path, valid: isValid, ...countsOf(diagnostics), fixed, diagnostics },
  };
}

/** What style adds where the reading has not said it already. */
function withStyle<T extends ProblemError>(
  files: readonly PackageFile[],
  { version }: Rules,
  said: T[],
): (T | Diagnostic)[] {
  const { skill } = readSkill(files, { version, mode: "import" });
  if (skill === null) return said;
  const codes = new Set(said.map(({ code }) => code));
  return [...said, ...styleDiagnostics(skill, files).filter(({ code }) => !codes.has(code))];
}

async function fixInPlace(skill: AuthorSkill, rules: Rules): Promise<{ skill: AuthorSkill; repaired: Diagnostic[] }> {
  const before = [...skill.files, ...ignoreFile(skill)];
  const result = fixAll(before, (files) => {
    const packed = withoutIgnored(files);
    return withStyle(packed, rules, judgeManifest({ ...skill, files: packed }, rules).said);
  });
  const { written, removed } = changesBetween(before, result.files);
  for (const path of removed) {
    // A manifest under a new name: renamed first, for where case says nothing both names are one file.
    const renamed = written.find((file) => file.path.toLowerCase() === path.toLowerCase());
    if (renamed !== undefined) await rename(join(skill.root, path), join(skill.root, renamed.path));
  }
  await writeAuthorFiles(skill.root, written);
  return { skill: { ...skill, files: withoutIgnored(result.files) }, repaired: result.fixed };
}

/**
 * The `.skillignore` of a folder; where its `.gitignore` files count, one with their rules. It is written only when a line is added, and
 * counts alone from then on: without their rules it would send what they name.
 */
function ignoreFile({ leavingOut }: AuthorSkill): PackageFile[] {
  if (leavingOut === null || leavingOut.rulesFrom === null) return [];
  return [{ path: IGNORE_FILE, bytes: new Uint8Array(Buffer.from(leavingOut.text)) }];
}

function withoutIgnored(files: readonly PackageFile[]): PackageFile[] {
  const ignore = files.find(({ path }) => path === IGNORE_FILE);
  const ignores = ignore === undefined ? () => false : readIgnoreRules(Buffer.from(ignore.bytes).toString("utf8"));
  const folders = (path: string) =>
    path
      .split("/")
      .map((_, index, parts) => parts.slice(0, index).join("/"))
      .slice(1);
  return files.filter(
    ({ path }) => path !== IGNORE_FILE && !ignores(path, false) && !folders(path).some((one) => ignores(one, true)),
  );
}
