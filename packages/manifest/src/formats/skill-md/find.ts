import { findFrontMatter } from "../../model/front-matter.ts";
import { checkManifestSize } from "../../model/find-manifest.ts";
import { recordNotes } from "../../model/report.ts";
import type { RecordedNotes } from "../../model/report.ts";
import { readSourceText } from "../../model/source-text.ts";
import type { SourceText } from "../../model/source-text.ts";
import { readYaml } from "../../model/yaml-tree.ts";
import type { MapTree } from "../../model/yaml-tree.ts";
import { byNameOnly } from "../format.ts";
import type { Detection, PackageView } from "../format.ts";

const ENDING = ".skill.md";

/** A `*.skill.md`, its front matter parsed once. `opened` null: it could not be, and `notes` say why. */
export interface SkillMdFile {
  path: string;
  bytes: Uint8Array;
  opened: { source: SourceText; root: MapTree; fenceAt: number; bodyStart: number } | null;
  notes: RecordedNotes;
}

const parsed = new WeakMap<PackageView, SkillMdFile | null>();

/** The one at the root of a package; null when there is none. More than one is SK1002 in its notes. */
export function findSkillMd(pkg: PackageView): SkillMdFile | null {
  const known = parsed.get(pkg);
  if (known !== undefined) return known;
  const found = parse(pkg);
  parsed.set(pkg, found);
  return found;
}

function parse(pkg: PackageView): SkillMdFile | null {
  const notes = recordNotes();
  const { report } = notes;
  const found = pkg.files.filter(({ path }) => !path.includes("/") && isSkillMdName(path));
  const file = found.find(({ path }) => path.endsWith(ENDING)) ?? found[0];
  if (file === undefined) return null;
  const place = { file: file.path, line: null, column: null };
  const other = found.find((one) => one !== file);
  if (other !== undefined) {
    const hint = "Keep one manifest: publish the others as packages of their own.";
    report.note("SK1002", place, `Both ${file.path} and ${other.path} are at the root of the package.`, { hint });
  }
  if (!file.path.endsWith(ENDING))
    report.note("SK1003", place, `The manifest is named ${file.path}.`, { hint: `End its name in ${ENDING}.` });
  const opened = (): SkillMdFile["opened"] => {
    const source = checkManifestSize(file, report) ? readSourceText(file.path, file.bytes, report) : null;
    const front = source && findFrontMatter(source, report);
    const root = source && front && readYaml(source, front.yamlStart, front.yamlEnd, report);
    return source && front && root && { source, root, fenceAt: front.fenceAt, bodyStart: front.bodyStart };
  };
  return { path: file.path, bytes: file.bytes, opened: opened(), notes };
}

/** `.skill.md` alone names nothing. */
function isSkillMdName(path: string): boolean {
  return path.length > ENDING.length && path.toLowerCase().endsWith(ENDING);
}

/**
 * The name and front matter say it. Front matter that cannot be read counts as well, so that nobody can hide a second manifest behind
 * an error; a page without any is documentation, whatever its name.
 */
export function detectSkillMd(pkg: PackageView): Detection | null {
  const file = findSkillMd(pkg);
  if (file === null) return null;
  if (file.notes.report.diagnostics.some(({ code }) => code === "SK2010")) return byNameOnly(file.path);
  return { manifestFile: file.path, confidence: file.opened === null ? 0.4 : 0.93 };
}
