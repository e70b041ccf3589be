import type { ProblemError } from "../../failures/failures.ts";
import { CliError, EXIT, type ExitCode, misused, refused, toCliError } from "../../failures/failures.ts";
import { calledAs } from "../../failures/invocation.ts";
import type { Version } from "@gaia/install";
import { waitForInspection } from "../../inspection/wait-for-inspection.ts";
import type { Session } from "../../session/session.ts";
import type { SignSums } from "../../signing/signing-method.ts";
import { showBatch } from "../../terminal/progress-line.ts";
import { bold, dim, green, red, type Shown, t, yellow } from "../../terminal/shown-text.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { judgeUpload } from "./publish-dry-run.ts";
import {
  actingSession,
  ensureAsAsked,
  isSigned,
  type PublishInput,
  readPackage,
  sendPackage,
  signPackage,
} from "./publish-package.ts";
import { findPublished } from "./find-published.ts";
import { patiently, stopOnInterrupt, type Stopping } from "./patiently.ts";

type Outcome = "published" | "staged" | "would_be_published" | "already_there" | "refused" | "not_tried";

/** What became of one skill of the tree, as `--json` says it. */
interface Told {
  path: string;
  name: string | null;
  version: string | null;
  outcome: Outcome;
  /** Where the version stands, as far as it was seen. */
  status: string | null;
  verdict: string | null;
  /** Why it was refused or could not be finished. */
  error: { code: string; message: string; hint: string | null; errors: readonly ProblemError[] } | null;
}

/** What ends the whole run: the registry is away, or nobody may publish with this token. */
const endsAll = ({ exitCode, problem }: CliError): boolean => exitCode === EXIT.unreachable || problem?.status === 401;

/**
 * `publish FOLDER`, `stage FOLDER` of a folder that holds several skills: each is published by itself, and one that is refused stops no
 * other. What the registry has with the same content is not sent again, so the same command goes on where it ended. Exit 4 when one was
 * refused; 6 when the registry went away, 1 when somebody stopped it.
 */
export async function publishTree(
  session: Session,
  input: PublishInput,
  { paths, signSums }: { paths: readonly string[]; signSums: SignSums | null },
): Promise<ExitCode> {
  const { terminal } = session;
  if (input.version !== undefined)
    throw misused(
      `--version is for one skill, and ${input.path} holds ${paths.length}`,
      "`--default-version` gives one to those that say none",
    );
  await ensureAgreed(session, input, paths);
  const stopping = stopOnInterrupt();
  const told: Told[] = [];
  let ending = null as CliError | null;
  try {
    for (const [done, path] of paths.entries()) {
      showBatch(terminal, { done, total: paths.length, name: path });
      if (ending !== null || stopping.isAsked()) told.push(untried(path));
      else {
        const one = await tellOne(session, { ...input, path }, { signSums, stopping });
        if (one instanceof CliError) ending = one;
        told.push(one instanceof CliError ? untried(path) : one);
      }
      showOne(terminal, told.at(-1));
    }
    // Nothing is lost by whoever does not wait to the end: all of them are there.
    stopping.end();
    if (input.wait && ending === null && !stopping.isAsked())
      await waitForAll(session, told, input.timeoutSeconds * 1_000);
  } finally {
    stopping.end();
    showBatch(terminal, null);
  }
  return summarise(session, told, ending);
}

/** A manifest that says no version (docs/diagnostics.md). */
const WITHOUT_VERSION = "SK3010";

/** So many paths are named before the question. */
const NAMED = 30;

/** A tree is many names that stay taken: a person sees how many before the first is sent. */
async function ensureAgreed(
  { terminal, config }: Session,
  input: PublishInput,
  paths: readonly string[],
): Promise<void> {
  if (input.yes === true || input.dryRun === true || !terminal.canAsk) return;
  const verb = input.isStaged === true ? "Stage" : "Publish";
  for (const path of paths.slice(0, NAMED)) terminal.note(t`  ${path}`);
  if (paths.length > NAMED) terminal.note(t`  and ${paths.length - NAMED} more`);
  if (await terminal.ask(t`${verb} ${paths.length} skills below ${input.path} to ${config.registry}?`)) return;
  throw refused("consent_missing", "Nothing was sent", "`--yes` does not ask; `--dry-run` has each judged");
}

/** What became of one; a CliError ends the run. */
async function tellOne(
  session: Session,
  input: PublishInput,
  { signSums, stopping }: { signSums: SignSums | null; stopping: Stopping },
): Promise<Told | CliError> {
  const told = untried(input.path);
  try {
    return await patiently(session.terminal, stopping, () =>
      input.dryRun === true ? judgeOne(session, input, told) : publishOne(session, input, { told, signSums }),
    );
  } catch (error) {
    const failure = toCliError(error) ?? ofSystem(error);
    if (failure === null) throw error;
    if (stopping.isAsked() && failure.exitCode === EXIT.unreachable) return told;
    return endsAll(failure) ? failure : { ...told, outcome: "refused", error: errorOf(failure) };
  }
}

async function publishOne(
  own: Session,
  input: PublishInput,
  { told, signSums }: { told: Told; signSums: SignSums | null },
): Promise<Told> {
  const read = await readPackage(own, input);
  const session = await actingSession(own, input, read);
  const there = await findPublished(session, input, read.files);
  const { version, isNew } =
    there === null ? await sendPackage(session, input, read.upload) : { version: there, isNew: false };
  told.name = version.name;
  told.version = version.version;
  ensureAsAsked(input, version);
  const signed =
    signSums === null || isSigned(version)
      ? version
      : (await signPackage(session, version, { files: read.files, signSums })).version;
  const outcome = !isNew ? "already_there" : input.isStaged === true ? "staged" : "published";
  const done: Told = { ...told, outcome, status: signed.status, verdict: signed.verdict };
  sent.set(done, signed);
  return done;
}

