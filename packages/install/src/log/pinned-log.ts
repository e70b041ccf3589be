import { LogError, parsePolicy, type Policy } from "@gaia/log";
import { type InstallError, unexpected } from "../failures.ts";
import { isRecord, readJsonFile, writeJsonFile } from "../home/json-file.ts";

/** What this user believes of a registry's log. */
export interface PinnedLog {
  /** C2SP tlog-policy: the log's keys, the witnesses, and how many of them have to have cosigned. */
  text: string;
  policy: Policy;
  /** How old the newest checkpoint may be, in seconds. */
  maxAgeSeconds: number;
  /** An older one is refused, instead of being said. */
  refusesStale: boolean;
  /** RFC 3339. */
  addedAt: string;
}

/** By registry address. */
export type PinnedLogs = ReadonlyMap<string, PinnedLog>;

export const DEFAULT_MAX_AGE_SECONDS: number = 24 * 60 * 60;

/** All pinned logs. A damaged file stops everything, as it does for keys. */
export async function readPinnedLogs(path: string): Promise<PinnedLogs> {
  const registries = (await readJsonFile(path))?.["registries"];
  const logs = new Map<string, PinnedLog>();
  for (const [registry, entry] of Object.entries(isRecord(registries) ? registries : {})) {
    const log = isRecord(entry) ? entry["log"] : undefined;
    if (log !== undefined) logs.set(registry, toPinnedLog(path, log));
  }
  return logs;
}

/** The log that was pinned for this registry; null when none was. */
export const pinnedLogFor = async (path: string, registry: string): Promise<PinnedLog | null> =>
  (await readPinnedLogs(path)).get(registry) ?? null;

/** Pins a log beside the keys of its registry, of which there is at least one. */
export async function writePinnedLog(path: string, registry: string, log: PinnedLog): Promise<void> {
  const file = (await readJsonFile(path)) ?? {};
  const registries = isRecord(file["registries"]) ? file["registries"] : {};
  const entry = registries[registry];
  if (!isRecord(entry)) throw damaged(path);
  const { text, maxAgeSeconds, refusesStale, addedAt } = log;
  entry["log"] = { policy: text, max_age_seconds: maxAgeSeconds, refuses_stale: refusesStale, added_at: addedAt };
  await writeJsonFile(path, file, 0o600);
}

function toPinnedLog(path: string, value: unknown): PinnedLog {
  if (!isRecord(value)) throw damaged(path);
  const { policy: text, max_age_seconds: maxAgeSeconds, refuses_stale: refusesStale, added_at: addedAt } = value;
  if (typeof text !== "string" || typeof maxAgeSeconds !== "number" || !(maxAgeSeconds > 0)) throw damaged(path);
  if (typeof refusesStale !== "boolean" || typeof addedAt !== "string") throw damaged(path);
  try {
    return { text, policy: parsePolicy(text), maxAgeSeconds, refusesStale, addedAt };
  } catch (error) {
    if (error instanceof LogError) throw damaged(path);
    throw error;
  }
}

const damaged = (path: string): InstallError =>
  unexpected("damaged_file", `${path} is damaged; no log is believed until it is set up again`, {
    hint: "move it away and pin the registry anew",
  });
