import type { PackageFile } from "@gaia/archive";
import { changedBy, findLoaderCases, isWarning, loaderEffects, type LoaderId, refusedBy } from "@gaia/manifest";
import { calledAs } from "../failures/invocation.ts";
import type { ProblemError } from "../failures/failures.ts";
import { dim, type Shown, t, yellow } from "../terminal/shown-text.ts";
import type { Session } from "../session/session.ts";

/** What some agents and frameworks refuse or change in a skill, as `--json` says it. No registry judges by it. */
export interface ReadElsewhere {
  case: string;
  severity: "warning" | "info";
  file: string;
  line: number | null;
  message: string;
  refused_by: LoaderId[];
  changed_by: LoaderId[];
}

/**
 * How others read a skill (docs/frameworks.md): one entry a case. `folder` is given where the author's own folder is what they load; an
 * install names its folder after the skill.
 */
export function readElsewhere(files: readonly PackageFile[], folder: string | null): ReadElsewhere[] {
  return findLoaderCases(files, { folder }).flatMap((found) => {
    const effects = loaderEffects(found);
    if (effects === "") return [];
    return [
      {
        case: found.case,
        severity: isWarning(found) ? ("warning" as const) : ("info" as const),
        file: found.file,
        line: found.line,
        message: `${found.message} ${effects}`,
        refused_by: refusedBy([found]),
        changed_by: changedBy([found]),
      },
    ];
  });
}

/** For programs that take diagnostics alone: under `elsewhere/CASE`, which is no code of a diagnostic. No registry is asked for them. */
export const elsewhereProblems = (found: readonly ReadElsewhere[]): ProblemError[] =>
  found.map(({ case: name, severity, file, line, message }) => ({
    code: `elsewhere/${name}`,
    severity,
    file,
    line,
    column: null,
    message,
    hint: severity === "warning" ? elsewhereHint(null) : null,
  }));

/** A line each, and what helps against all of them; with the page of the registry that was asked, null: none was. */
export function elsewhereLines(found: readonly ReadElsewhere[], registry: string | null): Shown[] {
  const lines = found.map(({ severity, file, line, message, ...one }) => {
    const place = line === null ? file : `${file}:${line}`;
    return t`${place} ${severity === "warning" ? yellow("elsewhere") : dim("elsewhere")} ${one.case} ${message}`;
  });
  const isHelped = found.some(({ severity }) => severity === "warning");
  return isHelped ? [...lines, t`    ${dim("hint:")} ${elsewhereHint(registry)}`] : lines;
}

const elsewhereHint = (registry: string | null): string =>
  `The copy that \`${calledAs("install --for agents")}\` makes loads everywhere` +
  (registry === null ? "." : `: ${registry}/docs/frameworks`);

/** What of it is worth a warning to a publisher. */
const elsewhereWarnings = (files: readonly PackageFile[]): ReadElsewhere[] =>
  readElsewhere(files, null).filter(({ severity }) => severity === "warning");

/** Of what was published: nothing under `--quiet` and `--json`. */
export function noteElsewhere({ terminal, config }: Session, files: readonly PackageFile[]): void {
  for (const line of elsewhereLines(elsewhereWarnings(files), config.registry)) terminal.note(line);
}

/** Whether there would be anything to note. */
export const isReadOtherwise = (files: readonly PackageFile[]): boolean => elsewhereWarnings(files).length > 0;