async function judgeOne(session: Session, input: PublishInput, told: Told): Promise<Told> {
  const read = await readPackage(session, input);
  const { judged, there } = await judgeUpload(session, input, read);
  const errors = judged.diagnostics.filter(({ severity }) => severity === "error");
  const [first] = errors;
  const { name = null, version = null } = judged.version ?? {};
  const known = { ...told, name, version };
  if (!judged.valid || judged.version === null) {
    const message = first?.message ?? "It cannot be read as a skill.";
    return {
      ...known,
      outcome: "refused",
      error: { code: first?.code ?? "invalid_manifest", message, hint: first?.hint ?? null, errors },
    };
  }
  if (!there.isTaken) return { ...known, outcome: "would_be_published" };
  if ((await findPublished(session, input, read.files)) !== null) return { ...known, outcome: "already_there" };
  const message = `${name} ${version} is there with other content.`;
  return {
    ...known,
    outcome: "refused",
    error: { code: "version_exists", message, hint: "raise the version", errors: [] },
  };
}

/** After all were sent, so that the registry inspects them side by side meanwhile. `--timeout` is for each. */
async function waitForAll(session: Session, told: Told[], timeoutMs: number): Promise<void> {
  for (const [index, one] of told.entries()) {
    const first = sent.get(one);
    if (first === undefined || !isUnderWay(one)) continue;
    try {
      told[index] = afterwards(one, await waitForInspection(session, first, timeoutMs));
    } catch (error) {
      const failure = toCliError(error);
      if (failure === null) throw error;
      told[index] = { ...one, error: errorOf(failure) };
    }
  }
}

/** The versions as they were when they had been sent, for whoever waits for them. */
const sent = new WeakMap<Told, Version>();

function afterwards(one: Told, { status, verdict, verdict_reason: reason }: Version): Told {
  if (status !== "quarantined") return { ...one, status, verdict };
  const hint = `\`${calledAs(`info ${one.name}@${one.version}`)}\` says more`;
  const error = { code: "quarantined", message: reason ?? "The scan withholds it.", hint, errors: [] };
  return { ...one, status, verdict, outcome: "refused", error };
}

const isUnderWay = ({ status }: Told): boolean => status === "received" || status === "inspecting";

/** A file that cannot be read is one skill's matter. */
const ofSystem = (error: unknown): CliError | null =>
  error instanceof Error && "syscall" in error ? new CliError(EXIT.unexpected, "system_error", error.message) : null;

const errorOf = ({ code, message, hint, errors }: CliError): NonNullable<Told["error"]> => ({
  code,
  message,
  hint,
  errors,
});

const untried = (path: string): Told => ({
  path,
  name: null,
  version: null,
  outcome: "not_tried",
  status: null,
  verdict: null,
  error: null,
});

const WORDS: Record<Outcome, (text: string) => Shown> = {
  published: (text) => t`${green("published")} ${text}`,
  staged: (text) => t`${green("staged")} ${text}`,
  would_be_published: (text) => t`${green("would be published")} ${text}`,
  already_there: (text) => t`${dim("already there")} ${text}`,
  refused: (text) => t`${red("refused")} ${text}`,
  not_tried: (text) => t`${yellow("not tried")} ${text}`,
};

/** As it happens; what is there already, and what was not tried, is counted at the end alone. */
function showOne(terminal: Terminal, one: Told | undefined): void {
  if (one === undefined || one.outcome === "already_there" || one.outcome === "not_tried") return;
  terminal.line(WORDS[one.outcome](one.name === null ? one.path : `${one.name} ${one.version}`));
}

function summarise({ terminal, config }: Session, told: readonly Told[], ending: CliError | null): ExitCode {
  const count = (outcome: Outcome): number => told.filter((one) => one.outcome === outcome).length;
  const counts = {
    published: count("published"),
    staged: count("staged"),
    would_be_published: count("would_be_published"),
    already_there: count("already_there"),
    refused: count("refused"),
    not_tried: count("not_tried"),
  };
  terminal.result({ ...counts, ended_by: ending === null ? null : errorOf(ending), skills: told });
  const said = Object.entries(counts)
    .filter(([, each]) => each > 0)
    .map(([outcome, each]) => `${each} ${outcome.replaceAll("_", " ")}`);
  terminal.line(t`${bold(`${told.length} skills`)}: ${said.join(", ")} (${config.registry})`);
  for (const { path, error } of told) {
    if (error === null) continue;
    terminal.line(t`  ${bold(path)}: ${error.code} ${error.message}`);
    const more = error.errors.filter(({ severity }) => severity === "error").length - 1;
    if (more > 0) terminal.line(t`    and ${more} more: ${`\`${calledAs(`validate ${path}`)}\``} lists them`);
    else if (error.hint !== null) terminal.line(t`    ${error.hint}`);
  }
  const unversioned = told.filter(
    ({ error }) => error?.errors.some(({ code }) => code === WITHOUT_VERSION) === true,
  ).length;
  if (unversioned > 0)
    terminal.note(
      t`${unversioned} of them say no version: \`--default-version 0.1.0\` gives one to those that say none.`,
    );
  if (ending !== null) terminal.warn(t`${red("Ended")}: ${ending.message}`);
  if (counts.not_tried > 0)
    terminal.note("The same command goes on with those that were not tried; what is there already is not sent again.");
  if (ending !== null) return ending.exitCode;
  if (counts.refused > 0) return EXIT.refused;
  return counts.not_tried > 0 || told.some(({ error }) => error !== null) ? EXIT.unexpected : EXIT.ok;
}
