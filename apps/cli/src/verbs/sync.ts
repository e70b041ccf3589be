import {
  changeInstalled,
  type Drift,
  ensureNotRevoked,
  fetchLocked,
  findDrift,
  type LockedRelease,
  neededConsent,
  readSkillLock,
  restoreSkill,
  settleInstalled,
} from "@gaia/install";
import { ensureConsent } from "../consent.ts";
import { EXIT, type ExitCode } from "../failures.ts";
import { inPlace } from "../place.ts";
import { installContext } from "../registry-door.ts";
import { type Session, sessionAt } from "../session.ts";
import { bold, t, yellow } from "../shown-text.ts";

export interface SyncInput {
  check?: boolean | undefined;
  /** The home instead of the project. */
  home?: boolean | undefined;
  yes?: boolean | undefined;
}

/**
 * `sync`: makes a project's skills what its lock says, byte for byte, and takes away nothing that the lock does not name. `--check` says
 * what differs, a line each, without a network. Exit 4 when something differs that `sync` did not put right.
 */
export async function sync(session: Session, input: SyncInput): Promise<ExitCode> {
  const placed = await inPlace(session, { project: input.home !== true });
  const { terminal, paths } = placed;
  await settleInstalled(paths);
  const drift = await findDrift(paths);
  if (input.check === true || drift.length === 0) {
    terminal.result({ drift, restored: [] });
    show(placed, drift);
    if (drift.length === 0) terminal.note(t`${paths.skills} is what its lock says`);
    return drift.length === 0 ? EXIT.ok : EXIT.refused;
  }
  const restored = await restore(placed, drift, input.yes ?? false);
  const left = await findDrift(paths);
  terminal.result({ drift: left, restored });
  for (const { name, version } of restored) terminal.line(t`Restored ${bold(name)} ${version}`);
  show(placed, left);
  return left.length === 0 ? EXIT.ok : EXIT.refused;
}

function show({ terminal }: Session, drift: readonly Drift[]): void {
  for (const { name, kind, detail } of drift) terminal.line(t`${bold(name)} ${yellow(kind)} ${detail}`);
}

/** Everything is fetched and judged before anything is written. */
async function restore(
  session: Session,
  drift: readonly Drift[],
  yes: boolean,
): Promise<{ name: string; version: string }[]> {
  const { paths, terminal } = session;
  const entries = await readSkillLock(paths.lockFile);
  const names = new Set(drift.filter(({ kind }) => kind !== "unlocked").map(({ name }) => name));
  const fetched: { context: Awaited<ReturnType<typeof installContext>>; locked: LockedRelease }[] = [];
  for (const name of names) {
    const entry = entries.get(name);
    if (entry === undefined) continue;
    const context = await installContext(sessionAt(session, entry.registry));
    const locked = await fetchLocked(context, name, entry);
    await ensureNotRevoked(context, [locked], { allowRevoked: false, allowDowngrade: false });
    const needed = neededConsent(locked.release.version, locked.skill).filter(
      ({ what }) => !entry.granted.includes(what),
    );
    await ensureConsent(terminal, { subject: `${name} ${entry.version}`, needed, alarms: locked.alarms, yes });
    fetched.push({ context, locked });
  }
  await changeInstalled(paths, async () => {
    for (const { context, locked } of fetched) await restoreSkill(context, locked);
  });
  return fetched.map(({ locked }) => ({ name: locked.name, version: locked.entry.version }));
}
