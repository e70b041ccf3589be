import type { PackageFile } from "@gaia/archive";
import { checkAgreement } from "./agree.ts";
import type { CanonicalSkill, SourceFormat } from "./model/canonical.ts";
import { detectFormatsIn } from "./detect-formats.ts";
import type { DetectedFormat } from "./detect-formats.ts";
import type { GivenVersion } from "./fields/identity.ts";
import { packageView } from "./formats/format.ts";
import type { PackageView } from "./formats/format.ts";
import { readerOf } from "./formats/known/registry.ts";
import { checkPackage } from "./package/check-package.ts";
import type { PackageLimits } from "./package/package-limits.ts";
import { newReport } from "./model/report.ts";
import type { Diagnostic, Mode } from "./model/report.ts";

export interface SkillReading {
  /** Null exactly when `diagnostics` holds an error. */
  skill: CanonicalSkill | null;
  /** Null when there is no manifest to read. */
  format: SourceFormat | null;
  /** Everything there is to say, in the order of the file. */
  diagnostics: Diagnostic[];
}

export interface ReadSkillOptions {
  /** The version given at publish: it fills a missing one and must equal one that is written. */
  version?: string | undefined;
  /** The version of a manifest that says none; one that says any keeps its own. Without effect where `version` is given. */
  defaultVersion?: string | undefined;
  /** Read it as this format, whatever it looks like. */
  format?: SourceFormat | undefined;
  /** `publish` unless said. */
  mode?: Mode | undefined;
  /** The name of the folder that the package lies in: at import, that of a skill without a name. */
  folder?: string | undefined;
  /** What a package may hold, for files that no archive reader has judged yet. */
  limits?: PackageLimits | undefined;
}

/**
 * Reads the skill in a set of files: finds out which format it has and reduces it to the canonical model. Pure and bounded: never throws,
 * whatever the bytes are, and takes time linear to the manifest, which has at most 256 KiB.
 */
export function readSkill(files: readonly PackageFile[], options: ReadSkillOptions = {}): SkillReading {
  const report = newReport(options.mode);
  const pkg = packageView(files, options.folder ?? null);
  const detected = detectFormatsIn(pkg);
  const { format } = options;
  const best =
    format === undefined ? detected[0] : (detected.find((one) => one.format === format) ?? asked(pkg, format));
  const reader = best && readerOf(best.format);
  if (best === undefined || reader == null) {
    const place = { file: "SKILL.md", line: null, column: null };
    const what = format === undefined ? "no manifest" : `no manifest of the format ${format}`;
    report.note("SK1001", place, `There is ${what} at the root of the package.`);
    checkPackage(pkg, { skill: null, manifestFile: null, limits: options.limits ?? null }, report);
    return { skill: null, format: null, diagnostics: report.diagnostics };
  }
  const read = reader.read(pkg, best.manifestFile, { version: givenVersion(options) }, report);
  if (read !== null) {
    checkAgreement(pkg, read, detected, report);
  } else if (!report.hasErrors) {
    // At import much is only a warning; without a name or a description there is still no skill.
    const place = { file: best.manifestFile, line: null, column: null };
    const message = "A field that no skill is without could not be read.";
    report.note("SK3041", place, message, { severity: "error", hint: "See the other remarks on this file." });
  }
  checkPackage(pkg, { skill: read, manifestFile: best.manifestFile, limits: options.limits ?? null }, report);
  // What has an error is not handed on, so that nobody can publish it by forgetting to look.
  const skill = report.hasErrors ? null : read;
  return { skill, format: best.format, diagnostics: report.diagnostics };
}

function givenVersion({ version, defaultVersion }: ReadSkillOptions): GivenVersion | undefined {
  if (version !== undefined) return { value: version, fillsGap: false };
  return defaultVersion === undefined ? undefined : { value: defaultVersion, fillsGap: true };
}

function asked(pkg: PackageView, format: SourceFormat): DetectedFormat | undefined {
  const manifestFile = readerOf(format)?.manifestOf?.(pkg) ?? null;
  return manifestFile === null ? undefined : { format, manifestFile, confidence: 0 };
}
