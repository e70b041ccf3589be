import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Settings } from "../config/config.ts";
import { isPkcs11Uri } from "../signing/pkcs11-uri.ts";
import { writeNew } from "./backup-files.ts";
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
