import { isDeepStrictEqual } from "node:util";
import type { CanonicalSkill, SourceFormat } from "./model/canonical.ts";
import type { DetectedFormat } from "./detect-formats.ts";
import type { PackageView } from "./formats/format.ts";
import { readerOf } from "./formats/known/registry.ts";
import { permissionText } from "./model/permission.ts";
import { newReport, quoted } from "./model/report.ts";
import type { Report } from "./model/report.ts";

/** Formats that one file can have at once, each read by another runtime. */
const CLAIMS: readonly SourceFormat[] = ["gaia", "gaia-0.1", "openclaw-draft"];

/** Formats in which a skill without tools says nothing about tools. */
const TOOLLESS: readonly SourceFormat[] = ["agent-skills", "openclaw"];

/**
 * Whether everything in a package that can be read as its manifest says the same: a scanner and a runtime must never read different
 * ones. Names (aliases count), declared versions, tools and declared permissions are compared; what one format cannot say is no
 * disagreement.
 */
export function checkAgreement(
  pkg: PackageView,
  skill: CanonicalSkill,
  detected: readonly DetectedFormat[],
  report: Report,
): void {
  const { format, manifestFile } = skill.provenance;
  const seen = new Set([manifestFile]);
  for (const other of detected) {
    if (other.format === format || other.byNameOnly) continue;
    // In the same file only a format that makes claims of its own can be read apart.
    const isSameFile = other.manifestFile === manifestFile;
    if (isSameFile ? !CLAIMS.includes(other.format) : seen.has(other.manifestFile)) continue;
    seen.add(other.manifestFile);
    compareWith(pkg, skill, other, report);
  }
}

function compareWith(pkg: PackageView, skill: CanonicalSkill, other: DetectedFormat, report: Report): void {
  const { manifestFile } = skill.provenance;
  const place = { file: other.manifestFile, line: null, column: null };
  const own = newReport("import");
  const second = readerOf(other.format)?.read(pkg, other.manifestFile, { version: undefined }, own) ?? null;
  // Aria's SKILL.md is documentation: without front matter no reader takes it for a manifest.
  const isPlain = own.diagnostics.some(({ code }) => code === "SK2010");
  if (isPlain && skill.provenance.format === "aria-2") return;
  if (second === null || own.hasErrors || isPlain) {
    // Beside the format that can be read, nobody reads the same file as one that cannot.
    if (other.manifestFile === manifestFile) return;
    // A file that cannot be read as a manifest may still be one to somebody.
    const message = `${other.manifestFile} looks like a manifest too (${other.format}), and cannot be read.`;
    report.note("SK1002", place, message);
    return;
  }
  for (const field of disagreements(skill, second)) {
    const both = manifestFile === other.manifestFile ? `As ${other.format}, ${manifestFile}` : other.manifestFile;
    const message =
      `${both} describes this skill too, and disagrees with ${skill.provenance.format} in ` +
      `${quoted(manifestFile)} on its ${field}.`;
    report.note("SK1002", place, message);
  }
}

function disagreements(a: CanonicalSkill, b: CanonicalSkill): string[] {
  const found: string[] = [];
  if (!namesOf(a).some((name) => namesOf(b).includes(name))) found.push("name");
  const [one, two] = [a.version, b.version].map(({ value, origin }) => (origin.how === "declared" ? value : null));
  if (one !== null && two !== null && one !== two) found.push("version");
  const speakOfTools = [a, b].every(
    ({ tools, provenance }) => tools.length > 0 || !TOOLLESS.includes(provenance.format),
  );
  if (speakOfTools && !isDeepStrictEqual(toolNames(a), toolNames(b))) found.push("tools");
  const [left, right] = [a, b].map(declaredTexts);
  if (left !== null && right !== null && !isDeepStrictEqual(left, right)) found.push("permissions");
  return found;
}

function namesOf({ name, aliases }: CanonicalSkill): string[] {
  return [name, ...aliases].map(({ value }) => value.toLowerCase());
}

function toolNames({ tools }: CanonicalSkill): string[] {
  return tools.map(({ name }) => name).toSorted();
}

function declaredTexts({ permissions }: CanonicalSkill): string[] | null {
  return permissions.declared?.map(permissionText).toSorted() ?? null;
}
