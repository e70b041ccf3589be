import type { PackageFile } from "@gaia/archive";
import type { Report } from "./report.ts";

/** What `findManifest` found. `isReadable` false: it is too large to be parsed. */
export type FoundManifest = PackageFile & { isReadable: boolean };

const MANIFEST_NAME = "SKILL.md";

/** Contract §5. */
const SIZE_LIMITS = { largeBytes: 64 * 1024, maxBytes: 256 * 1024 };

/** What names a manifest of some format in whole; a `*.skill.md` is one too. */
const OTHER_MANIFEST_NAMES = ["skill.json", "miaos.skill.json", "package.json"];

/**
 * Whether `name`, a path at the package's root, can be a manifest: `SKILL.md` in any case (`readSkill` refuses the variants), or the
 * manifest of another format. A `package.json` may turn out to have no `skill`.
 */
export function isManifestName(name: string): boolean {
  // What macOS keeps beside a file has the name of the file in its own.
  if (name.includes("/") || name.startsWith("._")) return false;
  const lower = name.toLowerCase();
  return lower === "skill.md" || lower.endsWith(".skill.md") || OTHER_MANIFEST_NAMES.includes(name);
}

function isSkillMd(path: string): boolean {
  return path.length === MANIFEST_NAME.length && path.toLowerCase() === "skill.md";
}

/** The SKILL.md at the root of a package. Null when there is none. */
export function findManifest(files: readonly PackageFile[], report: Report): FoundManifest | null {
  const found = files.filter(({ path }) => isSkillMd(path));
  const exact = found.find(({ path }) => path === MANIFEST_NAME);
  const manifest = exact ?? found[0];
  if (manifest === undefined) return null;
  const place = { file: manifest.path, line: null, column: null };
  const other = found.find((file) => file !== manifest);
  if (other !== undefined) {
    const message = `Both ${manifest.path} and ${other.path} are at the root of the package.`;
    report.note("SK1002", place, message);
  } else if (exact === undefined) {
    report.note("SK1003", place, `The manifest is named ${manifest.path}, not SKILL.md.`);
  }
  const isReadable = checkManifestSize(manifest, report);
  return { ...manifest, isReadable };
}

/** Contract §5, for the manifest of any format: false, and SK1022, when it is too large to be read. */
export function checkManifestSize({ path, bytes }: PackageFile, report: Report): boolean {
  const place = { file: path, line: null, column: null };
  const { length } = bytes;
  if (length > SIZE_LIMITS.maxBytes) {
    report.note("SK1022", place, `${path} has ${length} bytes.`, { fill: { max: "256 KiB" } });
    return false;
  }
  if (length > SIZE_LIMITS.largeBytes) report.note("SK1021", place, `${path} has ${length} bytes, more than 64 KiB.`);
  return true;
}
