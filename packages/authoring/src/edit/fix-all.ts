import type { PackageFile } from "@gaia/archive";
import type { Diagnostic } from "@gaia/manifest";
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
  "SK2014",
  "SK2015",
  "SK2016",
  "SK2017",
  "SK2020",
  "SK2022",
]);

/**
 * Repairs what `fixesFor` can until nothing is left to repair. The edits of one code in one file are applied together, the files are
 * read again by `diagnose`, and they are taken back when a repaired diagnostic is still there or when more of the manifest became
 * unreadable; then they are tried one at a time.
 */
export function fixAll(
  files: readonly PackageFile[],
  diagnose: (files: readonly PackageFile[]) => Diagnostic[],
): FixedFiles {
  const refused = new Set<string>();
  const single = new Set<string>();
  const fixed: Diagnostic[] = [];
  let current = [...files];
  let diagnostics = diagnose(current);
  for (let repairs = 0; repairs < MAX_REPAIRS; repairs++) {
    const next = nextRepair(current, diagnostics, { refused, single });
    if (next === null) break;
    const after = diagnose(next.files);
    const isGone = next.repaired.every((one) => countOf(after, one) < countOf(diagnostics, one));
    if (isGone && unreadable(after) <= unreadable(diagnostics)) {
      fixed.push(...next.repaired);
      current = next.files;
      diagnostics = after;
    } else if (next.repaired.length > 1) single.add(groupOf(next.repaired[0]));
    else for (const one of next.repaired) refused.add(keyOf(one));
  }
  return { files: current, fixed, diagnostics };
}

interface Tried {
  /** Keys of diagnostics that cannot be repaired. */
  refused: Set<string>;
  /** Groups whose edits do not go together. */
  single: Set<string>;
}

interface Repair {
  files: PackageFile[];
  repaired: Diagnostic[];
}

function nextRepair(files: PackageFile[], diagnostics: readonly Diagnostic[], tried: Tried): Repair | null {
  for (const diagnostic of diagnostics) {
    if (tried.refused.has(keyOf(diagnostic))) continue;
    const repair = groupRepair(files, diagnostics, diagnostic, tried) ?? repairOf(files, [diagnostic]);
    if (repair !== null) return repair;
    tried.refused.add(keyOf(diagnostic));
  }
  return null;
}

/** All diagnostics of the group of one, where there are several and their edits go together. */
function groupRepair(
  files: PackageFile[],
  diagnostics: readonly Diagnostic[],
  first: Diagnostic,
  { refused, single }: Tried,
): Repair | null {
  const group = groupOf(first);
  if (single.has(group)) return null;
  const members = diagnostics.filter((one) => groupOf(one) === group && !refused.has(keyOf(one)));
  const repair = members.length > 1 ? repairOf(files, members) : null;
  if (repair === null) single.add(group);
  return repair;
}

function repairOf(files: PackageFile[], diagnostics: readonly Diagnostic[]): Repair | null {
  const found = diagnostics.flatMap((diagnostic) => {
    const edits = fixesFor(diagnostic, files);
    return edits === null ? [] : [{ diagnostic, edits }];
  });
  if (found.length === 0) return null;
  const applied = applyEdits(
    files,
    found.flatMap(({ edits }) => edits),
  );
  return applied && { files: applied, repaired: found.map(({ diagnostic }) => diagnostic) };
}

const groupOf = (diagnostic: Diagnostic | undefined): string => `${diagnostic?.code}\n${diagnostic?.file}`;
const keyOf = ({ code, file, message }: Diagnostic): string => `${code}\n${file}\n${message}`;
const countOf = (diagnostics: readonly Diagnostic[], one: Diagnostic): number =>
  diagnostics.filter((other) => keyOf(other) === keyOf(one)).length;
const unreadable = (diagnostics: readonly Diagnostic[]): number =>
  diagnostics.filter(({ code }) => UNREADABLE.has(code)).length;
