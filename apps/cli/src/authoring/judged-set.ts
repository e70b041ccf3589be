import { readdir } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import { kindOf } from "@gaia/install/installed";
import {
  type AriaSkill,
  checkAriaLayers,
  checkAriaSet,
  type Diagnostic,
  isManifestName,
  readSkill,
} from "@gaia/manifest";
import { type AuthorSkill, readAuthorSkill } from "./author-skill.ts";
import type { ProblemError } from "../failures/failures.ts";
import { findOwnSkills } from "./found-skills.ts";
import { type JudgedSkill, type JudgeOptions, judgeSkill, startedParsers } from "./judged-skill.ts";

/**
 * The paths of the skills that a path names: itself, or of a folder without a manifest of its own every skill below it. An archive, and
 * what is not there, is named by its own path.
 */
export async function skillPathsIn(path: string): Promise<string[]> {
  const root = resolve(path);
  // A link to a folder is the author's own way to it.
  if ((await kindOf(join(root, sep))) !== "directory") return [path];
  const names = (await readdir(root, { withFileTypes: true }))
    .filter((one) => !one.isDirectory())
    .map(({ name }) => name);
  const below = names.some((name) => isManifestName(name)) ? [] : await findOwnSkills(root);
  return below.length === 0 ? [path] : below;
}

/**
 * The skills that paths name, as `skillPathsIn` finds them. Throws as `readAuthorSkill` does.
 */
export async function readSkillSet(paths: readonly string[]): Promise<AuthorSkill[]> {
  const skills: AuthorSkill[] = [];
  for (const path of paths) for (const one of await skillPathsIn(path)) skills.push(await readAuthorSkill(one));
  return skills;
}

/** Judges each skill, and what holds between them: names given once, and the dependencies and layers of Aria skills. */
export async function judgeSkillSet(
  skills: readonly AuthorSkill[],
  options: JudgeOptions,
): Promise<(JudgedSkill & { skill: AuthorSkill })[]> {
  const judged: (JudgedSkill & { skill: AuthorSkill })[] = [];
  for (const skill of skills) judged.push({ skill, ...(await judgeSkill(skill, options)) });
  const between = await ariaDiagnostics(judged);
  return judged.map((one, index) => {
    const twin = judged.find((other, at) => at < index && nameOf(other) !== null && nameOf(other) === nameOf(one));
    const more = [...(between.get(one) ?? []), ...(twin === undefined ? [] : [nameTaken(one, twin)])];
    const isValid = one.isValid && !more.some(({ severity }) => severity === "error");
    return { ...one, diagnostics: [...one.diagnostics, ...more], isValid };
  });
}

const nameOf = ({ reading }: Pick<JudgedSkill, "reading">): string | null => reading.skill?.name.value ?? null;

function nameTaken({ reading }: Pick<JudgedSkill, "reading">, twin: { skill: AuthorSkill }): ProblemError {
  const origin = reading.skill?.name.origin;
  return {
    code: "SK3007",
    severity: "error",
    file: origin?.file ?? null,
    line: origin?.line ?? null,
    column: origin?.column ?? null,
    message: `The name ${nameOf({ reading })} is that of ${twin.skill.path} too.`,
    hint: "Pick another name.",
  };
}

/**
 * What Aria's standard adds to what each skill was told by itself: the other skills' manifests say whether they are there, and of which
 * layer.
 */
async function ariaDiagnostics<T extends JudgedSkill & { skill: AuthorSkill }>(
  judged: readonly T[],
): Promise<Map<T, Diagnostic[]>> {
  const members = judged.flatMap((one, index): { one: T; aria: AriaSkill }[] => {
    // One that publish refuses is there all the same.
    const skill = one.reading.skill ?? readSkill(one.skill.files, { mode: "import" }).skill;
    if (skill === null || skill.provenance.format !== "aria-2" || one.skill.folder === null) return [];
    return [{ one, aria: { folder: `${index}/${one.skill.folder}`, skill, files: one.skill.files } }];
  });
  const found = new Map<T, Diagnostic[]>();
  if (members.length < 2) return found;
  const all = members.map(({ aria }) => aria);
  const said = [...checkAriaSet(all), ...checkAriaLayers(await startedParsers(), all)];
  for (const { one, aria } of members) {
    const known = new Set(one.diagnostics.map(keyOf));
    const own = said.flatMap((diagnostic) =>
      diagnostic.file.startsWith(`${aria.folder}/`)
        ? [{ ...diagnostic, file: diagnostic.file.slice(aria.folder.length + 1) }]
        : [],
    );
    found.set(
      one,
      own.filter((diagnostic) => !known.has(keyOf(diagnostic))),
    );
  }
  return found;
}

const keyOf = ({ code, file, line, column }: ProblemError): string => [code, file, line, column].join(" ");
