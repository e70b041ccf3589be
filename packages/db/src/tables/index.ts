export { advisories, advisoryPackages, versionDependencies } from "./advisories.ts";
export { accounts, memberships, publishers, signingKeys, tokens } from "./identity.ts";
export { artifacts, downloadsDaily, files, listingCounts, listings, purges, skills, versions } from "./catalog.ts";
export { attestations, auditLog, findings, inspections, promotions, signatures, signerChanges } from "./judgement.ts";
export type {
  AffectedVersions,
  Dependency,
  Looked,
  Progress,
  RangeEvent,
  ResolvedDependencies,
} from "./json-columns.ts";
export { logCheckpoints, logLeaves, logOrigin } from "./log.ts";
export { registryKeys, type RegistryKeyState } from "./registry-keys.ts";
export { notices, rescanItems, rescans } from "./rescans.ts";
