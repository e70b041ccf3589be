import { basename } from "node:path";
import { readFile, stat } from "node:fs/promises";
import { ArchiveError, atSkillRoot, DEFAULT_LIMITS, type PackageFile, readArchive, writeZip } from "@gaia/archive";
import { diagnosticOfArchive, isManifestName, readSkill, type SkillReading } from "@gaia/manifest";
import { CliError, EXIT, notFound, type ProblemError } from "../failures/failures.ts";
import { isWithoutVersion, VERSION_HINT } from "../failures/hints.ts";
import { isMissing } from "@gaia/install/installed";
import { ensureAuthorDirectory } from "./skill-directory.ts";

/** A package on the author's disk: `upload` is what publish sends, `files` what it holds with the skill at the root. */
export interface AuthorPackage {
  files: PackageFile[];
  upload: { bytes: Uint8Array; mediaType: "application/zip" | "application/gzip" };
  /** What the author's rules leave out of a directory, and the file they stand in; null: nothing. */
  leftOut: { paths: readonly string[]; rulesFrom: string } | null;
  /** What a system left among the files: no part of the skill. */
  ignored: readonly string[];
  /** Of a directory: what no package will keep, and what is sent although git ignores it. */
  notes: readonly ProblemError[];
}

/** Reads a directory, one `*.skill.md`, or an archive as it is. Throws exit 3 when nothing is there, exit 4 for what no package may be. */
export async function readAuthorPackage(path: string): Promise<AuthorPackage> {
  const found = await stat(path).catch((error: unknown) => {
    if (isMissing(error)) throw notFound(`There is no ${path}`);
    throw error;
  });
  return inArchiveWords(async () => {
    if (found.isDirectory()) {
      const { files, leftOut: paths, leavingOut, ignored, notes } = await ensureAuthorDirectory(path);
      const leftOut =
        paths.length === 0 || leavingOut.rulesFrom === null ? null : { paths, rulesFrom: leavingOut.rulesFrom };
      const upload = { bytes: writeZip(files), mediaType: "application/zip" } as const;
      return { files, upload, leftOut, ignored, notes };
    }
    if (found.size > DEFAULT_LIMITS.packedBytes)
      throw new CliError(
        EXIT.refused,
        "package_too_large",
        `${path} is larger than ${DEFAULT_LIMITS.packedBytes} bytes`,
      );
    const bytes = new Uint8Array(await readFile(path));
    if (/.\.skill\.md$/i.test(path)) {
      const files = [{ path: basename(path).normalize("NFC"), bytes }];
      return {
        files,
        upload: { bytes: writeZip(files), mediaType: "application/zip" },
        leftOut: null,
        ignored: [],
        notes: [],
      };
    }
    const archive = readArchive(bytes);
    const mediaType = archive.kind === "zip" ? "application/zip" : "application/gzip";
    // The registry says itself, of the archive as it is sent, what it ignores in it.
    const { files, ignored } = atSkillRoot(archive.files, isManifestName);
    return { files, upload: { bytes, mediaType }, leftOut: null, ignored, notes: [] };
  });
}

/** The name and version that a package states, for signing and for `digest`. Throws `invalid_manifest` (exit 4) with every diagnostic. */
export function ensureIdentity(
  files: readonly PackageFile[],
  version: string | undefined,
): { name: string; version: string } {
  const { skill, diagnostics } = readSkill(files, { version });
  if (skill !== null) return { name: skill.name.value, version: skill.version.value };
  throw new CliError(EXIT.refused, "invalid_manifest", "The manifest cannot be read as a skill", {
    errors: diagnostics,
    hint: diagnostics.some(isWithoutVersion) ? VERSION_HINT : null,
  });
}

/**
 * What validation says: the reader's diagnostics and the limits of an archive, by writing one and reading it back. What the two say alike
 * is said once, and by its diagnostic's code.
 */
export function validateFiles(
  files: readonly PackageFile[],
  version?: string,
): SkillReading & { errors: ProblemError[] } {
  const reading = readSkill(files, { version, limits: DEFAULT_LIMITS });
  const errors: ProblemError[] = [];
  try {
    if (files.length > 0) readArchive(writeZip(files));
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    const known = diagnosticOfArchive(error.code);
    if (!reading.diagnostics.some(({ code, severity }) => code === known?.code && severity === "error"))
      errors.push({
        code: known?.code ?? error.code,
        severity: "error",
        file: error.path,
        line: null,
        column: null,
        message: error.message,
        hint: known?.hint ?? null,
      });
  }
  return { ...reading, errors };
}

/** Runs `work`, with what the archive room refuses told as `invalid_package` (exit 4). */
export async function inArchiveWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    const code = error.isSizeLimit ? "package_too_large" : "invalid_package";
    throw new CliError(EXIT.refused, code, `The package is refused: ${error.message}`, { cause: error });
  }
}
