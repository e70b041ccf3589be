export { type ScanResult, type ScanSkill, scanSkill } from "./scan-skill.ts";
export type { Category, Confidence, Finding, ScannerReport, Severity } from "./finding.ts";
export type { Command, CommandResult, PackageFile, Run, Scanners } from "./run.ts";
export { type JudgedRequirement, judgeRequirement } from "./requirements/judge-requirement.ts";
