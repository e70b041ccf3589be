export type {
  CanonicalSkill,
  CanonicalTool,
  Implementation,
  Json,
  JsonSchema,
  SourceFormat,
  Sourced,
} from "./model/canonical.ts";
export { FORMATS } from "./model/canonical.ts";
export { ariaCatalog, miaosCatalog } from "./catalogs.ts";
export { checkAriaLayers } from "./code/check-aria.ts";
export type { AriaSkill } from "./code/check-aria.ts";
export { checkCode } from "./code/check-code.ts";
export { checkToolsPy } from "./code/check-tools-py.ts";
export { loadParsers } from "./code/parsers.ts";
export type { Parsers } from "./code/parsers.ts";
export { convertSkill, writeSkill } from "./convert-skill.ts";
export { describeSkill, type SkillDescription } from "./describe-skill.ts";
export { detectFormats } from "./detect-formats.ts";
export { DIAGNOSTIC_CODES } from "./model/diagnostic-codes.ts";
export type { DiagnosticCode } from "./model/diagnostic-codes.ts";
export {
  diagnosticOfArchive,
  directorySignatureDiagnostic,
  ignoredFilesDiagnostics,
  pluginDiagnostic,
} from "./elsewhere-codes.ts";
export { type ComparedVersion, versionDifference } from "./difference/version-difference.ts";
export { findSkillPlaces, isLooseSkill, NEVER_PACKED } from "./finding/find-skills.ts";
export { fromFolder, IGNORE_FILE, type Ignores, readIgnoreRules } from "./finding/skill-ignore.ts";
export { findTool } from "./find-tool.ts";
export { changedBy, findLoaderCases, isWarning, loaderEffects, refusedBy } from "./loaders/find-loader-cases.ts";
export { type LoaderId, readersOf } from "./loaders/loaders.ts";
export { readLicenseText } from "./model/license.ts";
export { isManifestName } from "./model/find-manifest.ts";
export { checkAriaSet } from "./formats/aria-2/check-set.ts";
export { parsePermission, PERMISSION_LEVELS, permissionText } from "./model/permission.ts";
export { type AgentManifest, readAgentManifest } from "./read-agent.ts";
export { permissionFindings } from "./permissions/permission-findings.ts";
export { usesOf } from "./permissions/uses-of.ts";
export { readSkill } from "./read-skill.ts";
export type { ReadSkillOptions, SkillReading } from "./read-skill.ts";
export type { Diagnostic, Mode } from "./model/report.ts";
export { isPlainSkill } from "./plain-skill.ts";
export { type LeftOut, leftOutOf, leftOutText } from "./plugins/left-out.ts";
export { LIST_FILES, PLUGIN_FILES, readPlugin, takeApart } from "./plugins/take-apart.ts";
export { portableCopy } from "./portable-copy.ts";
export { requirementsText } from "./package/requirements-text.ts";
export { reservedPrefix } from "./model/skill-name.ts";
export { stampTier } from "./stamp-tier.ts";
export { isVersion } from "./model/skill-version.ts";
