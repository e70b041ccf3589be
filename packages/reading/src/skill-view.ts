import type { PackageFile } from "@gaia/archive";
import type { CodeUnit } from "./code/code-unit.ts";
import { codeUnitsOf } from "./code-units-of.ts";
import type { SkillUnderAnalysis } from "./skill-under-analysis.ts";
import { type TextFile, toTextFile } from "./text-file.ts";
import { triggeredUnits } from "./triggered-units.ts";

/** A file that is no text. */
export interface BinaryFile {
  path: string;
  bytes: Uint8Array;
  /** The archive it lies in. */
  nestedIn: string | null;
}

/** A skill as all analysers see it: decoded once, cut into prose and code once. */
export interface SkillView {
  skill: SkillUnderAnalysis;
  texts: TextFile[];
  binaries: BinaryFile[];
  code: CodeUnit[];
}

export function viewSkill(skill: SkillUnderAnalysis): SkillView {
  const texts: TextFile[] = [];
  const binaries: BinaryFile[] = [];
  const place = (file: PackageFile, nestedIn: string | null) => {
    const text = toTextFile(file, nestedIn);
    if (text === null) binaries.push({ path: file.path, bytes: file.bytes, nestedIn });
    else texts.push(text);
  };
  for (const file of skill.files) place(file, null);
  for (const archive of skill.nested) for (const file of archive.files) place(file, archive.path);
  return { skill, texts, binaries, code: triggeredUnits(texts.flatMap(codeUnitsOf)) };
}
