import { constants } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { DEFAULT_LIMITS, type PackageFile, RESERVED_FILES } from "@gaia/archive";
import { CliError, EXIT, notFound, type ProblemError } from "./failures.ts";
import { kindOf } from "./home.ts";
import { IGNORE_FILE, type Ignores, readSkillIgnore } from "./skill-ignore.ts";

/** Names that no package holds, at any depth. */
export const NEVER_PACKED: ReadonlySet<string> = new Set([
  ".git",
  "node_modules",
  "__pycache__",
  ".DS_Store",
  IGNORE_FILE,
]);

/** What stands in a directory: its files by path bytes, and what is no regular file, as diagnostics. */
export interface SkillDirectory {
  files: PackageFile[];
  errors: ProblemError[];
}

interface Walk {
  root: string;
  leavesOut: Ignores;
  budget: { files: number; bytes: number };
  found: SkillDirectory;
}

/**
 * The author's own files, as they will be published: without version control, caches, the names that installs reserve
 * and what `.skillignore` names. No link is followed; each is an error SK1007. Throws when the directory holds more than a package may.
 */
export async function readAuthorDirectory(directory: string): Promise<SkillDirectory> {
  await ensureDirectory(directory);
  const ignoreFile = join(directory, IGNORE_FILE);
  const ignores =
    (await kindOf(ignoreFile)) === "file"
      ? readSkillIgnore(Buffer.from(await readRegularFile(ignoreFile, 65_536)).toString("utf8"))
      : () => false;
  const reserved = new Set(RESERVED_FILES);
  return walk(directory, (path, isDirectory) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    return NEVER_PACKED.has(name) || reserved.has(path) || ignores(path, isDirectory);
  });
}

/** One regular file, no larger than a package; a link is not followed. */
export const readOneFile = (place: string): Promise<Uint8Array> => readRegularFile(place, DEFAULT_LIMITS.unpackedBytes);

/** Everything that stands in a directory, nothing left out. */
export async function readWholeDirectory(directory: string): Promise<SkillDirectory> {
  await ensureDirectory(directory);
  return walk(directory, () => false);
}

/** The files of an author's directory; throws `invalid_package` (exit 4) where something in it is no regular file. */
export async function ensureAuthorFiles(directory: string): Promise<PackageFile[]> {
  const { files, errors } = await readAuthorDirectory(directory);
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
  const found: SkillDirectory = { files: [], errors: [] };
  // Reserved and generated files stand beside a whole package, hence the room above the limits.
  const budget = { files: DEFAULT_LIMITS.files + 16, bytes: DEFAULT_LIMITS.unpackedBytes + 4 * 1024 * 1024 };
  await walkInto({ root, leavesOut, budget, found }, root, 0);
  found.files.sort((left, right) => Buffer.compare(Buffer.from(left.path), Buffer.from(right.path)));
  return found;
}

async function walkInto(context: Walk, directory: string, depth: number): Promise<void> {
  if (depth > DEFAULT_LIMITS.depth) throw tooLarge(`directories nest deeper than ${DEFAULT_LIMITS.depth}`);
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
  if (budget.files < 0) throw tooLarge(`more than ${DEFAULT_LIMITS.files} files`);
  const bytes = await readRegularFile(place, budget.bytes);
  budget.bytes -= bytes.byteLength;
  found.files.push({ path, bytes });
}

/** A regular file's bytes. O_NOFOLLOW: what was a file a moment ago may be a link now. */
async function readRegularFile(place: string, maxBytes: number): Promise<Uint8Array> {
  const file = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const { size } = await file.stat();
    if (size > maxBytes) throw tooLarge(`more than ${DEFAULT_LIMITS.unpackedBytes} bytes`);
    return new Uint8Array(await file.readFile());
  } finally {
    await file.close();
  }
}

const tooLarge = (why: string): CliError =>
  new CliError(EXIT.refused, "package_too_large", `The directory is larger than a package may be: ${why}`, {
    hint: "leave files out with a .skillignore",
  });

const linkError = (file: string): ProblemError => ({
  code: "SK1007",
  severity: "error",
  file,
  line: null,
  column: null,
  message: `${file} is a symbolic link.`,
  hint: "Ship regular files only.",
});

const specialError = (file: string): ProblemError => ({
  code: "SK1008",
  severity: "error",
  file,
  line: null,
  column: null,
  message: `${file} is a device, FIFO or socket.`,
  hint: "Remove it.",
});
