import { contentDigest, contentVersion, type PackageFile } from "@gaia/archive";
import { sumsOfFiles } from "@gaia/install/installed";
import { readSkill } from "@gaia/manifest";
import { CliError, EXIT, type ExitCode, misused, refused, toCliError } from "../../failures/failures.ts";
import { calledAs } from "../../failures/invocation.ts";
import { heldFor, type Version } from "@gaia/install";
import { waitForInspection } from "../../inspection/wait-for-inspection.ts";
import type { Session } from "../../session/session.ts";
import type { SignSums } from "../../signing/signing-method.ts";
import { isReadOtherwise } from "../../authoring/read-elsewhere.ts";
import type { AuthorPackage } from "../../authoring/author-package.ts";
import { showBatch } from "../../terminal/progress-line.ts";
import { t } from "../../terminal/shown-text.ts";
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
import { sayWhoSeesEach } from "./who-sees.ts";
import { patiently, stopOnInterrupt, type Stopping } from "./patiently.ts";
import { errorOf, isUnderWay, showOne, summariseTree, type Told } from "./tree-summary.ts";

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
  { paths, signSums, plugin }: { paths: readonly string[]; signSums: SignSums | null; plugin?: OfPlugin },
): Promise<ExitCode> {
  const { terminal } = session;
  if (input.version !== undefined)
    throw misused(
      `--version is for one skill, and ${input.path} holds ${plugin === undefined ? paths.length : "a plugin's"}`,
      "`--default-version` gives one to those that say none",
    );
  await ensureAgreed(session, input, paths);
  const stopping = stopOnInterrupt();
  const told: Told[] = [];
  let readOtherwise = 0;
  let ending = null as CliError | null;
  try {
    for (const [done, path] of paths.entries()) {
      showBatch(terminal, { done, total: paths.length, name: path });
      if (ending !== null || stopping.isAsked()) told.push(untried(path));
      else {
        const asked = { ...input, path, read: plugin?.readerOf(path) };
        const one = await tellOne(session, asked, { signSums, stopping, before: told });
        if (one instanceof CliError) ending = one;
        told.push(one instanceof CliError ? untried(path) : one);
        const isNew = ["published", "staged", "would_be_published"].includes(told.at(-1)?.outcome ?? "");
        if (isNew && isReadOtherwise(session.author.files)) readOtherwise += 1;
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
  const more = ending === null ? await plugin?.finish(told.flatMap(standing)) : undefined;
  const exit = summariseTree(session, told, { ending, path: input.path, more: more?.shown ?? plugin?.shown ?? {} });
  if (readOtherwise > 0)
    terminal.note(
      t`Some agents refuse or change ${readOtherwise} of them: ${`\`${calledAs(`validate ${input.path}`)}\``} says which.`,
    );
  if (ending === null) await sayWhoSeesEach(session, told.flatMap(newVersion));
  more?.say();
  return exit === EXIT.ok && more?.isRefused === true ? EXIT.refused : exit;
}

/** What a plugin has of its own, where the skills are its. */
export interface OfPlugin {
  readerOf(path: string): () => Promise<AuthorPackage>;
  /** What `--json` says of it, whatever came of it. */
  shown: object;
  /** With what stands of its skills at the registry. `say`: after all else was said. */
  finish(versions: readonly Version[]): Promise<{ shown: object; isRefused: boolean; say(): void }>;
}

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
  const skills = paths.length === 1 ? "1 skill" : `${paths.length} skills`;
  for (const path of paths.slice(0, NAMED)) terminal.note(t`  ${path}`);
  if (paths.length > NAMED) terminal.note(t`  and ${paths.length - NAMED} more`);
  if (await terminal.ask(t`${verb} ${skills} below ${input.path} to ${config.registry}?`)) return;
  throw refused("consent_missing", "Nothing was sent", "`--yes` does not ask; `--dry-run` has each judged");
}

/** What became of one; a CliError ends the run. */
async function tellOne(
  session: Session,
  input: PublishInput,
  { signSums, stopping, before }: { signSums: SignSums | null; stopping: Stopping; before: readonly Told[] },
): Promise<Told | CliError> {
  const told = untried(input.path);
  try {
    return await patiently(session.terminal, stopping, () =>
      input.dryRun === true ? judgeOne(session, input, told) : publishOne(session, input, { told, signSums, before }),
    );
  } catch (error) {
    const failure = toCliError(error) ?? ofSystem(error);
    if (failure === null) throw error;
    if (stopping.isAsked() && failure.exitCode === EXIT.unreachable) return told;
    return endsAll(failure) ? failure : { ...told, outcome: "refused", error: errorOf(failure) };
  }
}

/** Of what was taken from elsewhere and says no version of its own. */
function versionOfContent(files: readonly PackageFile[]): string {
  // Neither name nor version is part of what a content digest names.
  const sums = sumsOfFiles({ publisher: "a", name: "a", version: "0.0.0" }, files);
  return contentVersion(contentDigest(sums));
}

/**
 * Two folders of one name, of which the second says no version, are two skills, not two versions of one. The first is taken, in each run
 * the same. Throws exit 4.
 */
function ensureNotAnothers(
  files: readonly PackageFile[],
  defaultVersion: string | undefined,
  before: readonly Told[],
): void {
  const { skill } = readSkill(files, { defaultVersion });
  if (skill === null || skill.version.value !== defaultVersion) return;
  const { value: name } = skill.name;
  const first = before.find(
    (one) => one.name === name && one.version !== null && one.version !== defaultVersion && one.outcome !== "refused",
  );
  if (first === undefined) return;
  throw refused("name_taken", `The name ${name} is that of ${first.path} too, and this one says no version`);
}

async function publishOne(
  own: Session,
  asked: PublishInput,
  { told, signSums, before }: { told: Told; signSums: SignSums | null; before: readonly Told[] },
): Promise<Told> {
  const read = await readPackage(own, asked);
  const input = asked.mirroredFrom === undefined ? asked : { ...asked, defaultVersion: versionOfContent(read.files) };
  if (asked.mirroredFrom !== undefined) ensureNotAnothers(read.files, input.defaultVersion, before);
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
  const done: Told = { ...told, outcome, status: signed.status, verdict: signed.verdict, held: heldFor(signed) };
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
      const done = afterwards(one, await waitForInspection(session, first, timeoutMs));
      sent.set(done, first);
      told[index] = done;
    } catch (error) {
      const failure = toCliError(error);
      if (failure === null) throw error;
      told[index] = { ...one, error: errorOf(failure) };
    }
  }
}

/** The versions as they were when they had been sent, for whoever waits for them. */
const sent = new WeakMap<Told, Version>();

const newVersion = (one: Told): Version[] => {
  const version = one.outcome === "published" || one.outcome === "staged" ? sent.get(one) : undefined;
  return version === undefined ? [] : [version];
};

/** What is there and not withheld, sent now or before. */
const standing = (one: Told): Version[] => {
  const version = one.outcome === "published" || one.outcome === "already_there" ? sent.get(one) : undefined;
  return version === undefined ? [] : [version];
};

function afterwards(one: Told, version: Version): Told {
  const { status, verdict, verdict_reason: reason } = version;
  if (status !== "quarantined") return { ...one, status, verdict, held: heldFor(version) };
  const hint = `\`${calledAs(`info ${one.name}@${one.version}`)}\` says more`;
  const error = { code: "quarantined", message: reason ?? "The scan withholds it.", hint, errors: [] };
  return { ...one, status, verdict, outcome: "refused", error };
}

/** A file that cannot be read is one skill's matter. */
const ofSystem = (error: unknown): CliError | null =>
  error instanceof Error && "syscall" in error ? new CliError(EXIT.unexpected, "system_error", error.message) : null;

const untried = (path: string): Told => ({
  path,
  name: null,
  version: null,
  outcome: "not_tried",
  status: null,
  verdict: null,
  held: null,
  error: null,
});
