import { calledAs } from "../invocation.ts";
import { join, resolve } from "node:path";
import { EXIT, type ExitCode, notFound, toCliError } from "../failures.ts";
import {
  checkRevocations,
  consultRevocations,
  installedPlace,
  isSkillName,
  isSound,
  kindOf,
  readKnownCertificates,
  readKnownPublishers,
  readPinnedLogs,
  readSkillLock,
  readTrust,
  settleInstalled,
  soundnessOf,
  standingOf,
  type Check,
  type LockEntry,
  verifyInstalled,
} from "@gaia/install";
import { inPlace, type PlaceOption } from "../place.ts";
import { installContext } from "../registry-door.ts";
import { type Session, sessionAt } from "../session.ts";
import { readTrustedRoots } from "../trusted-roots.ts";
import { bold, dim, green, red, type Shown, t, yellow } from "../shown-text.ts";
import { readWholeDirectory } from "../skill-directory.ts";

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
  const { directory, name, entry } = await find(session, input.target);
  const found = await readWholeDirectory(directory);
  const judged = await verifyInstalled({
    found,
    name,
    entry,
    pinned: await readTrust(paths.trust),
    logs: await readPinnedLogs(paths.trust),
    known: await readKnownPublishers(paths.publishers),
    certificates: await readKnownCertificates(paths.certificates),
    trustedRoots: await readTrustedRoots(session.config),
    now: new Date(),
  });
  const checks = judged.map(withCommand);
  const revocations = await checkInstalled(session, entry, input.offline ?? false);
  if (revocations !== null) checks.push(revocations);
  const ok = isSound(checks);
  terminal.result({ name, directory, ok, checks });
  for (const { check, state, detail } of checks) terminal.line(t`${MARKS[state]} ${check.padEnd(12)} ${detail}`);
  terminal.line(
    ok ? t`${bold(name ?? directory)} ${soundnessOf(checks)}` : t`${red(bold(name ?? directory))} failed verification`,
  );
  return ok ? EXIT.ok : EXIT.verification;
}

/** What the registry took back since; null for what this home did not install. A registry that cannot be asked is no failure. */
async function checkInstalled(session: Session, entry: LockEntry | null, isOffline: boolean): Promise<Check | null> {
  if (entry === null) return null;
  const now = new Date();
  const context = await installContext(sessionAt(session, entry.registry));
  const agreed = { releaseDigest: entry.release_digest, tier: entry.security_tier };
  try {
    const consulted = await consultRevocations(context, { isOffline, allowDowngrade: false, now });
    const { standing, text } = standingOf(consulted, agreed, now);
    if (consulted.isPinned && (standing === "yanked" || standing === "unknown"))
      session.terminal.warn(t`${yellow("warning:")} ${text}`);
    return checkRevocations(consulted, agreed, now);
  } catch (error) {
    const failure = toCliError(error);
    if (failure?.exitCode !== EXIT.verification) throw error;
    return { check: "revocations", state: "failed", detail: failure.message };
  }
}

/** Where a check could be made, the command that makes it possible. */
const withCommand = (check: Check): Check =>
  check.state === "unchecked" && /: pin (?:its key|the log)$/.test(check.detail)
    ? { ...check, detail: `${check.detail} with \`${calledAs("trust add")}\`` }
    : check;

async function find(
  { paths }: Session,
  target: string,
): Promise<{ directory: string; name: string | null; entry: LockEntry | null }> {
  const entries = await readSkillLock(paths.lockFile);
  if (isSkillName(target)) {
    const entry = entries.get(target) ?? null;
    const { path, exists } = await installedPlace(paths, target);
    if (exists) return { directory: path, name: target, entry };
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
  if (entry === null && (await kindOf(join(directory, "SHA256SUMS"))) !== "file")
    throw notFound(`${target} has no SHA256SUMS: it is not an installed skill`);
  return { directory, name, entry };
}
