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
  Tier,
} from "./canonical.ts";
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
export { wrapOpenClaw } from "./code/wrap-openclaw.ts";
export type { WrappedTool, Wrapper } from "./code/wrap-openclaw.ts";
export { convertSkill, writeSkill } from "./convert-skill.ts";
export type { Conversion, ConvertOptions } from "./convert-skill.ts";
export { detectFormats } from "./detect-formats.ts";
export type { DetectedFormat } from "./detect-formats.ts";
export { DIAGNOSTIC_CODES } from "./diagnostic-codes.ts";
export type { DiagnosticCode, Severity } from "./diagnostic-codes.ts";
export { diagnosticOfArchive } from "./elsewhere-codes.ts";
export { addDescription } from "./edit/add-description.ts";
export type { AddedDescription } from "./edit/add-description.ts";
export { applyEdits } from "./edit/edit.ts";
export type { Edit, RenameEdit, TextEdit } from "./edit/edit.ts";
export { fixAll } from "./edit/fix-all.ts";
export type { FixedFiles } from "./edit/fix-all.ts";
export { FIXABLE_CODES, fixesFor } from "./edit/fixes-for.ts";
export { migrateFiles } from "./edit/migrate-files.ts";
export type { MigratedFiles, MigrateFilesOptions } from "./edit/migrate-files.ts";
export { styleDiagnostics } from "./edit/style-rules.ts";
export { isManifestName } from "./find-manifest.ts";
export type { PackageFile } from "./find-manifest.ts";
export { formatFiles } from "./format-text.ts";
export type { FormattedFiles } from "./format-text.ts";
export { checkAriaSet } from "./formats/aria-2/check-set.ts";
export type { AriaMember } from "./formats/aria-2/check-set.ts";
export { parsePermission, PERMISSION_LEVELS, permissionText } from "./permission.ts";
export type { ParsedPermission } from "./permission.ts";
export { checkProfile } from "./profiles/check-profile.ts";
export type { ProfileOptions } from "./profiles/check-profile.ts";
export { readSkill } from "./read-skill.ts";
export type { ReadSkillOptions, SkillReading } from "./read-skill.ts";
export type { Diagnostic, Mode } from "./report.ts";
export { requirementsText } from "./requirements-text.ts";
export type { RequirementLine } from "./requirements-text.ts";
export { isSkillName, reservedPrefix } from "./skill-name.ts";
export { isVersion, isVersionRange } from "./skill-version.ts";
