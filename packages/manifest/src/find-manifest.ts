import type { Report } from "./report.ts";

/** A file of a package: `path` is NFC, `/`-separated, relative, without a leading `./`. */
export interface PackageFile {
  path: string;
  bytes: Uint8Array;
}

const MANIFEST_NAME = "SKILL.md";

/** Contract §5. */
const SIZE_LIMITS = { largeBytes: 64 * 1024, maxBytes: 256 * 1024 };

/** Whether `name`, a path at the package's root, is a manifest: `SKILL.md`, or a case variant of it, which `readSkill` then refuses. */
export function isManifestName(name: string): boolean {
  return name.toLowerCase() === MANIFEST_NAME.toLowerCase();
}

/** The manifest at the root of a package. Null when there is none, or one too large to read. */
export function findManifest(files: readonly PackageFile[], report: Report): PackageFile | null {
  const found = files.filter(({ path }) => isManifestName(path));
  const exact = found.find(({ path }) => path === MANIFEST_NAME);
  const manifest = exact ?? found[0];
  if (manifest === undefined) {
    const place = { file: MANIFEST_NAME, line: null, column: null };
    report.note("SK1001", place, "There is no SKILL.md at the root of the package.");
    return null;
  }
  const place = { file: manifest.path, line: null, column: null };
  const other = found.find((file) => file !== manifest);
  if (other !== undefined) {
    const message = `Both ${manifest.path} and ${other.path} are at the root of the package.`;
    report.note("SK1002", place, message);
  } else if (exact === undefined) {
    report.note("SK1003", place, `The manifest is named ${manifest.path}, not SKILL.md.`);
  }
  const { length } = manifest.bytes;
  if (length > SIZE_LIMITS.maxBytes) {
    const message = `${manifest.path} has ${length} bytes.`;
    report.note("SK1022", place, message, { fill: { max: "256 KiB" } });
    return null;
  }
  if (length > SIZE_LIMITS.largeBytes)
    report.note("SK1021", place, `${manifest.path} has ${length} bytes, more than 64 KiB.`);
  return manifest;
}
