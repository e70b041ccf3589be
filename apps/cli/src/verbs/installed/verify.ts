import { calledAs } from "../../failures/invocation.ts";
import { basename, dirname, join, resolve } from "node:path";
import { EXIT, type ExitCode, notFound } from "../../failures/failures.ts";
import {
  installedPlace,
  isSkillName,
  kindOf,
  readSkillLock,
  receiptsDirectory,
  settleInstalled,
  type LockEntry,
} from "@gaia/install/installed";
import { isSound, soundnessOf, type Check } from "@gaia/install/judged";
import { findCopyAt } from "../../installing/judged-copy.ts";
import { believedHere, judgeInstalled } from "../../installing/judged-installation.ts";
import { describeInstalled } from "../../installing/loadable-skill.ts";
import { heldNow, warnOfReview } from "../../installing/held-for-review.ts";
import { inPlace, type PlaceOption } from "../../session/place.ts";
import type { Session } from "../../session/session.ts";
import { bold, dim, green, red, type Shown, t } from "../../terminal/shown-text.ts";

const MARKS: Record<Check["state"], Shown> = { passed: green("✓"), failed: red("✗"), unchecked: dim("–") };

/** `verify <name|dir>`: checks an installed skill offline; exit 5 when anything does not hold, 3 when it is not installed. */
export async function verify(
  session: Session,
  input: { target: string; offline?: boolean | undefined } & PlaceOption,
): Promise<ExitCode> {
  return verifyIn(await inPlace(session, input), input);
}

async function verifyIn(session: Session, input: { target: string; offline?: boolean | undefined }): Promise<ExitCode> {
  const { terminal, paths } = session;
  await settleInstalled(paths);
  const { copy, ...target } = await find(session, input.target);
  const { name, entry } = target;
  const { found, checks } = await judgeInstalled(session, target, input.offline === true ? "never" : "patiently");
  if (copy !== null) checks.push(copy.check);
  const directory = copy?.directory ?? target.directory;
  const ok = isSound(checks);
  const { files } = found;
  const now =
    name === null || entry === null || input.offline === true
      ? entry
      : { ...entry, held: await heldNow(session, name, entry) };
  const installed =
    name === null || now === null
      ? null
      : { entry: now, believed: await believedHere(session, { name, entry: now, checks, files }) };
  terminal.result({ name, directory, ok, checks, ...(await describeInstalled(session, files, installed)) });
  if (name !== null && now !== null && now.held !== null)
    warnOfReview(terminal, { name, version: now.version, reason: now.held });
  for (const { check, state, detail } of checks) terminal.line(t`${MARKS[state]} ${check.padEnd(12)} ${detail}`);
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
    throw notFound(`${target} is neither an installed skill nor a directory`);
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
