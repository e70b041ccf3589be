import type { PackageFile } from "@gaia/archive";
import type { CanonicalSkill, Json } from "../../model/canonical.ts";
import { newReport } from "../../model/report.ts";
import type { Report } from "../../model/report.ts";
import type { PackageView, Written } from "../format.ts";
import { yamlText } from "../yaml-text.ts";
import type { Mapping } from "../yaml-text.ts";

export const SKILL_FILE = "SKILL.md";

/** Where a writer says what it could not keep. */
export interface Losses {
  target: string;
  report: Report;
  dropped(field: string): void;
  encoded(field: string, where: string): void;
  inferred(field: string, value: string, source: string): void;
  impossible(field: string): void;
  changed(message: string): void;
}

export function newLosses(skill: CanonicalSkill, target: string): Losses {
  const report = newReport();
  const place = { file: skill.provenance.manifestFile, line: null, column: null };
  return {
    target,
    report,
    dropped: (field) => report.note("SK9002", place, `${target} cannot hold ${field}; it was dropped.`),
    encoded: (field, where) => report.note("SK9003", place, `${field} was encoded into ${where}.`),
    inferred: (field, value, source) =>
      report.note("SK9007", place, `${field} = ${value} was inferred from ${source}.`),
    impossible: (field) => report.note("SK9004", place, `${target} requires ${field}, which this skill does not have.`),
    changed: (message) => report.note("SK9002", place, message),
  };
}

/**
 * The files of a package with its manifest replaced by a SKILL.md with this front matter. The body is the instructions, byte for byte; the
 * manifest that was read is left out, a `package.json` only loses its `skill`.
 */
export function writeSkillFile(skill: CanonicalSkill, pkg: PackageView, frontMatter: Mapping, losses: Losses): Written {
  if (losses.report.hasErrors)
    return { impossible: losses.report.diagnostics.filter(({ severity }) => severity === "error") };
  const { file, bodyStart } = skill.instructions;
  const body = pkg.find(file)?.bytes.subarray(bodyStart) ?? new Uint8Array();
  const head = new TextEncoder().encode(`---\n${yamlText(frontMatter)}---\n`);
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  return {
    files: [{ path: SKILL_FILE, bytes }, ...withoutManifest(skill, pkg.files)],
    losses: losses.report.diagnostics,
  };
}

/** What lies beside a new SKILL.md: without the old one and without the manifest that was read; a `package.json` only loses its `skill`. */
export function withoutManifest({ provenance }: CanonicalSkill, files: readonly PackageFile[]): PackageFile[] {
  return files.flatMap((one): PackageFile[] => {
    if (one.path.toLowerCase() === SKILL_FILE.toLowerCase()) return [];
    if (one.path !== provenance.manifestFile) return [one];
    return one.path === "package.json" ? [withoutSkill(one)] : [];
  });
}

function withoutSkill(file: PackageFile): PackageFile {
  try {
    const { skill: _, ...rest } = JSON.parse(new TextDecoder().decode(file.bytes)) as Mapping;
    return { path: file.path, bytes: new TextEncoder().encode(`${JSON.stringify(rest, null, 2)}\n`) };
  } catch {
    // It could be read before, so this is no manifest that anybody could misread either.
    return file;
  }
}

/** Puts a value at a JSON pointer, making mappings on the way. False, and nothing done, where something else is in the way. */
export function putAt(root: Mapping, pointer: string, value: Json): boolean {
  const keys = pointer
    .slice(1)
    .split("/")
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = keys.pop();
  let at: Json = root;
  for (const key of keys) {
    const next: Json | undefined = memberOf(at, key);
    if (next !== undefined) {
      at = next;
    } else {
      if (typeof at !== "object" || at === null || Array.isArray(at)) return false;
      at = at[key] = Object.create(null) as Mapping;
    }
  }
  if (last === undefined || typeof at !== "object" || at === null || Array.isArray(at)) return false;
  at[last] = value;
  return true;
}

function memberOf(value: Json, key: string): Json | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) return /^\d{1,5}$/.test(key) ? value[Number(key)] : undefined;
  return Object.hasOwn(value, key) ? value[key] : undefined;
}
