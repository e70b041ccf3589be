import { compareFindings, type DriverResult, type Finding, type ScannerReport } from "../finding.ts";
import { reportOf } from "../report-of.ts";
import { withSnippets } from "../snippet.ts";
import type { SkillUnderAnalysis } from "../view/skill-under-analysis.ts";
import { viewSkill } from "../view/skill-view.ts";
import type { AnalysisTools } from "./analyser.ts";
import { ANALYSERS } from "./analysers.ts";
import type { Fact } from "./fact.ts";

export interface Analysis {
  /** One for each of our own analysers, in their order. */
  scanners: ScannerReport[];
  findings: Finding[];
  /** What the code does, for the permissions. */
  facts: Fact[];
}

/**
 * Looks at a skill with the registry's own analysers. Reads, never runs; needs neither disk nor network. An analyser that
 * breaks or leaves something unread is `unscanned` with its reason; the others go on.
 */
export async function analyseSkill(skill: SkillUnderAnalysis, tools: AnalysisTools): Promise<Analysis> {
  const view = viewSkill(skill);
  const analysis: Analysis = { scanners: [], findings: [], facts: [] };
  for (const { name, rulesDigest, analyse } of ANALYSERS) {
    const { report, findings } = await reportOf(name, async (): Promise<DriverResult> => {
      const result = await analyse(view, tools);
      analysis.facts.push(...result.facts);
      return { findings: result.findings, problems: result.problems, version: VERSION, rulesDigest };
    });
    // What broke was ours, on this input: another run breaks again.
    analysis.scanners.push({ ...report, rules_digest: rulesDigest, version: VERSION, retryable: false });
    // Whoever carries an analyser's findings over to a later report finds them by this name.
    analysis.findings.push(...findings.map((finding) => ({ ...finding, scanner: name })));
  }
  const files = [...skill.files, ...skill.nested.flatMap((archive) => archive.files)];
  analysis.findings = withSnippets(analysis.findings.toSorted(compareFindings), files);
  return analysis;
}

/** Raised with what the analysers' code does with its rules. */
const VERSION = "1";
