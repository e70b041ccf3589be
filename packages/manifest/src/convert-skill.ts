import type { PackageFile } from "@gaia/archive";
import type { CanonicalSkill, SourceFormat } from "./model/canonical.ts";
import { packageView } from "./formats/format.ts";
import { writerOf } from "./formats/known/registry.ts";
import { readSkill } from "./read-skill.ts";
import type { ReadSkillOptions, SkillReading } from "./read-skill.ts";
import { newReport } from "./model/report.ts";
import type { Diagnostic, Mode } from "./model/report.ts";

export interface ConvertOptions {
  to: SourceFormat;
  /** Read it as this format, whatever it looks like. */
  from?: SourceFormat | undefined;
  version?: string | undefined;
  /** The name of the folder that the package lies in, for a skill without a name. */
  folder?: string | undefined;
  /** `import` unless said: what the source lacks is inferred, and told. */
  mode?: Mode | undefined;
}

/** `report` is what reading the source said. Every loss is an SK9xxx diagnostic. */
export type Conversion =
  | { files: PackageFile[]; losses: Diagnostic[]; skill: CanonicalSkill; report: SkillReading }
  | { impossible: Diagnostic[]; report: SkillReading };

/**
 * A package in another format: the same files, its manifest written anew. Pure and deterministic. Impossible when it cannot be read, or
 * when the format requires what the skill does not have.
 */
export function convertSkill(files: readonly PackageFile[], options: ConvertOptions): Conversion {
  const { to, from, version, folder, mode = "import" } = options;
  const reading: ReadSkillOptions = { format: from, version, folder, mode };
  const report = readSkill(files, reading);
  if (report.skill === null) {
    return { impossible: report.diagnostics.filter(({ severity }) => severity === "error"), report };
  }
  const written = writeSkill(report.skill, files, to);
  return "impossible" in written ? { ...written, report } : { ...written, skill: report.skill, report };
}

/** The same for a skill that was read already from these files. */
export function writeSkill(
  skill: CanonicalSkill,
  files: readonly PackageFile[],
  to: SourceFormat,
): { files: PackageFile[]; losses: Diagnostic[] } | { impossible: Diagnostic[] } {
  const writer = writerOf(to);
  if (writer !== null) return writer.write(skill, packageView(files));
  const report = newReport();
  const place = { file: skill.provenance.manifestFile, line: null, column: null };
  report.note("SK9004", place, `Nothing here writes ${to}.`, { hint: "Choose another format." });
  return { impossible: report.diagnostics };
}
