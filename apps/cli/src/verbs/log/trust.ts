import { readFile } from "node:fs/promises";
import { registryAddress } from "../../session/registry-address.ts";
import { misused, notFound, refused, unverified } from "../../failures/failures.ts";
import { ensureAnswer, notOurs, openAnonymously } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, columns, dim, t } from "../../terminal/shown-text.ts";
import { InstallError } from "@gaia/install";
import { sshFingerprint } from "@gaia/trust";
import { changeInstalled } from "@gaia/install/installed";
import {
  describeRegistryKey,
  followChain,
  pinnedLogFor,
  readPinnedLogs,
  readTrust,
  rememberInstalled,
  writePinnedLog,
  writeTrust,
} from "@gaia/install/judged";
import { type LogOptions, logToPin, quorumWords, withoutKeys } from "./trusted-log.ts";

const MAX_KEYS = 16;

/**
 * `trust add <registry>`: pins a registry's key, so that its statements can be checked offline. The key comes from `--key FILE`, or from
 * the registry when its fingerprint is the one given, or when a person on a terminal says so. It is never taken silently. The key of the
 * registry's log is pinned with it, and whose cosignatures that log needs.
 */
export async function addTrust(
  session: Session,
  input: { registry: string; fingerprint?: string | undefined; key?: string | undefined } & LogOptions,
): Promise<void> {
  const { terminal, paths } = session;
  const registry = registryAddress(input.registry, "The registry");
  const {
    keys: offered,
    log: offeredLog,
    listed,
  } = input.key === undefined
    ? await offeredKeys(registry, input.fingerprint !== undefined)
    : { keys: [describeRegistryKey(await readFile(input.key, "utf8"))], log: null, listed: [] };
  const chosen =
    input.fingerprint === undefined ? offered : offered.filter((key) => isFingerprint(input.fingerprint, key));
  // What it has instead is not said: it would be copied, and then nothing was compared.
  if (chosen.length === 0 && input.fingerprint !== undefined)
    throw unverified(
      "fingerprint_mismatch",
      `No key of ${registry} has the fingerprint ${input.fingerprint}; nothing was pinned`,
      "ask its operator for the fingerprint again, by another way than the registry itself; mistyped, or another registry answers",
    );
  if (chosen.length === 0) throw notFound(`${registry} has no keys`);
  const isCompared = input.fingerprint === undefined && input.key === undefined;
  if (isCompared) await ensureCompared(session, registry, { keys: chosen, log: input.log ?? offeredLog, listed });
  const { log, warning } = await logToPin({
    registry,
    options: input,
    offered: offeredLog,
    isAsked: input.key === undefined,
    isCompared,
    // Of a former key by its fingerprint: the log signs with the key that it leads to.
    publicKeys: followChain(
      chosen.map((key) => ({ ...key, added_at: "" })),
      listed,
    ).keys.map(({ public_key }) => public_key),
    before: await pinnedLogFor(paths.trust, registry),
  });
  const added = chosen.map((key) => ({ ...key, added_at: new Date().toISOString() }));
  // An install that follows a change of keys writes the same file.
  await changeInstalled(paths, async () => {
    const trust = await readTrust(paths.trust);
    const kept = (trust.get(registry) ?? []).filter(({ key_id }) => chosen.every((key) => key.key_id !== key_id));
    trust.set(registry, [...kept, ...added]);
    await writeTrust(paths.trust, trust);
    if (log !== null) await writePinnedLog(paths.trust, registry, log);
  });
  await rememberInstalled({ paths, registry });
  terminal.result({ registry, keys: added, policy: log?.text ?? null });
  for (const { fingerprint } of added) terminal.line(t`Pinned ${bold(fingerprint)} for ${registry}`);
  if (warning !== null) terminal.warn(t`warning: ${warning}`);
  for (const { key } of log?.policy.logs ?? [])
    terminal.line(
      t`Pinned its log ${bold(key.name)} (key ${key.keyId}); ${log === null ? "" : quorumWords(log.policy)}`,
    );
}

