import { type ArchiveLimits, openNested, type PackageFile } from "@gaia/archive";
import { type Analysis, analyseSkill, type SkillUnderAnalysis } from "@gaia/scan";
import type { Grammars } from "@gaia/syntax";

export interface AnalyseInput {
  files: PackageFile[];
  about: SkillUnderAnalysis["about"];
  limits: ArchiveLimits;
}

/** Time for parsing all the code of one package. */
const PARSING_MS = 2_000;

/**
 * Opens what is packed inside a package, then looks at everything with the registry's own analysers. Reads and never runs;
 * it may take long or much on hostile input, so it is called in a thread that can be thrown away.
 */
export async function analysePackage(input: AnalyseInput, grammars: Grammars): Promise<Analysis> {
  const { files, about, limits } = input;
  const skill = { files, about, nested: openNested(files, limits) };
  return analyseSkill(skill, { grammars, budget: { leftMs: PARSING_MS } });
}
