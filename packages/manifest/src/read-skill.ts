import { createHash } from "node:crypto";
import type { CanonicalSkill, SourceFormat } from "./canonical.ts";
import type { Reading } from "./field-reader.ts";
import { findManifest } from "./find-manifest.ts";
import type { PackageFile } from "./find-manifest.ts";
import { detectFormat } from "./formats/detect.ts";
import { findFrontMatter } from "./front-matter.ts";
import { newReport } from "./report.ts";
import type { Diagnostic, Report } from "./report.ts";
import { readSourceText } from "./source-text.ts";
import { readYaml } from "./yaml-tree.ts";

export interface SkillReading {
  /** Null exactly when `diagnostics` holds an error. */
  skill: CanonicalSkill | null;
  /** Null when there is no manifest to read. */
  format: SourceFormat | null;
  /** Everything there is to say, in the order of the file. */
  diagnostics: Diagnostic[];
}

/**
 * Reads the skill in a set of files (spec §2, §3): finds the manifest at the root and reduces it to the canonical model.
 * Pure and bounded: never throws, whatever the bytes are, and takes time linear to the manifest, which has at most 256 KiB.
 *
 * `options.version` is the version given at publish: it fills a missing one and must equal one that is written.
 */
export function readSkill(files: readonly PackageFile[], options: { version?: string | undefined } = {}): SkillReading {
  const report = newReport();
  const manifest = findManifest(files, report);
  if (manifest === null) return { skill: null, format: null, diagnostics: report.diagnostics };
  const read = readManifest(manifest, options.version, report);
  // What has an error is not handed on, so that nobody can publish it by forgetting to look.
  const skill = report.hasErrors ? null : read.skill;
  return { skill, format: read.format, diagnostics: report.diagnostics };
}

function readManifest(
  { path, bytes }: PackageFile,
  version: string | undefined,
  report: Report,
): { skill: CanonicalSkill | null; format: SourceFormat } {
  const unread = { skill: null, format: "gaia-0.1" } as const;
  const source = readSourceText(path, bytes, report);
  if (source === null) return unread;
  const front = findFrontMatter(source, report);
  if (front === null) return unread;
  const root = readYaml(source, front.yamlStart, front.yamlEnd, report);
  if (root === null) return unread;
  const manifest = {
    root,
    bodyStart: front.bodyStart,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  };
  const reading: Reading = { source, report, startAt: front.fenceAt, extensions: {} };
  const { format, read } = detectFormat(manifest);
  return { format, skill: read(reading, manifest, { version }) };
}
