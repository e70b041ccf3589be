import { setTimeout as sleep } from "node:timers/promises";
import { isNewer } from "@gaia/install";
import { toCliError } from "../../failures/failures.ts";
import { inPlace } from "../../session/place.ts";
import type { Session } from "../../session/session.ts";
import { findOutdated } from "./outdated.ts";
import { type KnownNow, type Newer, newerKey } from "../../dashboard/machine-skills.ts";

/** A page waits so long for registries; then it says that they are still asked. */
const WAIT_MS = 1_500;

/** Asks the registries of what is installed, once and beside all else. */
export function newerVersions(session: Session): () => Promise<Newer> {
  const asked = ask(session).catch((error: unknown): Newer => {
    const failure = toCliError(error);
    return { unknown: failure?.message ?? "a registry could not be asked" };
  });
  return () => Promise.race([asked, sleep(WAIT_MS, "looking" as const, { ref: false })]);
}

async function ask(session: Session): Promise<Newer> {
  const found = new Map<string, KnownNow>();
  for (const place of ["home", "project"] as const) {
    const placed = await inPlace(session, { project: place === "project" }, true);
    for (const { name, version, wanted, latest, yanked } of await findOutdated(placed)) {
      const newer = [wanted, latest].find((one) => one !== null && isNewer(one, version)) ?? null;
      if (newer !== null || yanked) found.set(newerKey(place, name), { newer, yanked });
    }
  }
  return found;
}
