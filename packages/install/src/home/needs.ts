import { compareTiers, type Tier } from "@gaia/policy";
import type { LockEntry } from "./skill-lock.ts";

type Entries = ReadonlyMap<string, LockEntry>;

/** The installed skills that need another one, and in which range. */
export const whoNeeds = (entries: Entries, name: string): { name: string; range: string }[] =>
  [...entries].flatMap(([one, { requires }]) => {
    // A skill may be called `constructor`.
    const range = one === name || !Object.hasOwn(requires, name) ? undefined : requires[name];
    return range === undefined ? [] : [{ name: one, range }];
  });

/** What came along for another skill's sake and is needed by none that was asked for, directly or by others. */
export function noLongerNeeded(entries: Entries): string[] {
  const needed = new Set([...entries].filter(([, { requested }]) => requested !== null).map(([name]) => name));
  // A set that grows while it is walked is walked to its end.
  for (const name of needed) for (const other of Object.keys(entries.get(name)?.requires ?? {})) needed.add(other);
  return [...entries.keys()].filter((name) => !needed.has(name));
}

/** The lowest tier that each may have: what was asked for with it, or with what needs it. Who asks for nothing is left out. */
export function leastTiers(entries: Entries): Map<string, Tier> {
  const least = new Map<string, Tier>();
  for (const [name, { least_tier: tier }] of entries) if (tier !== null) least.set(name, tier);
  const open = [...least.keys()];
  for (let by = open.pop(); by !== undefined; by = open.pop()) {
    const [one, tier] = [entries.get(by), least.get(by)];
    if (one === undefined || tier === undefined) continue;
    for (const name of Object.keys(one.requires)) {
      // Of that name from elsewhere is another skill.
      if (entries.get(name)?.registry !== one.registry) continue;
      const own = least.get(name);
      if (own !== undefined && compareTiers(own, tier) >= 0) continue;
      least.set(name, tier);
      open.push(name);
    }
  }
  return least;
}

/** A chain of skills from one that was asked for to another, with the range that the last link needs it in. */
export interface Chain {
  names: string[];
  range: string;
}

/** Why a skill is installed: every chain without a circle, shortest first; at most a hundred. */
export function chainsTo(entries: Entries, name: string): Chain[] {
  const found: Chain[] = [];
  const own = entries.get(name)?.requested;
  if (own != null) found.push({ names: [name], range: own });
  let steps = 0;
  const walk = (path: readonly string[], range: string) => {
    const [first] = path;
    steps += 1;
    if (first === undefined || found.length >= 100 || steps > 10_000) return;
    for (const { name: by, range: wanted } of whoNeeds(entries, first)) {
      if (path.includes(by)) continue;
      const last = path.length === 1 ? wanted : range;
      if (entries.get(by)?.requested != null) found.push({ names: [by, ...path], range: last });
      walk([by, ...path], last);
    }
  };
  walk([name], "");
  return found.sort((left, right) => left.names.length - right.names.length);
}
