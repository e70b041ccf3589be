import { chmod } from "node:fs/promises";
import type { Config } from "./config.ts";
import { isLoopback } from "./registry-address.ts";
import { misused } from "../failures/failures.ts";
import { isRecord, readJsonFile, writeJsonFile } from "@gaia/install/installed";
import { t } from "../terminal/shown-text.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** The token for the registry of this run: `GAIA_TOKEN`, else the one stored for its origin, else null. */
export async function findToken(config: Config, path: string): Promise<string | null> {
  if (config.token !== null) return ensureTokenText(config.token);
  const stored = (await readRegistries(path))[new URL(config.registry).origin];
  return isRecord(stored) && typeof stored["token"] === "string" ? ensureTokenText(stored["token"]) : null;
}

/** The same for another registry than this run's, which is given the token that is stored for its origin alone. */
export const findTokenOf = (config: Config, registry: string, path: string): Promise<string | null> =>
  new URL(registry).origin === new URL(config.registry).origin
    ? findToken(config, path)
    : findToken({ ...config, registry, token: null }, path);

/** Keeps a token for the origin of `registry`, in a file that only its owner reads. */
export async function storeToken(
  path: string,
  registry: string,
  entry: { token: string; handle: string },
): Promise<void> {
  const registries = { ...(await readRegistries(path)), [new URL(registry).origin]: entry };
  await writeJsonFile(path, { version: 1, registries }, 0o600);
  await chmod(path, 0o600);
}

/** The token that is kept for the origin of `registry`; null: there is none. */
export const keptToken = (config: Config, path: string): Promise<string | null> =>
  findToken({ ...config, token: null }, path);

/** Forgets the token of the origin of `registry`; false when there was none. */
export async function forgetToken(path: string, registry: string): Promise<boolean> {
  const { [new URL(registry).origin]: found, ...registries } = await readRegistries(path);
  if (found === undefined) return false;
  await writeJsonFile(path, { version: 1, registries }, 0o600);
  return true;
}

/** A token as it may stand in a header. The text itself is never shown. */
export function ensureTokenText(token: string): string {
  if (/^[\x21-\x7e]{8,512}$/.test(token)) return token;
  throw misused("The token is not one: it has blanks or characters that no token has, or is shorter than 8");
}

/** One terminal is one run: many requests of it need no more than one warning for each registry. */
const warned = new WeakMap<Terminal, Set<string>>();

/** Says once when a token travels in the clear. */
export function warnOfClearText(terminal: Terminal, registry: string): void {
  const { protocol, origin } = new URL(registry);
  if (protocol !== "http:" || isLoopback(registry)) return;
  const before = warned.get(terminal) ?? new Set();
  if (before.has(origin)) return;
  warned.set(terminal, before.add(origin));
  terminal.warn(t`warning: your token travels unencrypted to ${registry}; use https`);
}

async function readRegistries(path: string): Promise<Record<string, unknown>> {
  const registries = (await readJsonFile(path))?.["registries"];
  return isRecord(registries) ? registries : {};
}
