import { constants } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { DEFAULT_LIMITS, isReservedPath, type PackageFile, RESERVED_FILES } from "@gaia/archive";
import { isManifestName } from "@gaia/manifest";
import { CliError, EXIT, notFound, type ProblemError } from "./failures.ts";
import { kindOf } from "@gaia/install";
import { IGNORE_FILE, type Ignores, readSkillIgnore } from "./skill-ignore.ts";

/** Names that no package holds, at any depth. */
export const NEVER_PACKED: ReadonlySet<string> = new Set([
  ".git",
  "node_modules",
  "__pycache__",
  ".DS_Store",
  IGNORE_FILE,
]);

/** What stands in a directory: its files by path bytes, what no package may hold, and what a package will not keep, as diagnostics. */
export interface SkillDirectory {
  files: PackageFile[];
  errors: ProblemError[];
  notes: ProblemError[];
}

/** Where every file is executable, saying it of ten is enough. */
const MAX_NOTES = 10;

interface Walk {
  root: string;
  leavesOut: Ignores;
  budget: { files: number; bytes: number };
  found: SkillDirectory;
}

/**
 * The author's own files, as they will be published: without version control, caches, the names that installs reserve
 * and what `.skillignore` names. No link is followed; each is an error SK1007. A directory that holds more than a package may is read so
 * far, and is an error SK1012 or SK1013.
 */
export async function readAuthorDirectory(directory: string): Promise<SkillDirectory> {
  await ensureDirectory(directory);
  const ignoreFile = join(directory, IGNORE_FILE);
  const ignores =
    (await kindOf(ignoreFile)) === "file"
      ? readSkillIgnore(Buffer.from((await readRegularFile(ignoreFile, 65_536)).bytes).toString("utf8"))
      : () => false;
  const reserved = new Set(RESERVED_FILES);
  return walk(directory, (path, isDirectory) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    return NEVER_PACKED.has(name) || reserved.has(path) || ignores(path, isDirectory);
  });
}

/** One regular file, no larger than a package; a link is not followed. */
export async function readOneFile(place: string): Promise<Uint8Array> {
  try {
    return (await readRegularFile(place, DEFAULT_LIMITS.unpackedBytes)).bytes;
  } catch (error) {
    if (error instanceof TooMuch) throw new CliError(EXIT.refused, "package_too_large", `${place}: ${error.message}`);
    throw error;
  }
}

/** Everything that stands in a directory, nothing left out. Throws when that is more than a package and what stands beside it. */
export async function readWholeDirectory(directory: string): Promise<SkillDirectory> {
  await ensureDirectory(directory);
  const whole = await walk(directory, () => false);
  const excess = whole.errors.find(({ code }) => code === "SK1012" || code === "SK1013");
  if (excess !== undefined) throw new CliError(EXIT.refused, "package_too_large", excess.message);
  return whole;
}

/** The files of an author's directory; throws `invalid_package` (exit 4) where something in it is no regular file. */
export async function ensureAuthorFiles(directory: string): Promise<PackageFile[]> {
  const { files, errors: unfit } = await readAuthorDirectory(directory);
  const errors = [...unfit, ...files.filter(({ path }) => isReservedPath(path)).map(({ path }) => reservedError(path))];
  if (errors.length > 0)
    throw new CliError(EXIT.refused, "invalid_package", `${directory} has what no package may hold`, { errors });
  return files;
}

async function ensureDirectory(directory: string): Promise<void> {
  const kind = await kindOf(join(directory, sep));
  if (kind === null) throw notFound(`There is no directory ${directory}`);
  if (kind !== "directory") throw notFound(`${directory} is not a directory`);
}

async function walk(root: string, leavesOut: Ignores): Promise<SkillDirectory> {
  const found: SkillDirectory = { files: [], errors: [], notes: [] };
  // Reserved and generated files stand beside a whole package, hence the room above the limits.
  const budget = { files: DEFAULT_LIMITS.files + 16, bytes: DEFAULT_LIMITS.unpackedBytes + 4 * 1024 * 1024 };
  try {
    await walkInto({ root, leavesOut, budget, found }, root, 0);
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    found.errors.push(diagnostic(error.code, null, error.message, "Leave files out with a .skillignore."));
  }
  found.files.sort((left, right) => Buffer.compare(Buffer.from(left.path), Buffer.from(right.path)));
  return found;
}

async function walkInto(context: Walk, directory: string, depth: number): Promise<void> {
  if (depth > DEFAULT_LIMITS.depth)
    throw new TooMuch("SK1009", `Its folders nest deeper than ${DEFAULT_LIMITS.depth}.`);
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const place = join(directory, entry.name);
    const path = relative(context.root, place).split(sep).join("/").normalize("NFC");
    if (context.leavesOut(path, entry.isDirectory())) continue;
    if (entry.isDirectory()) await walkInto(context, place, depth + 1);
    else if (entry.isFile()) await takeFile(context, place, path);
    else context.found.errors.push(entry.isSymbolicLink() ? linkError(path) : specialError(path));
  }
}

async function takeFile({ budget, found }: Walk, place: string, path: string): Promise<void> {
  budget.files -= 1;
  if (budget.files < 0) throw new TooMuch("SK1012", `It has more than ${DEFAULT_LIMITS.files} files.`);
  const { bytes, isExecutable } = await readRegularFile(place, budget.bytes);
  budget.bytes -= bytes.byteLength;
  found.files.push({ path, bytes });
  if (isExecutable && !(bytes[0] === 0x23 && bytes[1] === 0x21) && found.notes.length < MAX_NOTES)
    found.notes.push(modeNote(path));
}

/** A regular file's bytes. O_NOFOLLOW: what was a file a moment ago may be a link now. */
async function readRegularFile(place: string, maxBytes: number): Promise<{ bytes: Uint8Array; isExecutable: boolean }> {
  const file = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const { size, mode } = await file.stat();
    if (size > maxBytes) throw new TooMuch("SK1013", `It has more than ${DEFAULT_LIMITS.unpackedBytes} bytes.`);
    return { bytes: new Uint8Array(await file.readFile()), isExecutable: (mode & 0o111) !== 0 };
  } finally {
    await file.close();
  }
}

/** Ends a walk. */
class TooMuch extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

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

const modeNote = (file: string): ProblemError => ({
  ...diagnostic("SK1020", file, `${file} is executable and does not begin with #!: a package keeps no modes.`, null),
  severity: "info",
});
