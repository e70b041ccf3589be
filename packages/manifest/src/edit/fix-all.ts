import type { PackageFile } from "../find-manifest.ts";
import type { Diagnostic } from "../report.ts";
import { applyEdits } from "./edit.ts";
import { fixesFor } from "./fixes-for.ts";

export interface FixedFiles {
  files: PackageFile[];
  /** What was repaired, in order. */
  fixed: Diagnostic[];
  /** What `diagnose` says at the end. */
  diagnostics: Diagnostic[];
}

/** One repair costs one reading; nobody needs more of them, and a hostile file gets no more. */
const MAX_REPAIRS = 64;

/** While one of these stands, the rest of a manifest is not read: a repair may end them but never bring one in. */
const UNREADABLE = new Set([
  "SK1001",
  "SK1002",
  "SK2001",
  "SK2004",
  "SK2005",
  "SK2010",
  "SK2012",
  "SK2013",
  "SK2015",
  "SK2016",
  "SK2017",
  "SK2020",
  "SK2022",
]);

/**
 * Repairs what `fixesFor` can until nothing is left to repair. One diagnostic at a time: its edits are applied, the files are read
 * again by `diagnose`, and they are taken back when the diagnostic is still there or when more of the manifest became unreadable.
 */
export function fixAll(
  files: readonly PackageFile[],
  diagnose: (files: readonly PackageFile[]) => Diagnostic[],
): FixedFiles {
  const refused = new Set<string>();
  const fixed: Diagnostic[] = [];
  let current = [...files];
  let diagnostics = diagnose(current);
  for (let repairs = 0; repairs < MAX_REPAIRS; repairs++) {
    const next = nextRepair(current, diagnostics, refused);
    if (next === null) break;
    const after = diagnose(next.files);
    const isGone = countOf(after, next.repaired) < countOf(diagnostics, next.repaired);
    if (isGone && unreadable(after) <= unreadable(diagnostics)) {
      fixed.push(next.repaired);
      current = next.files;
      diagnostics = after;
    } else refused.add(keyOf(next.repaired));
  }
  return { files: current, fixed, diagnostics };
}

function nextRepair(
  files: PackageFile[],
  diagnostics: readonly Diagnostic[],
  refused: Set<string>,
): { files: PackageFile[]; repaired: Diagnostic } | null {
  for (const diagnostic of diagnostics) {
    if (refused.has(keyOf(diagnostic))) continue;
    const edits = fixesFor(diagnostic, files);
    const applied = edits && applyEdits(files, edits);
    if (applied !== null) return { files: applied, repaired: diagnostic };
    refused.add(keyOf(diagnostic));
  }
  return null;
}

const keyOf = ({ code, file, message }: Diagnostic): string => `${code}\n${file}\n${message}`;
const countOf = (diagnostics: readonly Diagnostic[], one: Diagnostic): number =>
  diagnostics.filter((other) => keyOf(other) === keyOf(one)).length;
const unreadable = (diagnostics: readonly Diagnostic[]): number =>
  diagnostics.filter(({ code }) => UNREADABLE.has(code)).length;
