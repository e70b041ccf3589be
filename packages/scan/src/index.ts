export { ADVISORY_GAPS } from "./drivers/advisory-gaps.ts";
export { type Analysis, analyseSkill, joinParts } from "./analysis/analyse-skill.ts";
export { ANALYSER_NAMES } from "./analysis/analysers.ts";
export { OUTSIDE_SCANNERS, type OutsideScanner, type ScanResult, type ScanSkill, scanSkill } from "./scan-skill.ts";
export { type JudgedRequirement, judgeRequirement } from "./requirements/judge-requirement.ts";
export { installsIn, type NamedInstall } from "./dependencies/named-installs.ts";
