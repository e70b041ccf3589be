export type {
  CanonicalRequirements,
  CanonicalSkill,
  CanonicalTool,
  DeclaredPermission,
  InferredPermission,
  Json,
  JsonSchema,
  Origin,
  Permission,
  SourceFormat,
  Sourced,
  Tier,
} from "./canonical.ts";
export { DIAGNOSTIC_CODES } from "./diagnostic-codes.ts";
export type { DiagnosticCode, Severity } from "./diagnostic-codes.ts";
export { isManifestName } from "./find-manifest.ts";
export type { PackageFile } from "./find-manifest.ts";
export { parsePermission, PERMISSION_LEVELS, permissionText } from "./permission.ts";
export type { ParsedPermission } from "./permission.ts";
export { readSkill } from "./read-skill.ts";
export type { SkillReading } from "./read-skill.ts";
export type { Diagnostic } from "./report.ts";
export { requirementsText } from "./requirements-text.ts";
export type { RequirementLine } from "./requirements-text.ts";
export { isSkillName, reservedPrefix } from "./skill-name.ts";
export { isVersion, isVersionRange } from "./skill-version.ts";
