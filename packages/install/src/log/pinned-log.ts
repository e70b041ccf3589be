import { ed25519FromPem, LogError, parsePolicy, type Policy } from "@gaia/log";
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
  /** The log's keys (Ed25519, base 64) that were handed over since, with the time until which they signed: one signs nothing new. */
  former?: ReadonlyMap<string, Date> | undefined;
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
    if (log !== undefined) logs.set(registry, { ...toPinnedLog(path, log), former: formerKeys(entry) });
  }
  return logs;
}

function formerKeys(entry: unknown): Map<string, Date> {
  const keys = isRecord(entry) && Array.isArray(entry["keys"]) ? entry["keys"].filter(isRecord) : [];
  return formerOf(keys as { public_key?: unknown; retired_at?: unknown }[]);
}

/** Of the registry's pinned keys those that were handed over, as they stand in its log's policy. */
export function formerOf(keys: readonly { public_key?: unknown; retired_at?: unknown }[]): Map<string, Date> {
  const former = new Map<string, Date>();
  for (const { public_key: pem, retired_at: until } of keys)
    if (typeof pem === "string" && typeof until === "string")
      former.set(toBase64(ed25519FromPem(pem)), new Date(until));
  return former;
}

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

/**
 * Judges something that is to be new by the keys that the log signs with now. What only a former key signed counts where the policy's
 * witnesses saw it while that key signed: whoever has the key since cannot have it cosigned then.
 */
export async function judgeNew<V extends { ok: true; asOf: number | null } | { ok: false }>(
  { policy, former = new Map() }: PinnedLog,
  judge: (policy: Policy) => Promise<V>,
): Promise<V> {
  if (former.size === 0) return judge(policy);
  const logs = policy.logs.filter(({ key }) => !former.has(toBase64(key.publicKey)));
  const now = await judge({ ...policy, logs });
  if (now.ok) return now;
  // Each by its own end: another one's is no time of it.
  for (const log of policy.logs) {
    const until = former.get(toBase64(log.key.publicKey));
    if (until === undefined) continue;
    const then = await judge({ ...policy, logs: [log] });
    if (then.ok && then.asOf !== null && then.asOf * 1000 <= until.getTime()) return then;
  }
  return now;
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
