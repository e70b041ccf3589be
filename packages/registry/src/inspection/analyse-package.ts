import { type ArchiveLimits, openNested, type PackageFile } from "@gaia/archive";
import type { Analysis } from "@gaia/scan";
import { analyseSkill } from "@gaia/scan/analysis";
import type { SkillUnderAnalysis } from "@gaia/reading";
import type { Grammars } from "@gaia/syntax";

export interface AnalyseInput {
  files: PackageFile[];
  about: SkillUnderAnalysis["about"];
  limits: ArchiveLimits;
}

/** CPU time of each analyser. The largest published skills take half of it on a slow machine. */
const ANALYSER_CPU_MS = 6_000;

/**
 * Opens what is packed inside a package, then looks at everything with the registry's own analysers. Reads and never runs;
 * it may take long or much on hostile input, so it is called in a thread that can be thrown away; `onPart` is told what each analyser
 * said.
 */
export async function analysePackage(
  input: AnalyseInput,
  grammars: Grammars,
  onPart?: (part: Analysis) => void,
): Promise<Analysis> {
  const { files, about, limits } = input;
  const skill = { files, about, nested: openNested(files, limits) };
  return analyseSkill(skill, { grammars, cpuMs: ANALYSER_CPU_MS }, onPart);
}
