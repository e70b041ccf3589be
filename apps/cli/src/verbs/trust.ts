import { readFile } from "node:fs/promises";
import { registryAddress } from "../config.ts";
import { misused, notFound, refused, unverified } from "../failures.ts";
import { ensureAnswer, openAnonymously } from "../registry.ts";
import type { Session } from "../session.ts";
import { bold, columns, dim, t } from "../shown-text.ts";
import { describeRegistryKey, readTrust, writeTrust, rememberInstalled } from "@gaia/install";

const MAX_KEYS = 16;

/**
 * `trust add <registry>`: pins a registry's key, so that its statements can be checked offline. The key comes from `--key FILE`, or from
 * the registry when its fingerprint is the one given, or when a person on a terminal says so. It is never taken silently.
 */
export async function addTrust(
  session: Session,
  input: { registry: string; fingerprint?: string | undefined; key?: string | undefined },
): Promise<void> {
  const { terminal, paths } = session;
  const registry = registryAddress(input.registry, "The registry");
  const offered =
    input.key === undefined ? await offeredKeys(registry) : [describeRegistryKey(await readFile(input.key, "utf8"))];
  const chosen =
    input.fingerprint === undefined ? offered : offered.filter(({ fingerprint }) => fingerprint === input.fingerprint);
  if (chosen.length === 0 && input.fingerprint !== undefined) {
    const has = offered.map(({ fingerprint }) => fingerprint).join(", ") || "none";
    throw unverified(
      "fingerprint_mismatch",
      `No key of ${registry} has the fingerprint ${input.fingerprint}; nothing was pinned`,
      `it has ${has}`,
    );
  }
  if (chosen.length === 0) throw notFound(`${registry} has no keys`);
  if (input.fingerprint === undefined && input.key === undefined) await ensureCompared(session, registry, chosen);
  const trust = await readTrust(paths.trust);
  const kept = (trust.get(registry) ?? []).filter(({ key_id }) => chosen.every((key) => key.key_id !== key_id));
  const added = chosen.map((key) => ({ ...key, added_at: new Date().toISOString() }));
  trust.set(registry, [...kept, ...added]);
  await writeTrust(paths.trust, trust);
  await rememberInstalled({ paths, registry });
  terminal.result({ registry, keys: added });
  for (const { fingerprint } of added) terminal.line(t`Pinned ${bold(fingerprint)} for ${registry}`);
}

/** `trust list`: the registry keys that this user believes. */
export async function listTrust({ terminal, paths }: Session): Promise<void> {
  const trust = await readTrust(paths.trust);
  const rows = [...trust].flatMap(([registry, keys]) => keys.map((key) => ({ registry, ...key })));
  terminal.result({ keys: rows });
  if (rows.length === 0) terminal.note("No registry key is pinned: every tier is only its registry's word.");
  for (const row of columns(rows.map((key) => [key.registry, bold(key.fingerprint), dim(key.added_at)])))
    terminal.line(row);
}

/** `trust remove <registry>`: believes a registry's keys no longer; all of them, or the one with this fingerprint. */
export async function removeTrust(
  session: Session,
  input: { registry: string; fingerprint?: string | undefined },
): Promise<void> {
  const { terminal, paths } = session;
  const registry = registryAddress(input.registry, "The registry");
  const trust = await readTrust(paths.trust);
  const pinned = trust.get(registry) ?? [];
  const removed = pinned.filter(
    ({ fingerprint }) => input.fingerprint === undefined || fingerprint === input.fingerprint,
  );
  if (removed.length === 0) throw notFound(`No such key is pinned for ${registry}`);
  const kept = pinned.filter((key) => !removed.includes(key));
  if (kept.length === 0) trust.delete(registry);
  else trust.set(registry, kept);
  await writeTrust(paths.trust, trust);
  terminal.result({ registry, removed });
  for (const { fingerprint } of removed) terminal.line(t`No longer believes ${fingerprint} for ${registry}`);
}

async function offeredKeys(registry: string): Promise<ReturnType<typeof describeRegistryKey>[]> {
  const { keys } = await ensureAnswer(openAnonymously(registry).GET("/keys"));
  if (keys.length > MAX_KEYS)
    throw refused("too_many_keys", `The registry lists ${keys.length} keys; nothing was pinned`);
  return keys.map(({ public_key }) => describeRegistryKey(public_key));
}

async function ensureCompared({ terminal }: Session, registry: string, keys: { fingerprint: string }[]): Promise<void> {
  for (const { fingerprint } of keys) terminal.warn(t`${registry} shows the key ${bold(fingerprint)}`);
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