/** `trust list`: the registry keys that this user believes. */
export async function listTrust({ terminal, paths }: Session): Promise<void> {
  const trust = await readTrust(paths.trust);
  const rows = [...trust].flatMap(([registry, keys]) => keys.map((key) => ({ registry, ...key })));
  const logs = await readPinnedLogs(paths.trust);
  terminal.result({
    keys: rows,
    logs: [...logs].map(([registry, { text, maxAgeSeconds, refusesStale, addedAt }]) => ({
      registry,
      policy: text,
      max_age_seconds: maxAgeSeconds,
      refuses_stale: refusesStale,
      added_at: addedAt,
    })),
  });
  if (rows.length === 0) terminal.note("No registry key is pinned: every tier is only its registry's word.");
  for (const row of columns(rows.map((key) => [key.registry, bold(key.fingerprint), dim(key.added_at)])))
    terminal.line(row);
  for (const [registry, { policy, maxAgeSeconds, refusesStale }] of logs) {
    const when = `${refusesStale ? "refused" : "said"} when older than ${maxAgeSeconds / 3600} hours`;
    for (const { key } of policy.logs)
      terminal.line(t`${registry}  log ${bold(key.name)} (key ${key.keyId}); ${quorumWords(policy)}; ${when}`);
  }
}

/** `trust remove <registry>`: believes a registry's keys no longer, nor logs that they sign; all, or the one with this fingerprint. */
export async function removeTrust(
  session: Session,
  input: { registry: string; fingerprint?: string | undefined },
): Promise<void> {
  const { terminal, paths } = session;
  const registry = registryAddress(input.registry, "The registry");
  const removed = await changeInstalled(paths, async () => {
    const trust = await readTrust(paths.trust);
    const pinned = trust.get(registry) ?? [];
    const gone = pinned.filter((key) => input.fingerprint === undefined || isFingerprint(input.fingerprint, key));
    if (gone.length === 0) throw notFound(`No such key is pinned for ${registry}`);
    const kept = pinned.filter((key) => !gone.includes(key));
    if (kept.length === 0) trust.delete(registry);
    else trust.set(registry, kept);
    const log = kept.length === 0 ? null : await pinnedLogFor(paths.trust, registry);
    await writeTrust(paths.trust, trust);
    const pems = gone.map(({ public_key }) => public_key);
    if (log !== null) await writePinnedLog(paths.trust, registry, withoutKeys(log, pems));
    return gone;
  });
  terminal.result({ registry, removed });
  for (const { fingerprint } of removed) terminal.line(t`No longer believes ${fingerprint} for ${registry}`);
}

/**
 * People write base64 as `ssh-keygen` does, without the `=` at its end, or as `openssl … | base64` does, with it. What OpenSSH calls the
 * key is a digest of the whole key as well: statements name it so.
 */
const isFingerprint = (given: string | undefined, key: { fingerprint: string; public_key: string }): boolean =>
  [key.fingerprint, sshFingerprint(key.public_key)].includes(given?.replace(/={1,2}$/, "") ?? "");

interface Offered {
  keys: ReturnType<typeof describeRegistryKey>[];
  /** The verifier key of its log, when it has one. */
  log: string | null;
  /** Its keys as it lists them, with their hand-overs. */
  listed: Parameters<typeof followChain>[1];
}

async function offeredKeys(registry: string, isNamed: boolean): Promise<Offered> {
  const { keys, log } = await ensureAnswer(openAnonymously(registry).GET("/keys"));
  if (keys.length > MAX_KEYS)
    throw refused("too_many_keys", `The registry lists ${keys.length} keys; nothing was pinned`);
  // One that has not signed yet, or does no longer, is pinned by its fingerprint alone.
  const usable = keys.filter(({ state }) => state !== "revoked");
  const current = usable.filter(({ state }) => state === undefined || state === "current");
  return {
    keys: (isNamed ? usable : current).map(({ public_key }) => offeredKey(public_key)),
    log: log?.key ?? null,
    listed: keys,
  };
}

function offeredKey(pem: string): ReturnType<typeof describeRegistryKey> {
  try {
    return describeRegistryKey(pem);
  } catch (error) {
    if (error instanceof InstallError) throw notOurs(`a key of its own that is none: ${error.message}`, error);
    throw error;
  }
}

async function ensureCompared({ terminal }: Session, registry: string, { keys, log }: Offered): Promise<void> {
  for (const { fingerprint } of keys) terminal.warn(t`${registry} shows the key ${bold(fingerprint)}`);
  if (log !== null) terminal.warn(t`${registry} shows the log ${bold(log)}`);
  if (!terminal.canAsk)
    throw refused(
      "fingerprint_needed",
      `The key of ${registry} has to be compared first: ${keys.map(({ fingerprint }) => fingerprint).join(", ")}`,
      "ask the registry's operators for their fingerprint, then give it as --fingerprint, or the key itself as --key FILE",
    );
  if (keys.length > 1) throw misused("The registry shows several keys", "choose one with --fingerprint");
  if (!(await terminal.ask("Is this the fingerprint that the registry's operators gave you?")))
    throw refused("consent_missing", "Not pinned: you did not agree");
}
