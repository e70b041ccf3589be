export { chooseVersion, heldReason } from "./choose-version.ts";
export type { Candidate, Choice, LeastTier, Requirement } from "./choose-version.ts";
export { type MinAge, parseMinAge, whyTooYoung } from "./min-age.ts";
export { COMPARATORS, compareVersions, isRange, parseRange, satisfies } from "./range.ts";
export type { Range } from "./range.ts";
export { resolve } from "./resolve.ts";
export type { Resolution, SkillSource } from "./plan.ts";
export { ResolverError } from "./resolver-error.ts";
