export { type Analysis, analyseSkill } from "./analysis/analyse-skill.ts";
export type { AnalysisTools } from "./analysis/analyser.ts";
export type { Fact } from "./analysis/fact.ts";
export type { NestedArchive, SkillUnderAnalysis } from "./view/skill-under-analysis.ts";
export { type ScanResult, type ScanSkill, scanSkill } from "./scan-skill.ts";
export type { Category, Confidence, Finding, ScannerReport, Severity } from "./finding.ts";
export type { Command, CommandResult, PackageFile, Run, Scanners } from "./run.ts";
export { type JudgedRequirement, judgeRequirement } from "./requirements/judge-requirement.ts";
export { withSnippets } from "./snippet.ts";
