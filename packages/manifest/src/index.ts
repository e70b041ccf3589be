export type {
  CanonicalRequirements,
  CanonicalSkill,
  CanonicalTool,
  DeclaredPermission,
  InferredPermission,
  Discovery,
  Implementation,
  Json,
  JsonSchema,
  Origin,
  Os,
  Permission,
  RequiredEnv,
  RequiredPackage,
  Runtime,
  SourceFormat,
  Sourced,
} from "./model/canonical.ts";
export { FORMATS } from "./model/canonical.ts";
export { ariaCatalog, miaosCatalog } from "./catalogs.ts";
export type { AriaCatalogEntry, AriaCatalogSource, MiaosCatalogEntry, MiaosCatalogSource } from "./catalogs.ts";
export { checkAriaCode, checkAriaLayers } from "./code/check-aria.ts";
export type { AriaSkill } from "./code/check-aria.ts";
export { checkCode } from "./code/check-code.ts";
export { checkToolsPy } from "./code/check-tools-py.ts";
export { checkTypeScript } from "./code/check-typescript.ts";
export type { CodePlace } from "./code/check-typescript.ts";
export { loadParsers } from "./code/parsers.ts";
export type { Budget, Parsers } from "./code/parsers.ts";
export { convertSkill, writeSkill } from "./convert-skill.ts";
export type { Conversion, ConvertOptions } from "./convert-skill.ts";
export { describeSkill, type SkillDescription } from "./describe-skill.ts";
export { detectFormats } from "./detect-formats.ts";
export type { DetectedFormat } from "./detect-formats.ts";
export { DIAGNOSTIC_CODES } from "./model/diagnostic-codes.ts";
export type { DiagnosticCode, Severity } from "./model/diagnostic-codes.ts";
export { diagnosticOfArchive, directorySignatureDiagnostic } from "./elsewhere-codes.ts";
export { isManifestName } from "./model/find-manifest.ts";
export { checkAriaSet } from "./formats/aria-2/check-set.ts";
export type { AriaMember } from "./formats/aria-2/check-set.ts";
export { parsePermission, PERMISSION_LEVELS, permissionText } from "./model/permission.ts";
export type { ParsedPermission } from "./model/permission.ts";
export { type AgentManifest, readAgentManifest } from "./read-agent.ts";
export { permissionFindings } from "./permissions/permission-findings.ts";
export { usesOf } from "./permissions/uses-of.ts";
export { readSkill } from "./read-skill.ts";
export type { ReadSkillOptions, SkillReading } from "./read-skill.ts";
export type { Diagnostic, Mode } from "./model/report.ts";
export { requirementsText } from "./package/requirements-text.ts";
export type { RequirementLine } from "./package/requirements-text.ts";
export { isSkillName, reservedPrefix } from "./model/skill-name.ts";
export { isVersion } from "./model/skill-version.ts";
