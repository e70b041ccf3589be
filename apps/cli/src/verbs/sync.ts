import {
  changeInstalled,
  type Drift,
  ensureNotRevoked,
  fetchingAhead,
  fetchLocked,
  findDrift,
  keepReleases,
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
import { showBatch } from "../progress/progress-line.ts";
import { bold, t, yellow } from "../shown-text.ts";

export interface SyncInput {
  check?: boolean | undefined;
  /** The home instead of the project. */
  home?: boolean | undefined;
  /** From the cache alone. */
  offline?: boolean | undefined;
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
  const restored = await restore(placed, drift, { yes: input.yes ?? false, isOffline: input.offline ?? false });
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
  { yes, isOffline }: { yes: boolean; isOffline: boolean },
): Promise<{ name: string; version: string }[]> {
  const { paths, terminal } = session;
  const entries = await readSkillLock(paths.lockFile);
  const names = new Set(drift.filter(({ kind }) => kind !== "unlocked").map(({ name }) => name));
  const fetched: { context: Awaited<ReturnType<typeof installContext>>; locked: LockedRelease }[] = [];
  const wanted = [...names].flatMap((name) => {
    const entry = entries.get(name);
    return entry === undefined ? [] : [{ name, entry, version: entry.version }];
  });
  for (const registry of new Set(wanted.map(({ entry }) => entry.registry))) {
    const releases = wanted.filter(({ entry }) => entry.registry === registry);
    const context = await installContext(sessionAt(session, registry), isOffline);
    await fetchingAhead(context, releases, async (asking) => {
      for (const [done, { name, entry }] of releases.entries()) {
        showBatch(terminal, { done, total: releases.length, name });
        const locked = await fetchLocked(asking, name, entry);
        await ensureNotRevoked(context, [locked], { allowRevoked: false, allowDowngrade: false });
        const needed = neededConsent(locked.release.version, locked.skill).filter(
          ({ what }) => !entry.granted.includes(what),
        );
        await ensureConsent(terminal, { subject: `${name} ${entry.version}`, needed, alarms: locked.alarms, yes });
        fetched.push({ context, locked });
      }
      const here = fetched.filter((one) => one.context === context).map(({ locked }) => locked);
      await keepReleases(context, here);
    }).finally(() => showBatch(terminal, null));
  }
  await changeInstalled(paths, async () => {
    for (const { context, locked } of fetched) await restoreSkill(context, locked);
  });
  return fetched.map(({ locked }) => ({ name: locked.name, version: locked.entry.version }));
}
