import { type PackageFile, sha256Hex } from "@gaia/archive";
import type { OtherEntry, SourceFile, SourceFolder } from "./read-folder.ts";
import { objectId } from "./object-id.ts";
import type { ObjectFormat } from "./settings.ts";

/**
 * How a path differs. `content`: other bytes · `line-endings`: the same but for CR LF and LF · `lfs-pointer`: git has a pointer ·
 * `export`: git has `$Format:…$`, which `git archive` fills in (`export-subst`) · `link`, `submodule`, `other`: it is no file there ·
 * `only-published`, `only-in-commit` · `missing`: the clone does not have it, and its id is another
 */
export const DIFFERENCE_KINDS = [
  "content",
  "line-endings",
  "lfs-pointer",
  "export",
  "link",
  "submodule",
  "other",
  "only-published",
  "only-in-commit",
  "missing",
] as const;

interface FileDifference {
  path: string;
  how: (typeof DIFFERENCE_KINDS)[number];
  /** A sentence's end, for people. */
  detail: string;
}

/** What holds of a folder of a commit and the files that were published. */
export interface Comparison {
  differences: FileDifference[];
  /** What is to be known and is no difference of bytes: modes, and what was compared by its id alone. */
  notes: string[];
  /** Files of the same bytes. */
  same: number;
}

/**
 * Holds published files against a folder of a commit: every file by its bytes, in both directions. What only differs in the executable
 * bit is a note, since a package has no modes. Where the clone lacks a blob, the published file's own id is compared. Pure.
 */
export function compareFolder(
  published: readonly PackageFile[],
  folder: SourceFolder,
  { blobs, format }: { blobs: ReadonlyMap<string, string>; format: ObjectFormat },
): Comparison {
  const differences: FileDifference[] = [];
  const notes: string[] = [];
  const inCommit = new Map(folder.files.map((file) => [file.path, file]));
  const others = new Map(folder.others.map((other) => [other.path, other]));
  let same = 0;
  for (const file of published) {
    const source = inCommit.get(file.path);
    const difference = source === undefined ? absent(file, others, { blobs, format, notes }) : changed(file, source);
    if (difference === null) same += 1;
    else differences.push({ path: file.path, ...difference });
    if (difference === null && source?.isExecutable === true && !isScript(file))
      notes.push(`${file.path} is executable in the commit; a package keeps no modes`);
  }
  const known = new Set(published.map(({ path }) => path));
  const below = (path: string): boolean => published.some((one) => one.path.startsWith(`${path}/`));
  for (const { path, lfs } of folder.files)
    if (!known.has(path))
      differences.push({
        path,
        how: "only-in-commit",
        detail: lfs === null ? "is in the commit, and was not published" : "is a pointer of LFS, and was not published",
      });
  for (const { path, kind } of folder.others)
    if (!known.has(path) && !below(path))
      differences.push({ path, how: kind, detail: `${OTHERS[kind]}, and was not published` });
  return { differences: differences.toSorted((one, other) => (one.path < other.path ? -1 : 1)), notes, same };
}

type Difference = Omit<FileDifference, "path">;

const OTHERS: Record<OtherEntry["kind"], string> = {
  link: "is a symbolic link in the commit",
  submodule: "is a submodule, which is another repository's commit",
  other: "is something in the commit that no package holds",
  missing: "is not in this clone (it is a partial one)",
};

function absent(
  file: PackageFile,
  others: ReadonlyMap<string, OtherEntry>,
  { blobs, format, notes }: { blobs: ReadonlyMap<string, string>; format: ObjectFormat; notes: string[] },
): Difference | null {
  const at = others.get(file.path);
  if (at?.kind === "missing" && objectId("blob", file.bytes, format) === blobs.get(file.path)) {
    notes.push(
      `${file.path} is not in this clone: it was compared by its ${format === "sha256" ? "SHA-256" : "SHA-1"} id`,
    );
    return null;
  }
  if (at !== undefined)
    return {
      how: at.kind,
      detail: at.kind === "missing" ? `${OTHERS.missing}, and its id is another` : OTHERS[at.kind],
    };
  const above = [...others.values()].find(({ path, kind }) => kind !== "missing" && file.path.startsWith(`${path}/`));
  if (above !== undefined) return { how: above.kind, detail: `${above.path} ${OTHERS[above.kind]}` };
  return { how: "only-published", detail: "was published, and is not in the commit" };
}

function changed({ bytes }: PackageFile, source: SourceFile): Difference | null {
  if (Buffer.compare(bytes, source.bytes) === 0) return null;
  const { lfs } = source;
  if (lfs !== null)
    return {
      how: "lfs-pointer",
      detail:
        sha256Hex(bytes) === lfs.sha256
          ? "is a pointer of LFS in the commit; what was published is the file that it points to"
          : "is a pointer of LFS in the commit, and what was published is another file",
    };
  if (Buffer.compare(withLf(bytes), withLf(source.bytes)) === 0)
    return {
      how: "line-endings",
      detail: `has other line endings: ${endingsOf(bytes)} as published, ${endingsOf(source.bytes)} in the commit`,
    };
  const [ours, theirs] = [bytes.length, source.bytes.length];
  if (/\$Format:[^$\n]*\$/.test(Buffer.from(source.bytes).toString("latin1")))
    return { how: "export", detail: "has $Format:…$ in the commit, which git archive fills in (export-subst)" };
  const sizes = ours === theirs ? `${ours} bytes each` : `${ours} bytes as published, ${theirs} in the commit`;
  return { how: "content", detail: `differs from byte ${firstDifference(bytes, source.bytes)} on (${sizes})` };
}

/** Counted from 1. */
function firstDifference(one: Uint8Array, other: Uint8Array): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at + 1;
}

const withLf = (bytes: Uint8Array): Buffer =>
  Buffer.from(Buffer.from(bytes).toString("latin1").replaceAll("\r\n", "\n"), "latin1");

function endingsOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString("latin1");
  const [all, crlf] = [text.split("\n").length - 1, text.split("\r\n").length - 1];
  return crlf === 0 ? "LF" : crlf === all ? "CR LF" : "both";
}

const isScript = ({ bytes }: PackageFile): boolean => bytes[0] === 0x23 && bytes[1] === 0x21;
