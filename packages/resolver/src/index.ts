export { chooseVersion } from "./choose-version.ts";
export type { Candidate, Choice, PassedOverCode } from "./choose-version.ts";
export { type MinAge, parseMinAge, whyTooYoung } from "./min-age.ts";
export { compareVersions, parseRange, satisfies } from "./range.ts";
export type { Range } from "./range.ts";
export { ResolverError } from "./resolver-error.ts";
export type { ResolverErrorCode } from "./resolver-error.ts";
