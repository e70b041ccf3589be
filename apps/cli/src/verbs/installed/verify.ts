import { calledAs } from "../../failures/invocation.ts";
import { basename, dirname, join, resolve } from "node:path";
import { EXIT, type ExitCode, notFound } from "../../failures/failures.ts";
import { type PackageFile, parseSums } from "@gaia/archive";
import {
  filesOf,
  installedPlace,
  isSkillName,
  kindOf,
  readSkillLock,
  receiptsDirectory,
  settleInstalled,
  type LockEntry,
} from "@gaia/install/installed";
import { isSound, readSignatureRecord, soundnessOf, type Check } from "@gaia/install/judged";
import { findCopyAt } from "../../installing/judged-copy.ts";
import { believedHere, judgeInstalled } from "../../installing/judged-installation.ts";
import { describeInstalled } from "../../installing/loadable-skill.ts";
import { heldNow, warnOfReview } from "../../installing/held-for-review.ts";
import { inPlace, notInstalled, type PlaceOption } from "../../session/place.ts";
import type { Session } from "../../session/session.ts";
import { checkSource, ensureWithSource, type SourceOptions } from "../../installing/source-check.ts";
import { showChecks } from "../../installing/shown-checks.ts";
import { bold, red, t } from "../../terminal/shown-text.ts";
import { verifyPublished } from "./verify-published.ts";

type Input = { target: string; offline?: boolean | undefined } & SourceOptions;

/**
 * `verify <name|dir>`: checks an installed skill offline; exit 5 when anything does not hold, 3 when it is not installed. With `--source`
 * also against a folder of a commit, and then for `name@version` and what is not installed, too: as the registry has it.
 */
export async function verify(session: Session, input: Input & PlaceOption): Promise<ExitCode> {
  ensureWithSource(input);
  const here = await inPlace(session, input);
  await settleInstalled(here.paths);
  const { source } = input;
  if (source !== undefined && (await isElsewhere(here, input))) return verifyPublished(here, { ...input, source });
  return verifyIn(here, input);
}

/** Whether a version is meant that lies at the registry: one that is named, or of a skill that is not installed. */
async function isElsewhere({ paths }: Session, { target, offline }: Input): Promise<boolean> {
  if (/^[^/\\@]+@[^/\\]+$/.test(target)) return true;
  if (!isSkillName(target) || offline === true) return false;
  const { exists } = await installedPlace(paths, target);
  return !exists && !(await readSkillLock(paths.lockFile)).has(target) && (await kindOf(resolve(target))) === null;
}

async function verifyIn(session: Session, input: Input): Promise<ExitCode> {
  const { terminal } = session;
  const { copy, ...target } = await find(session, input.target);
  const { name, entry } = target;
  const { found, checks } = await judgeInstalled(session, target, input.offline === true ? "never" : "patiently");
  if (copy !== null) checks.push(copy.check);
  const directory = copy?.directory ?? target.directory;
  const { files } = found;
  const source = await sourceOf(session, files, input);
  if (source !== null) checks.push(source.check);
  const ok = isSound(checks);
  const now =
    name === null || entry === null || input.offline === true
      ? entry
      : { ...entry, held: await heldNow(session, name, entry) };
  const installed =
    name === null || now === null
      ? null
      : { entry: now, believed: await believedHere(session, { name, entry: now, checks, files }) };
  const described = await describeInstalled(session, files, installed);
  terminal.result({ name, directory, ok, checks, ...described, ...(source && { source: source.told }) });
  if (name !== null && now !== null && now.held !== null)
    warnOfReview(terminal, { name, version: now.version, reason: now.held });
  showChecks(terminal, checks, source?.told ?? null);
  terminal.line(
    ok ? t`${bold(name ?? directory)} ${soundnessOf(checks)}` : t`${red(bold(name ?? directory))} failed verification`,
  );
  return ok ? EXIT.ok : EXIT.verification;
}

interface Target {
  directory: string;
  /** Where its receipts lie, if that is not in there. */
  receipts?: string;
  name: string | null;
  entry: LockEntry | null;
  /** An agent's copy of it, which is what was asked about. */
  copy: { directory: string; check: Check } | null;
}

async function find(session: Session, target: string): Promise<Target> {
  const { paths } = session;
  const entries = await readSkillLock(paths.lockFile);
  if (isSkillName(target)) {
    const entry = entries.get(target) ?? null;
    const { path, exists } = await installedPlace(paths, target);
    if (exists) return { directory: path, name: target, entry, copy: null };
    if (entry !== null)
      throw notFound(
        `${target} is in the lock file, and its directory is gone`,
        `install it again: \`${calledAs(`install ${target}`)}\``,
      );
  }
  const directory = resolve(target);
  if ((await kindOf(directory)) !== "directory")
    throw await notInstalled(
      session,
      { name: target, project: paths.place.scope === "project" },
      { sentence: `${target} is neither an installed skill nor a directory` },
    );
  const name = [...entries.keys()].find((one) => join(paths.skills, one) === directory) ?? null;
  const entry = name === null ? null : (entries.get(name) ?? null);
  if (entry !== null) return { directory, name, entry, copy: null };
  const copy = await findCopyAt(session, directory);
  if (copy !== null) {
    const { path } = await installedPlace(paths, copy.name);
    return { directory: path, name: copy.name, entry: copy.entry, copy: { directory, check: copy.check } };
  }
  const unknown = { directory, name: null, entry: null, copy: null };
  if ((await kindOf(join(directory, "SHA256SUMS"))) === "file") return unknown;
  const receipts = receiptsDirectory(dirname(directory), basename(directory));
  if ((await kindOf(join(receipts, "SHA256SUMS"))) === "file") return { ...unknown, receipts };
  throw notFound(`${target} has no SHA256SUMS: it is not an installed skill`);
}

/** The package's own files, held against a commit; null: nobody asked. Where there are no sums, that has failed already. */
async function sourceOf(
  session: Session,
  found: readonly PackageFile[],
  options: SourceOptions,
): Promise<Awaited<ReturnType<typeof checkSource>> | null> {
  const textAt = (path: string): string | null => {
    const file = found.find((one) => one.path === path);
    return file === undefined ? null : Buffer.from(file.bytes).toString("utf8");
  };
  const sums = textAt("SHA256SUMS");
  if (options.source === undefined || sums === null) return null;
  const files = filesOf(found, parseSums(sums));
  const provenance = readSignatureRecord(textAt("signature.json"))?.provenance ?? [];
  return checkSource(session, { files, sums, provenance }, { ...options, source: options.source });
}
