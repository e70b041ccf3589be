import type { HomePaths } from "../home/home.ts";
import { type LockEntry, readSkillLock } from "../home/skill-lock.ts";
import type { InstallContext } from "../terms/context.ts";
import { unverified } from "../failures.ts";
import { type Consulted, consultRevocations, keptConsulted } from "./consult-revocations.ts";
import { type Standing, standingOf } from "./judge-revoked.ts";

/** A skill of a lock of which its registry took something back, as a sentence. */
export interface TakenBack {
  name: string;
  version: string;
  standing: Extract<Standing, "withdrawn" | "demoted" | "yanked">;
  text: string;
}

/** What the lists that are kept here say of what a lock names, in its order. Nobody is asked. */
export async function takenBack(paths: HomePaths): Promise<TakenBack[]> {
  const now = new Date();
  const lists = new Map<string, Consulted>();
  const found: TakenBack[] = [];
  for (const [name, entry] of await readSkillLock(paths.lockFile)) {
    const list = lists.get(entry.registry) ?? (await keptConsulted(paths, entry.registry, now));
    lists.set(entry.registry, list);
    const { standing, text } = standingOfLocked(list, entry, now);
    if (standing !== "good" && standing !== "unknown") found.push({ name, version: entry.version, standing, text });
  }
  return found;
}

const standingOfLocked = (list: Consulted, entry: LockEntry, now: Date) =>
  standingOf(list, { releaseDigest: entry.release_digest, tier: entry.security_tier }, now);

/** Before what a lock names is fetched anew: that it was taken back says more than what has become of its tier. Throws exit 5. */
export async function ensureNotTakenBack(context: InstallContext, name: string, entry: LockEntry): Promise<void> {
  const now = new Date();
  const consulted = await consultRevocations(context, {
    isOffline: context.isOffline ?? false,
    allowDowngrade: false,
    now,
  });
  const { standing, text } = standingOfLocked(consulted, entry, now);
  if (standing !== "withdrawn" && standing !== "demoted") return;
  throw unverified("revoked", `${name} ${entry.version} is revoked: ${text}`, WHAT_NEXT);
}

export const WHAT_NEXT = "nothing was restored; `update` takes another version, `remove` takes it out of the lock";
