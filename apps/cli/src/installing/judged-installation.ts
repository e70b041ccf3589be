import {
  type BelievedEntry,
  believedEntry,
  type LockEntry,
  readEnabledLocals,
  readFiles,
  receiptsOf,
} from "@gaia/install/installed";
import {
  type Check,
  checkRevocations,
  consultRevocations,
  ensureListed,
  readKnownCertificates,
  readKnownPublishers,
  readPinnedLogs,
  readTrust,
  standingOf,
  verifyInstalled,
} from "@gaia/install/judged";
import { EXIT, toCliError } from "../failures/failures.ts";
import { calledAs } from "../failures/invocation.ts";
import { installContext } from "./registry-door.ts";
import { type Session, sessionAt } from "../session/session.ts";
import { shellWord } from "../terminal/shell-word.ts";
import { t, yellow } from "../terminal/shown-text.ts";
import { readWholeDirectory, type SkillDirectory } from "../authoring/skill-directory.ts";
import { readTrustedRoots } from "../session/trusted-roots.ts";

/** A directory with an installed skill. `name` and `entry` are null for one that this home did not install. */
interface Installation {
  directory: string;
  /** Where its receipts lie, if that is not in there: beside an agent's copy. */
  receipts?: string | undefined;
  name: string | null;
  entry: LockEntry | null;
}

/** Whether its registry is asked what it took back: not at all, without waiting for one that is slow, or with patience. */
type Asks = "never" | "briefly" | "patiently";

/** The files of an installed skill, and every check of them: with what is on this machine, and what its registry took back. */
export async function judgeInstalled(
  session: Session,
  { directory, receipts, name, entry }: Installation,
  asks: Asks,
): Promise<{ found: SkillDirectory; checks: Check[] }> {
  const { paths } = session;
  const found = await readWholeDirectory(directory);
  if (receipts !== undefined) found.files.push(...receiptsOf((await readFiles(receipts)).files));
  // Before anything is judged: it follows a change of the registry's key.
  const revocations = await checkInstalled(session, entry, asks);
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
  const all = [...judged, ...(revocations === null ? [] : [revocations])];
  return { found, checks: all.map((check) => withCommand(check, entry)) };
}

/** What counts of what a lock says, as this person's home has it. */
export async function believedHere(
  { paths }: Session,
  { name, ...said }: { name: string } & Pick<Parameters<typeof believedEntry>[0], "entry" | "checks" | "files">,
): Promise<BelievedEntry> {
  const { scope, root } = paths.place;
  const enabled = scope === "user" ? null : ((await readEnabledLocals(paths, root)).get(name) ?? null);
  return believedEntry({ ...said, scope, enabled });
}

/** What the registry took back since; null for what this home did not install. A registry that cannot be asked is no failure. */
async function checkInstalled(session: Session, entry: LockEntry | null, asks: Asks): Promise<Check | null> {
  if (entry === null) return null;
  const now = new Date();
  const context = await installContext(await sessionAt(session, entry.registry), false, asks === "briefly");
  const agreed = { releaseDigest: entry.release_digest, tier: entry.security_tier };
  try {
    const consulted = await consultRevocations(context, { isOffline: asks === "never", allowDowngrade: false, now });
    if (asks === "briefly" && session.config.requiresRevocations) ensureListed(entry.registry, consulted);
    const { standing, text } = standingOf(consulted, agreed, now);
    const unasked =
      asks === "briefly" && consulted.unreached !== null ? ` (it cannot be asked now: ${consulted.unreached})` : "";
    if (consulted.isPinned && (standing === "yanked" || standing === "unknown" || unasked !== ""))
      session.terminal.warn(t`${yellow("warning:")} ${text}${unasked}`);
    return checkRevocations(consulted, agreed, now);
  } catch (error) {
    const failure = toCliError(error);
    if (failure?.exitCode !== EXIT.verification) throw error;
    return { check: "revocations", state: "failed", detail: failure.message };
  }
}

/** Where a check could be made, the command that makes it possible. */
const withCommand = (check: Check, entry: LockEntry | null): Check =>
  check.state === "unchecked" && /: pin (?:its key|the log)$/.test(check.detail)
    ? {
        ...check,
        detail: `${check.detail} with \`${calledAs(`trust add ${entry === null ? "ADDRESS" : shellWord(entry.registry)}`)}\``,
      }
    : check;
