import { ArchiveError, showName } from "./archive-error.ts";
import { ensureCanonicalPath } from "./canonical-files.ts";
import { sortByPath } from "./package-file.ts";
import { pathLedger } from "./path-ledger.ts";

/** Whose release the sums are of. */
export interface SumsHeader {
  publisher: string;
  name: string;
  version: string;
}

/** One file: its path and the SHA-256 of its bytes in lower-case hex. */
export interface SumsEntry {
  path: string;
  sha256: string;
}

/** A parsed `SHA256SUMS`. `header` is null where the text has none. */
export interface Sums {
  header: SumsHeader | null;
  entries: SumsEntry[];
}

const MAX_TEXT_CHARACTERS = 8 * 1024 * 1024;
const MAX_ENTRIES = 65_536;
const HEADER = /^# gaia-release\/1 publisher=(\S{1,256}) name=(\S{1,256}) version=(\S{1,256})$/;
const HEADER_VALUE = /^[!-<>-~]{1,256}$/;
const ENTRY = /^([0-9a-f]{64}) {2}([^\r]+)$/;

/**
 * The `SHA256SUMS` of a release: a header line, then `<hex>  <path>` lines sorted by path bytes, LF. coreutils `sha256sum
 * -c` reads it and takes the header for a comment.
 *
 * @throws ArchiveError `invalid_sums`, or `path_*` for a path that no archive here could hold
 */
export function sumsOf(header: SumsHeader, files: readonly SumsEntry[]): string {
  const { publisher, name, version } = header;
  for (const value of [publisher, name, version]) {
    if (!HEADER_VALUE.test(value)) throw refuse(`'${showName(value)}' cannot stand in its header`);
  }
  if (files.length === 0) throw refuse("it would have no files");
  const ledger = pathLedger();
  for (const { path, sha256 } of files) {
    ensureCanonicalPath(path);
    ledger.add({ path, isDirectory: false });
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw refuse(`'${showName(path)}' has no SHA-256`);
  }
  const lines = sortByPath(files).map(({ path, sha256 }) => `${sha256}  ${path}\n`);
  return `# gaia-release/1 publisher=${publisher} name=${name} version=${version}\n${lines.join("")}`;
}

/**
 * Reads a `SHA256SUMS` text from anywhere. Exactly what `sumsOf` writes is accepted (the header may be missing), so
 * that a text and what it means are one to one.
 *
 * @throws ArchiveError `invalid_sums`
 */
export function parseSums(text: string): Sums {
  if (text.length > MAX_TEXT_CHARACTERS) throw refuse("it is too long");
  if (!text.endsWith("\n")) throw refuse("its last line is cut off");
  const lines = text.slice(0, -1).split("\n", MAX_ENTRIES + 2);
  const header = lines[0]?.startsWith("#") ? readHeader(lines[0]) : null;
  const entryLines = header === null ? lines : lines.slice(1);
  if (entryLines.length > MAX_ENTRIES) throw refuse("it has too many lines");
  if (entryLines.length === 0) throw refuse("it has no files");
  const entries = entryLines.map((line, index) => readEntry(line, index + (header ? 2 : 1)));
  ensureOrder(entries);
  return { header, entries };
}

function readHeader(line: string): SumsHeader {
  const [, publisher, name, version] = HEADER.exec(line) ?? [];
  if (publisher === undefined || name === undefined || version === undefined) {
    throw refuse("its header is malformed");
  }
  if (![publisher, name, version].every((value) => HEADER_VALUE.test(value))) {
    throw refuse("its header has characters that no name or version has");
  }
  return { publisher, name, version };
}

function readEntry(line: string, lineNumber: number): SumsEntry {
  const [, sha256, path] = ENTRY.exec(line) ?? [];
  if (sha256 === undefined || path === undefined) throw refuse(`line ${lineNumber} is malformed`);
  return { path, sha256 };
}

function ensureOrder(entries: readonly SumsEntry[]): void {
  try {
    const ledger = pathLedger();
    for (const { path } of entries) {
      ensureCanonicalPath(path);
      ledger.add({ path, isDirectory: false });
    }
  } catch (error) {
    if (error instanceof ArchiveError) throw refuse(error.message);
    throw error;
  }
  const sorted = sortByPath(entries);
  if (!entries.every((entry, index) => entry === sorted[index])) {
    throw refuse("its lines are not sorted by path");
  }
}

function refuse(why: string): ArchiveError {
  return new ArchiveError("invalid_sums", `this SHA256SUMS is refused: ${why}`);
}
