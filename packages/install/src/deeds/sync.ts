import { keepReleases } from "../cache/kept-releases.ts";
import type { InstallContext } from "../terms/context.ts";
import { InstallError } from "../failures.ts";
import { fetchingAhead } from "../release/fetch-ahead.ts";
import type { HomePaths } from "../home/home.ts";
import { changeInstalled, settleInstalled } from "../skills/installed-skills.ts";
import { ensureNoOwnWork } from "../own-work/own-work.ts";
import { type LockEntry, readSkillLock } from "../home/skill-lock.ts";
import { rememberAgreed } from "../local/agreed-here.ts";
import { toPlannedRelease } from "../plan/planned-release.ts";
import { ensureNotRevoked } from "../revocations/judge-revoked.ts";
import { ensureNotTakenBack } from "../revocations/taken-back.ts";
import { type Drift, findDrift } from "../sync/find-drift.ts";
import { fetchLocked, type LockedRelease, restoreSkill } from "../sync/restore.ts";
import type { Held } from "../choice/planned-update.ts";
import type { Copied } from "../copies/planned-copies.ts";
import { type Person, proposeRelease, type ProposedRelease } from "./proposal.ts";
import type { UnderReview } from "./under-review.ts";
import type { ContextAt } from "./update.ts";

/** What was done so that a place is what its lock says. */
export interface Synced {
  restored: { name: string; version: string }[];
  /** The copies of what was restored. */
  copied: Copied[];
  /** What could not be restored, each by itself: a person changed it, nobody agreed, or a registry has another one. */
  held: Held[];
  /** What differs from the lock still. */
  left: Drift[];
  /** What was restored and is held for review by now: a lock's word is kept. */
  underReview: UnderReview[];
}

/** What a lock names and what has to be fetched anew. */
interface Wanted {
  name: string;
  version: string;
  entry: LockEntry;
}

interface Fetched {
  context: InstallContext;
  locked: LockedRelease;
  proposed: ProposedRelease;
}

/**
 * Makes what differs from a place's lock what the lock says, byte for byte: all that is restored is fetched, judged and agreed to before
 * any of it is written. What the lock does not name is left alone; what a person changed is, too, unless it `overwrites`. A skill that
 * cannot be restored (another content, publisher or signer than the lock names, a registry that is away) holds up no other.
 */
export async function sync(
  paths: HomePaths,
  { overwrites }: { overwrites: boolean },
  { contextAt, person }: { contextAt: ContextAt; person: Person },
): Promise<Synced> {
  await settleInstalled(paths);
  const drift = await findDrift(paths);
  const entries = await readSkillLock(paths.lockFile);
  // What was taken back and lies there unchanged stays: `update` and `remove` are for that.
  const names = new Set(drift.filter(({ kind }) => kind !== "unlocked" && kind !== "revoked").map(({ name }) => name));
  const wanted = [...names].flatMap((name): Wanted[] => {
    const entry = entries.get(name);
    return entry === undefined ? [] : [{ name, entry, version: entry.version }];
  });
  const held: Held[] = [];
  const fetched: Fetched[] = [];
  const registries = new Set(wanted.map(({ entry }) => entry.registry));
  for (const registry of registries) {
    const here = wanted.filter(({ entry }) => entry.registry === registry);
    try {
      fetched.push(...(await fetchAll(await contextAt(registry), here, { overwrites, held })));
    } catch (error) {
      if (registries.size === 1 || !(error instanceof Error)) throw error;
      held.push(...here.map(({ name, version }) => ({ name, version, why: error })));
    }
  }
  const agreed = await agreeTo(fetched, { person, held });
  const copied: Copied[] = [];
  if (agreed.length > 0)
    await changeInstalled(paths, async () => {
      for (const { context, locked, proposed } of agreed) {
        const now = withAsked(locked, proposed);
        copied.push(...(await restoreSkill(context, now, overwrites)).copied);
        if (proposed.asks.length > 0) await rememberAgreed(paths, { ...now, resolved: false });
      }
    });
  const restored = agreed.map(({ locked: { name, entry } }) => ({ name, version: entry.version }));
  const review = agreed.flatMap(({ locked: { name, entry } }) =>
    entry.held === null ? [] : [{ name, version: entry.version, reason: entry.held }],
  );
  return { restored, copied, held, left: await findDrift(paths), underReview: review };
}

async function agreeTo(
  fetched: readonly Fetched[],
  { person, held }: { person: Person; held: Held[] },
): Promise<readonly Fetched[]> {
  if (fetched.length === 0) return [];
  const agreed = await person.agree({ deed: "sync", releases: fetched.map(({ proposed }) => proposed) });
  if (typeof agreed === "boolean") return agreed ? fetched : [];
  for (const { locked } of fetched) {
    const why = agreed.get(locked.name);
    if (why !== undefined) held.push({ name: locked.name, version: locked.entry.version, why });
  }
  return fetched.filter(({ locked }) => !agreed.has(locked.name));
}

/** What was asked for now is agreed to from now on. */
const withAsked = (locked: LockedRelease, { asks }: ProposedRelease): LockedRelease => {
  const granted = [...new Set([...locked.entry.granted, ...asks.map(({ what }) => what)])].sort();
  return { ...locked, entry: { ...locked.entry, granted } };
};

function fetchAll(
  context: InstallContext,
  releases: readonly Wanted[],
  { overwrites, held }: { overwrites: boolean; held: Held[] },
): Promise<Fetched[]> {
  const { paths, tell } = context;
  return fetchingAhead(context, releases, async (asking) => {
    const fetched: Fetched[] = [];
    for (const [done, { name, version, entry }] of releases.entries()) {
      tell({ kind: "batch", batch: { done, total: releases.length, name } });
      try {
        await ensureNotTakenBack(context, name, entry);
        const locked = await fetchLocked(asking, name, entry);
        if (!overwrites) await ensureNoOwnWork(paths, { name, next: locked.release.files });
        await ensureNotRevoked(context, [locked], { allowRevoked: false, allowDowngrade: false });
        fetched.push({ context, locked, proposed: await propose(context, locked) });
      } catch (error) {
        if (!(error instanceof InstallError)) throw error;
        held.push({ name, version, why: error });
      }
    }
    await keepReleases(
      context,
      fetched.map(({ locked }) => locked),
    );
    return fetched;
  }).finally(() => tell({ kind: "batch", batch: null }));
}

/** The lock says what was agreed to, of these very bytes. */
async function propose(context: InstallContext, locked: LockedRelease): Promise<ProposedRelease> {
  const { name, entry } = locked;
  const planned = { installed: entry.version, requested: entry.requested, requiredBy: [] };
  const row = toPlannedRelease(locked, { planned, registry: context.registry, machine: await context.machine() });
  return proposeRelease(context, locked, { row: { ...row, name }, agreed: entry.granted });
}
