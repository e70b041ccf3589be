import type { CliError, ProblemError } from "../../failures/failures.ts";
import { EXIT, type ExitCode } from "../../failures/failures.ts";
import { calledAs } from "../../failures/invocation.ts";
import type { Session } from "../../session/session.ts";
import { bold, dim, green, red, type Shown, t, yellow } from "../../terminal/shown-text.ts";
import type { Terminal } from "../../terminal/terminal.ts";

type Outcome = "published" | "staged" | "would_be_published" | "already_there" | "refused" | "not_tried";

/** What became of one skill of the tree, as `--json` says it. */
export interface Told {
  path: string;
  name: string | null;
  version: string | null;
  outcome: Outcome;
  /** Where the version stands, as far as it was seen. */
  status: string | null;
  verdict: string | null;
  /** Why it is held for review; null: it is not, as far as was seen. */
  held: string | null;
  /** Why it was refused or could not be finished. */
  error: { code: string; message: string; hint: string | null; errors: readonly ProblemError[] } | null;
}

export const isUnderWay = ({ status }: Told): boolean => status === "received" || status === "inspecting";

export const errorOf = ({ code, message, hint, errors }: CliError): NonNullable<Told["error"]> => ({
  code,
  message,
  hint,
  errors,
});

/** A manifest that says no version (docs/diagnostics.md). */
const WITHOUT_VERSION = "SK3010";

const WORDS: Record<Outcome, (text: string) => Shown> = {
  published: (text) => t`${green("published")} ${text}`,
  staged: (text) => t`${green("staged")} ${text}`,
  would_be_published: (text) => t`${green("would be published")} ${text}`,
  already_there: (text) => t`${dim("already there")} ${text}`,
  refused: (text) => t`${red("refused")} ${text}`,
  not_tried: (text) => t`${yellow("not tried")} ${text}`,
};

/** As it happens; what is there already, and what was not tried, is counted at the end alone. */
export function showOne(terminal: Terminal, one: Told | undefined): void {
  if (one === undefined || one.outcome === "already_there" || one.outcome === "not_tried") return;
  terminal.line(WORDS[one.outcome](one.name === null ? one.path : `${one.name} ${one.version}`));
}

/**
 * One summary of all: how many came to what, which of them are held for review, why others were refused, and what is next. Says how the
 * run ends.
 */
export function summariseTree(
  { terminal, config }: Session,
  told: readonly Told[],
  { ending, path, more = {} }: { ending: CliError | null; path: string; more?: object },
): ExitCode {
  const counts = countsOf(told);
  terminal.result({ ...counts, ended_by: ending === null ? null : errorOf(ending), skills: told, ...more });
  const held = told.filter(isHeld);
  const said = Object.entries({ ...countsOf(told.filter((one) => !isHeld(one))), held_for_review: held.length })
    .filter(([, each]) => each > 0)
    .map(([outcome, each]) => `${each} ${outcome.replaceAll("_", " ")}`);
  terminal.line(
    t`${bold(told.length === 1 ? "1 skill" : `${told.length} skills`)}: ${said.join(", ")} (${config.registry})`,
  );
  showHeld(terminal, held);
  for (const alike of refusedAlike(told)) showRefused(terminal, alike, path);
  const unversioned = told.filter(
    ({ error }) => error?.errors.some(({ code }) => code === WITHOUT_VERSION) === true,
  ).length;
  if (unversioned > 0)
    terminal.note(
      t`${unversioned} of them say no version: \`--default-version 0.1.0\` gives one to those that say none.`,
    );
  const underWay = told.filter((one) => isUnderWay(one) && one.error === null).length;
  if (underWay > 0)
    terminal.note(
      t`${underWay} of them ${underWay === 1 ? "is" : "are"} being inspected: the same command with \`--wait\` says what comes of it`,
    );
  if (ending !== null) terminal.warn(t`${red("Ended")}: ${ending.message}`);
  if (counts.not_tried > 0)
    terminal.note("The same command goes on with those that were not tried; what is there already is not sent again.");
  if (ending !== null) return ending.exitCode;
  if (counts.refused > 0) return EXIT.refused;
  return counts.not_tried > 0 || told.some(({ error }) => error !== null) ? EXIT.unexpected : EXIT.ok;
}

function countsOf(told: readonly Told[]): Record<Outcome, number> {
  const count = (outcome: Outcome): number => told.filter((one) => one.outcome === outcome).length;
  return {
    published: count("published"),
    staged: count("staged"),
    would_be_published: count("would_be_published"),
    already_there: count("already_there"),
    refused: count("refused"),
    not_tried: count("not_tried"),
  };
}

const isHeld = ({ held, outcome }: Told): boolean => held !== null && outcome !== "refused";

/** Which are held, each with its reason, and what their publisher can do. */
function showHeld(terminal: Terminal, held: readonly Told[]): void {
  if (held.length === 0) return;
  for (const one of held)
    terminal.line(t`  ${bold(`${one.name} ${one.version}`)} ${yellow("held")}: ${one.held ?? ""}`);
  const [only] = held;
  const release = held.length === 1 ? `${only?.name}@${only?.version}` : "NAME@VERSION";
  terminal.note(
    "  No list shows what is held, and an install needs `--allow-held`, until an admin clears it or you publish a version without " +
      "what it is held for.",
  );
  const contest = calledAs(`contest ${release} --reason TEXT`);
  terminal.note(
    t`  \`${calledAs(`info ${release}`)}\` says what would change it, \`${contest}\` contests it (scope review)`,
  );
}

interface Alike {
  /** How many more errors there are than the one that is shown, in all of them. */
  more: number;
  error: NonNullable<Told["error"]>;
  paths: string[];
}

/** What was refused, or could not be finished, by its cause: one cause of many skills is said once. */
function refusedAlike(told: readonly Told[]): Alike[] {
  const alike = new Map<string, Alike>();
  for (const { path, error } of told) {
    if (error === null) continue;
    const more = error.errors.filter(({ severity }) => severity === "error").length - 1;
    const key = JSON.stringify([error.code, error.message, more > 0 ? null : error.hint]);
    const one = alike.get(key) ?? { more: 0, error, paths: [] };
    alike.set(key, { ...one, more: one.more + Math.max(0, more), paths: [...one.paths, path] });
  }
  return [...alike.values()];
}

/** One by its path; of several the paths come below. */
function showRefused(terminal: Terminal, { error, more, paths }: Alike, tree: string): void {
  const [only = tree] = paths;
  const isOne = paths.length === 1;
  terminal.line(t`  ${bold(isOne ? only : `${paths.length} skills`)}: ${error.code} ${error.message}`);
  if (more > 0)
    terminal.line(t`    and ${more} more: ${`\`${calledAs(`validate ${isOne ? only : tree}`)}\``} lists them`);
  else if (error.hint !== null) terminal.line(t`    ${error.hint}`);
  if (!isOne) for (const path of paths) terminal.line(t`    ${bold(path)}`);
}
