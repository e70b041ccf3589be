import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Settings } from "../config/config.ts";
import { isPkcs11Uri } from "../signing/pkcs11-uri.ts";
import { writeNew } from "./backup-files.ts";
import { HUB_SIGNING_KEY, type OpenBackup } from "./backup-format.ts";
import { OperationError } from "./operation-error.ts";

/** Where the key lies when `SIGNING_KEY` is not set (`secrets.ts` makes it there). */
const signingKeyPath = (settings: Settings): string => join(settings.DATA_DIR, "signing-key.pem");

/** Whether this registry has a key already, so that opening it makes no new one. */
export const hasSigningKey = (settings: Settings): boolean =>
  settings.SIGNING_KEY !== null || existsSync(signingKeyPath(settings));

/** The registry's private key as PEM, for a backup that is to carry it. */
export async function readSigningKey(settings: Settings): Promise<string> {
  const given = settings.SIGNING_KEY;
  if (given !== null && isPkcs11Uri(given))
    throw new OperationError(
      "The signing key is in a hardware module and never leaves it: leave out --with-signing-key.",
    );
  if (given?.includes("-----BEGIN")) return `${given.replaceAll("\\n", "\n").trimEnd()}\n`;
  return await readFile(given ?? signingKeyPath(settings), "utf8");
}

/** Where the key for GAIA's client lies when `HUB_SIGNING_KEY` is not set (`secrets.ts` makes it there). */
const hubSigningKeyPath = (settings: Settings): string => join(settings.DATA_DIR, HUB_SIGNING_KEY);

/** The private key that signs for GAIA's client, as PEM; null: there is none, or a hardware module keeps it. */
export async function readHubSigningKey(settings: Settings): Promise<string | null> {
  const given = settings.HUB_SIGNING_KEY;
  if (given !== null && isPkcs11Uri(given)) return null;
  if (given?.includes("-----BEGIN")) return `${given.replaceAll("\\n", "\n").trimEnd()}\n`;
  if (given === null && !existsSync(hubSigningKeyPath(settings))) return null;
  return await readFile(given ?? hubSigningKeyPath(settings), "utf8");
}

/** Puts that of a backup where a registry without `HUB_SIGNING_KEY` looks for it; one that is there stays. */
export async function placeHubSigningKey(settings: Settings, { dir, sums }: OpenBackup): Promise<void> {
  const path = hubSigningKeyPath(settings);
  if (!sums.has(HUB_SIGNING_KEY) || settings.HUB_SIGNING_KEY !== null || existsSync(path)) return;
  await mkdir(settings.DATA_DIR, { recursive: true, mode: 0o700 });
  await writeNew(path, await readFile(join(dir, HUB_SIGNING_KEY), "utf8"));
}

/** Puts a key where a registry without `SIGNING_KEY` looks for it. */
export async function placeSigningKey(settings: Settings, pem: string): Promise<void> {
  await mkdir(settings.DATA_DIR, { recursive: true, mode: 0o700 });
  await writeNew(signingKeyPath(settings), pem);
}

/** An operation on a registry that is there must not make one by the way, with a key of its own. */
export function ensureRegistryThere(settings: Settings): void {
  const embedded = settings.DATABASE_URL === null;
  if (embedded && !existsSync(join(settings.DATA_DIR, "db"))) {
    throw new OperationError(
      `There is no registry in DATA_DIR (${settings.DATA_DIR}) and DATABASE_URL is not set. Set the variables that the server runs with.`,
    );
  }
  if (!hasSigningKey(settings)) {
    throw new OperationError(
      `SIGNING_KEY is not set and ${signingKeyPath(settings)} is not there. Set the variables that the server runs with.`,
    );
  }
}
