import { createHash } from "node:crypto";
import type { SkillParts } from "../../model/blank-skill.ts";
import { describe, refuse } from "../../model/field-reader.ts";
import type { Fields, Reading } from "../../model/field-reader.ts";
import { checkManifestSize } from "../../model/find-manifest.ts";
import { readJsonTree } from "../../model/json-tree.ts";
import { recordNotes } from "../../model/report.ts";
import type { RecordedNotes, Report } from "../../model/report.ts";
import { readSourceText } from "../../model/source-text.ts";
import type { SourceText } from "../../model/source-text.ts";
import type { MapTree } from "../../model/yaml-tree.ts";
import { readGaiaBlock } from "../gaia-block/read-block.ts";
import type { PackageView } from "../format.ts";

/** A JSON file of a package, parsed once for whoever looks at it. `opened` null: it could not be parsed, and `notes` say why. */
export interface JsonFile {
  path: string;
  bytes: Uint8Array;
  opened: { source: SourceText; root: MapTree } | null;
  notes: RecordedNotes;
}

const parsed = new WeakMap<PackageView, Map<string, JsonFile | null>>();

/** The file as JSON; null when there is none. Parses at most once per view. */
export function findJsonFile(pkg: PackageView, path: string): JsonFile | null {
  const known = parsed.get(pkg) ?? new Map<string, JsonFile | null>();
  parsed.set(pkg, known);
  const before = known.get(path);
  if (before !== undefined) return before;
  const found = parseJsonFile(pkg, path);
  known.set(path, found);
  return found;
}

function parseJsonFile(pkg: PackageView, path: string): JsonFile | null {
  const file = pkg.find(path);
  if (file === null) return null;
  const notes = recordNotes();
  const source = checkManifestSize(file, notes.report) ? readSourceText(path, file.bytes, notes.report) : null;
  const root = source && readJsonTree(source, notes.report);
  return { path, bytes: file.bytes, opened: source && root && { source, root }, notes };
}

/** Opens the file for a reader: says what its parsing said. Null when it could not be parsed. */
export function startJsonReading(
  { bytes, opened, notes }: JsonFile,
  report: Report,
  parts: SkillParts,
): { reading: Reading; root: MapTree; sha256: string } | null {
  notes.replay(report);
  if (opened === null) return null;
  const { source, root } = opened;
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const reading = { source, report, startAt: root.at, extensions: parts.extensions, aliases: parts.aliases };
  return { reading, root, sha256 };
}

/** In JSON a text is written in quotes: SK3041 for the named fields that hold something else. */
export function expectTexts(reading: Reading, fields: Fields, names: readonly string[]): void {
  for (const name of names) {
    const field = fields.peek(name);
    if (field?.value.kind === "scalar" && typeof field.value.value !== "string")
      refuse(reading, field, "text in double quotes", describe(field.value));
  }
}

/**
 * What a format cannot hold itself, as GAIA has it below `metadata.gaia`. To be read first: what the format says itself then wins.
 * Extensions in it belong to another format; they are marked as inferred, so that they are carried on and never written as this format's
 * own keys.
 */
export function readCarriedBlock(pkg: PackageView, reading: Reading, fields: Fields, parts: SkillParts): void {
  const field = fields.take("gaia");
  if (field === null) return;
  if (field.value.kind !== "map") {
    refuse(reading, field, "a mapping", describe(field.value));
    return;
  }
  readGaiaBlock(reading, { field, map: field.value }, parts, { skillName: null, pkg });
  for (const [pointer, kept] of Object.entries(parts.extensions))
    if (!pointer.startsWith(`${field.pointer}/`)) kept.origin = { ...kept.origin, how: "inferred" };
}

/** The report without remarks on unknown fields, for files in which many are to be expected. */
export function withoutUnknownFields(report: Report): Report {
  return {
    mode: report.mode,
    note(code, ...rest) {
      if (code !== "SK3040" && code !== "SK3047") report.note(code, ...rest);
    },
    get diagnostics() {
      return report.diagnostics;
    },
    get hasErrors() {
      return report.hasErrors;
    },
  };
}
