import { createHash } from "node:crypto";
import type { Sourced } from "../../model/canonical.ts";
import type { Reading } from "../../model/field-reader.ts";
import { findManifest } from "../../model/find-manifest.ts";
import { findFrontMatter, findTitle } from "../../model/front-matter.ts";
import { recordNotes } from "../../model/report.ts";
import type { RecordedNotes, Report } from "../../model/report.ts";
import { readSourceText } from "../../model/source-text.ts";
import type { SourceText } from "../../model/source-text.ts";
import { readYaml } from "../../model/yaml-tree.ts";
import type { MapTree } from "../../model/yaml-tree.ts";
import type { PackageView } from "../format.ts";
import type { ManifestText } from "../manifest-text.ts";

/** A SKILL.md, parsed once for all formats that live in one. `opened` null: nothing could be parsed, and `notes` say why. */
export interface SkillFile {
  path: string;
  bytes: Uint8Array;
  opened: { source: SourceText; root: MapTree; fenceAt: number; bodyStart: number } | null;
  /** The whole text, where it has no front matter: an import takes it for the body. */
  bare: SourceText | null;
  notes: RecordedNotes;
}

const parsed = new WeakMap<PackageView, SkillFile | null>();

/** The SKILL.md at the root of a package; null when there is none. Parses at most once per view. */
export function findSkillFile(pkg: PackageView): SkillFile | null {
  const known = parsed.get(pkg);
  if (known !== undefined) return known;
  const found = parseSkillFile(pkg);
  parsed.set(pkg, found);
  return found;
}

function parseSkillFile(pkg: PackageView): SkillFile | null {
  const notes = recordNotes();
  const manifest = findManifest(pkg.files, notes.report);
  if (manifest === null) return null;
  const { path, bytes, isReadable } = manifest;
  const source = isReadable ? readSourceText(path, bytes, notes.report) : null;
  const front = source && findFrontMatter(source, notes.report);
  const root = source && front && readYaml(source, front.yamlStart, front.yamlEnd, notes.report);
  const opened = root && { source, root, fenceAt: front.fenceAt, bodyStart: front.bodyStart };
  return { path, bytes, opened, bare: front === null ? source : null, notes };
}

/**
 * Opens the SKILL.md for a reader: says what its parsing said, and gives what field readers need. Null when it could not be parsed; at
 * import one without front matter has no fields, and is all body.
 */
export function startReading(pkg: PackageView, report: Report): { reading: Reading; manifest: ManifestText } | null {
  const file = findSkillFile(pkg);
  if (file === null) return null;
  file.notes.replay(report);
  const opened = file.opened ?? (report.mode === "import" && file.bare !== null ? allBody(file.bare) : null);
  if (opened === null) return null;
  const { source, root, fenceAt, bodyStart } = opened;
  const sha256 = createHash("sha256").update(file.bytes).digest("hex");
  const reading: Reading = { source, report, startAt: fenceAt, extensions: {}, folder: pkg.folder };
  return { reading, manifest: { root, bodyStart, sha256 } };
}

function allBody(source: SourceText): NonNullable<SkillFile["opened"]> {
  return { source, root: { kind: "map", at: 0, entries: new Map() }, fenceAt: 0, bodyStart: 0 };
}

/** The first heading of the body; what is missing there is reported. */
export function readTitle(reading: Reading, { bodyStart }: ManifestText): Sourced<string> | null {
  const { report, source } = reading;
  const place = source.placeAt(bodyStart);
  if (source.text.slice(bodyStart).trim() === "") {
    report.note("SK7001", place, "There is nothing after the front matter.");
    return null;
  }
  const title = findTitle(source.text, bodyStart);
  if (title === null) report.note("SK7004", place, "The body has no level-1 heading.");
  return title && { value: title.title, origin: { ...source.placeAt(title.offset), how: "inferred" } };
}
