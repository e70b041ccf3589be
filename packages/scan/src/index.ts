// The door for whoever speaks of scans and makes none: nothing that looks at a skill is loaded with it.
export { ADVISORY_GAPS } from "./drivers/advisory-gaps.ts";
export { type Analysis, joinParts } from "./analysis/join-parts.ts";
export { ANALYSER_NAMES, BEYOND_ANALYSERS, OUTSIDE_SCANNERS, type OutsideScanner } from "./scanner-names.ts";
