import type { PackageFile } from "@gaia/archive";
import { LOADER_CASE_IDS, type LoaderCaseId, loaderCaseOf } from "./cases.ts";
import { FINDERS } from "./finders.ts";
import { loaderView } from "./loader-view.ts";
import { LOADER_IDS, type LoaderId, loaderWords } from "./loaders.ts";

/** A case in a package, once each, at the first place. */
export interface FoundLoaderCase {
  case: LoaderCaseId;
  file: string;
  /** 1-based; null where it concerns a file. */
  line: number | null;
  /** What was found, as a sentence. */
  message: string;
}

/**
 * What in a package some loaders refuse or change (docs/frameworks.md), in the order of the table. `folder`: the name of the folder that it
 * lies in, where that matters. Pure, and bounded as reading a manifest is.
 */
export function findLoaderCases(
  files: readonly PackageFile[],
  { folder }: { folder?: string | null | undefined } = {},
): FoundLoaderCase[] {
  const view = loaderView(files, folder ?? null);
  // Of what no loader sees nothing else is worth a word.
  const ids = view.skillFile === null ? (["no-skill-md"] as const) : LOADER_CASE_IDS;
  return ids.flatMap((id) => {
    const found = FINDERS[id](view);
    if (found === null) return [];
    const place = found.at === undefined ? null : (view.skillFile?.source.placeAt(found.at) ?? null);
    const file = found.file ?? view.skillFile?.path ?? "SKILL.md";
    return [
      {
        case: id,
        file,
        line: place?.line ?? null,
        message: loaderCaseOf(id).says.replace("{}", () => found.what ?? ""),
      },
    ];
  });
}

type CaseRef = Pick<FoundLoaderCase, "case">;

/** The loaders that do not load a package with any of these cases. */
export function refusedBy(cases: readonly CaseRef[]): LoaderId[] {
  const refusing = new Set(cases.flatMap((one) => [...loaderCaseOf(one.case).refuses]));
  return LOADER_IDS.filter((id) => refusing.has(id));
}

/** Those that load it otherwise than it is meant, and do not refuse it. */
export function changedBy(cases: readonly CaseRef[]): LoaderId[] {
  const changing = new Set(cases.flatMap((one) => Object.keys(loaderCaseOf(one.case).changes ?? {})));
  const refusing = new Set(refusedBy(cases));
  return LOADER_IDS.filter((id) => changing.has(id) && !refusing.has(id));
}

/** `Agno and ADK for Go refuse it; Spring AI changes it.` "" where a case concerns no loader that was run. */
export function loaderEffects(found: CaseRef): string {
  const refusing = refusedBy([found]);
  const changing = changedBy([found]);
  const part = (ids: readonly LoaderId[], verb: string) =>
    ids.length === 0 ? [] : [`${loaderWords(ids)} ${ids.length === 1 ? `${verb}s` : verb} it`];
  const parts = [...part(refusing, "refuse"), ...part(changing, "change")];
  return parts.length === 0 ? "" : `${parts.join("; ")}.`;
}

/** Whether a case is worth a warning: something refuses the skill for it, or loads another than is meant. */
export function isWarning(found: CaseRef): boolean {
  const row = loaderCaseOf(found.case);
  return row.isNote !== true && loaderEffects(found) !== "";
}
