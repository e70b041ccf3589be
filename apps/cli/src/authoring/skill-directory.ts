import { join, sep } from "node:path";
import { DEFAULT_LIMITS, isReservedPath, isSystemJunk, type PackageFile, RESERVED_FILES } from "@gaia/archive";
import { IGNORE_FILE, ignoredFilesDiagnostics, isManifestName, NEVER_PACKED } from "@gaia/manifest";
import { CliError, EXIT, notFound, type ProblemError } from "../failures/failures.ts";
import { type FoundFiles, isBill, kindOf, readFiles, readRegularFile } from "@gaia/install/installed";
import { ignoredByGit, type LeavingOut, readLeavingOut } from "./leaving-out.ts";

/** What stands in a directory: its files by path bytes, what no package may hold, and what a package will not keep, as diagnostics. */
export interface SkillDirectory {
  files: PackageFile[];
  errors: ProblemError[];
  notes: ProblemError[];
}

/** What an author's folder holds, and what of it is not sent. */
export interface AuthorDirectory extends SkillDirectory {
  leavingOut: LeavingOut;
  /** By path; a directory ends in `/` and stands for all below it. What is in no package anyway is not named. */
  leftOut: string[];
  /** What a system left, in the same form: no part of the skill. */
  ignored: string[];
}

/** Where every file is executable, saying it of ten is enough. */
const MAX_NOTES = 10;

/**
 * The author's own files, as they will be published: without version control, caches, the names that installs reserve and what the
 * author's rules leave out (`leaving-out.ts`). No link is followed; each is an error SK1007. A directory that holds more than a package
 * may is read so far, and is an error SK1012 or SK1013. `isBeside`: what is not looked at either.
 */
export async function readAuthorDirectory(
  directory: string,
  isBeside: (path: string) => boolean = () => false,
): Promise<AuthorDirectory> {
  await ensureDirectory(directory);
  const leavingOut = await readLeavingOut(directory, NEVER_PACKED);
  const reserved = new Set(RESERVED_FILES);
  const leftOut: string[] = [];
  const fromSystem: string[] = [];
  const found = await readFiles(directory, (path, isDirectory) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (NEVER_PACKED.has(name) || reserved.has(path) || isBeside(path)) return true;
    if (leavingOut.ignores(path, isDirectory)) {
      leftOut.push(isDirectory ? `${path}/` : path);
      return true;
    }
    if (!isSystemJunk(path)) return false;
    fromSystem.push(isDirectory ? `${path}/` : path);
    return true;
  });
  // Beside an installed skill; an author's own bill is theirs.
  const read = toDirectory({ ...found, files: found.files.filter(({ path, bytes }) => !isBill(path, bytes)) });
  // A .skillignore is an author's whole word on it.
  const ignored = leavingOut.rulesFrom === IGNORE_FILE ? new Set<string>() : await ignoredByGit(directory);
  const sent = read.files.filter(({ path }) => ignored.has(path)).slice(0, MAX_NOTES);
  const notes = [
    ...read.notes,
    ...sent.map(({ path }) => ignoredNote(path)),
    ...ignoredFilesDiagnostics(fromSystem.toSorted()),
  ];
  return { ...read, notes, leavingOut, leftOut: leftOut.toSorted(), ignored: fromSystem.toSorted() };
}

/** One regular file, no larger than a package; a link is not followed. */
export const readOneFile = (place: string): Promise<Uint8Array> => readWithin(place, DEFAULT_LIMITS.unpackedBytes);

async function readWithin(place: string, maxBytes: number): Promise<Uint8Array> {
  const file = await readRegularFile(place, maxBytes);
  if (file !== null) return file.bytes;
  throw new CliError(EXIT.refused, "package_too_large", `${place}: ${EXCESS.bytes[1]}`);
}

/** Everything that stands in a directory, nothing left out. Throws when that is more than a package and what stands beside it. */
export async function readWholeDirectory(directory: string): Promise<SkillDirectory> {
  await ensureDirectory(directory);
  const found = await readFiles(directory);
  if (found.excess === "files" || found.excess === "bytes")
    throw new CliError(EXIT.refused, "package_too_large", EXCESS[found.excess][1]);
  return toDirectory(found);
}

/** An author's directory; throws `invalid_package` (exit 4) where something in it is no regular file. */
export async function ensureAuthorDirectory(directory: string): Promise<AuthorDirectory> {
  const read = await readAuthorDirectory(directory);
  const reserved = read.files.filter(({ path }) => isReservedPath(path)).map(({ path }) => reservedError(path));
  const errors = [...read.errors, ...reserved];
  if (errors.length > 0)
    throw new CliError(EXIT.refused, "invalid_package", `${directory} has what no package may hold`, { errors });
  return read;
}

/** The files of an author's directory; throws as `ensureAuthorDirectory`. */
export const ensureAuthorFiles = async (directory: string): Promise<PackageFile[]> =>
  (await ensureAuthorDirectory(directory)).files;

async function ensureDirectory(directory: string): Promise<void> {
  const kind = await kindOf(join(directory, sep));
  if (kind === null) throw notFound(`There is no directory ${directory}`);
  if (kind !== "directory") throw notFound(`${directory} is not a directory`);
}

function toDirectory({ files, executables, others, excess }: FoundFiles): SkillDirectory {
  const errors = others.map(({ path, isLink }) => (isLink ? linkError(path) : specialError(path)));
  if (excess !== null) {
    const [code, message] = EXCESS[excess];
    errors.push(diagnostic(code, null, message, "Leave files out with a .skillignore."));
  }
  const scripts = new Set(files.filter(({ bytes }) => bytes[0] === 0x23 && bytes[1] === 0x21).map(({ path }) => path));
  return {
    files: files.toSorted((left, right) => Buffer.compare(Buffer.from(left.path), Buffer.from(right.path))),
    errors,
    notes: executables
      .filter((path) => !scripts.has(path))
      .slice(0, MAX_NOTES)
      .map(modeNote),
  };
}

const EXCESS: Record<NonNullable<FoundFiles["excess"]>, [code: string, message: string]> = {
  depth: ["SK1009", `Its folders nest deeper than ${DEFAULT_LIMITS.depth}.`],
  files: ["SK1012", `It has more than ${DEFAULT_LIMITS.files} files.`],
  bytes: ["SK1013", `It has more than ${DEFAULT_LIMITS.unpackedBytes} bytes.`],
};

function diagnostic(code: string, file: string | null, message: string, hint: string | null): ProblemError {
  return { code, severity: "error", file, line: null, column: null, message, hint };
}

const linkError = (file: string): ProblemError =>
  isManifestName(file)
    ? diagnostic("SK1005", file, `The manifest ${file} is a symbolic link.`, "Replace the link with the file.")
    : diagnostic("SK1007", file, `${file} is a symbolic link.`, "Ship regular files only.");

const reservedError = (file: string): ProblemError =>
  diagnostic(
    "SK1023",
    file,
    `${file} takes the place of a file that an install writes.`,
    "Leave it out, or rename it.",
  );

const specialError = (file: string): ProblemError =>
  diagnostic("SK1008", file, `${file} is a device, FIFO or socket.`, "Remove it.");

const ignoredNote = (file: string): ProblemError => ({
  ...diagnostic(
    "SK1024",
    file,
    `${file} is sent, though git ignores it: rules above the skill's folder do not count.`,
    "Name it in a .skillignore, or in a .gitignore of the skill.",
  ),
  severity: "info",
});

const modeNote = (file: string): ProblemError => ({
  ...diagnostic("SK1020", file, `${file} is executable and does not begin with #!: a package keeps no modes.`, null),
  severity: "info",
});
