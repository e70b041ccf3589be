import type { PackageFile } from "@gaia/archive";
import { fixesFor } from "@gaia/authoring";
import type { SarifFix as Fix, SarifRegion as Region } from "@gaia/findings";
import type { DiagnosedFile } from "./diagnosed-file.ts";

/**
 * The `fixes` of a SARIF result (§3.55): what `lint --fix` would do for this diagnostic alone. Empty where it would do nothing to the text
 * of a file.
 */
export function sarifFixes({ diagnostic, uri }: DiagnosedFile, files: readonly PackageFile[]): Fix[] {
  const { code, file, line, column } = diagnostic;
  const source = files.find(({ path }) => path === file);
  if (file === null || source === undefined) return [];
  const edits = fixesFor({ code, file, line, column }, files) ?? [];
  if (edits.length === 0) return [];
  const regionOf = regions(Buffer.from(source.bytes).toString("utf8"));
  const replacements = edits.flatMap((edit) => {
    if (!("text" in edit) || edit.file !== file) return [];
    const deletedRegion = regionOf(edit.start, edit.end);
    return deletedRegion === null ? [] : [{ deletedRegion, insertedContent: { text: edit.text } }];
  });
  // A part of a repair is none: renamed files, other files and a byte-order mark cannot be said here.
  if (replacements.length < edits.length) return [];
  const description = { text: `Repairs ${code}.` };
  return [{ description, artifactChanges: [{ artifactLocation: { uri }, replacements }] }];
}

/** Finds regions: lines and columns from 1, the end column behind the last unit. A byte-order mark is no part of the text (§3.30). */
function regions(text: string): (start: number, end: number) => Region | null {
  const bom = text.startsWith("\ufeff") ? 1 : 0;
  const starts = [bom];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  const placeAt = (offset: number): [line: number, column: number] => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return [low + 1, offset - (starts[low] ?? 0) + 1];
  };
  return (start, end) => {
    if (start < bom) return null;
    const [startLine, startColumn] = placeAt(start);
    const [endLine, endColumn] = placeAt(end);
    return { startLine, startColumn, endLine, endColumn };
  };
}
