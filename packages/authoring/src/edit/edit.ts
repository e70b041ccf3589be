import type { PackageFile } from "@gaia/archive";

/**
 * Replaces `[start, end)` of a file with `text`. Offsets are UTF-16 units into the file decoded as UTF-8, its byte-order mark
 * included, so that every other byte stays what it was. A file that is not there is made: `start` and `end` are 0 then.
 */
export interface TextEdit {
  file: string;
  start: number;
  end: number;
  text: string;
}

/** Gives a file another path. Refused by `applyEdits` where that path is taken. */
interface RenameEdit {
  file: string;
  renameTo: string;
}

export type Edit = TextEdit | RenameEdit;

/** A file's text with its byte-order mark; null when its bytes are not UTF-8 and could not be written back as they were. */
export function editableText({ bytes }: PackageFile): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * The files with edits applied; the files given are not touched. Null when the edits cannot be applied as a whole: two
 * overlap, one lies outside its file, a file is not UTF-8, or a path is taken.
 */
export function applyEdits(files: readonly PackageFile[], edits: readonly Edit[]): PackageFile[] | null {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const texts = edits.filter((edit) => "text" in edit);
  for (const path of new Set(texts.map(({ file }) => file))) {
    const file = byPath.get(path);
    const before = file === undefined ? "" : editableText(file);
    const own = texts.filter((edit) => edit.file === path);
    const after = before === null ? null : spliced(before, own);
    if (after === null) return null;
    byPath.set(path, { path, bytes: new TextEncoder().encode(after) });
  }
  for (const edit of edits) {
    if (!("renameTo" in edit)) continue;
    const file = byPath.get(edit.file);
    if (file === undefined || byPath.has(edit.renameTo)) return null;
    byPath.delete(edit.file);
    byPath.set(edit.renameTo, { path: edit.renameTo, bytes: file.bytes });
  }
  return [...byPath.values()];
}

function spliced(text: string, edits: readonly TextEdit[]): string | null {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, text: replacement } of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (start < at || end < start || end > text.length) return null;
    parts.push(text.slice(at, start), replacement);
    at = end;
  }
  parts.push(text.slice(at));
  const joined = parts.join("");
  return joined.isWellFormed() ? joined : null;
}
