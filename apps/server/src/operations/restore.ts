import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { loadRows, migrate, prepareLoad } from "@gaia/db";
import { rebuildSearch } from "@gaia/registry";
import type { Settings } from "../config/config.ts";
import type { Services } from "../composing/services.ts";
import { eachOf, hashFile, readLines } from "./backup-files.ts";
import { blobKey, blobPath, damaged, digestOf, type OpenBackup, rowsPath, SIGNING_KEY } from "./backup-format.ts";
import { OperationError } from "./operation-error.ts";
import { hasSigningKey } from "./signing-key-file.ts";

const MIGRATIONS = new URL("../../../../migrations/", import.meta.url).pathname;
const BLOBS_AT_A_TIME = 8;

type Target = Pick<Services, "database" | "registry">;

/** Reads every file of a backup once and compares its digest. @throws OperationError naming the first that differs */
export async function verifyBackup(backup: OpenBackup): Promise<void> {
  await eachOf(backup.sums, BLOBS_AT_A_TIME, async ([path, expected]) => {
    const found = await hashFile(join(backup.dir, path)).catch((error: unknown) => {
      const code = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
      throw damaged(`${path} cannot be read (${code})`);
    });
    if (found !== expected) throw damaged(`${path} is not the file that was backed up`);
  });
}

/**
 * Makes sure that the restored registry signs with the key that signed before, or that the operator said otherwise: nobody
 * could check the old statements against `GET /api/v1/keys` any more. Comes before anything is opened, because opening a
 * registry without a key makes one.
 * @returns the settings to open the target with, and the key (PEM) to put into its data directory, if it comes from the backup
 * @throws OperationError
 */
export async function signingKeyFor(
  settings: Settings,
  input: { backup: OpenBackup; newSigningKey: boolean },
): Promise<{ settings: Settings; placeKey: string | null }> {
  if (hasSigningKey(settings) || input.newSigningKey) return { settings, placeKey: null };
  const { dir, manifest, sums } = input.backup;
  if (sums.has(SIGNING_KEY)) {
    const pem = await readFile(join(dir, SIGNING_KEY), "utf8");
    return { settings: { ...settings, SIGNING_KEY: pem }, placeKey: pem };
  }
  if (hasStatements(manifest)) throw otherKey(manifest.signing_key.fingerprint, "none");
  return { settings, placeKey: null };
}

const hasStatements = ({ tables }: OpenBackup["manifest"]): boolean => (tables["attestations"] ?? 0) > 0;

/**
 * Fills an empty registry from a backup that `verifyBackup` has passed. Blobs come first, rows last and in one transaction: a
 * restore that is interrupted leaves no row, and the same command goes on where blobs are there already. Then later
 * migrations are applied, and the search index is made from the rows.
 * @throws OperationError; DumpError and DatabaseError as `prepareLoad` and `loadRows`
 */
export async function restore(
  { database, registry }: Target,
  input: {
    backup: OpenBackup;
    newSigningKey: boolean;
    /** Called once the target is known to be empty. */
    onEmpty(): Promise<void>;
    onProgress(text: string): void;
  },
): Promise<{ indexed: number }> {
  const { backup, onProgress } = input;
  const { manifest, sums } = backup;
  const { fingerprint } = registry.signer.publicKey;
  if (hasStatements(manifest) && fingerprint !== manifest.signing_key.fingerprint && !input.newSigningKey) {
    throw otherKey(manifest.signing_key.fingerprint, fingerprint);
  }
  await prepareLoad(database, { migrationsDir: MIGRATIONS, migrations: manifest.migrations });
  await input.onEmpty();
  await putBlobs(registry, backup, onProgress);
  const missing = new Set(manifest.missing_blobs);
  await loadRows(database, {
    counts: manifest.tables,
    sequences: manifest.sequences,
    // openBackup has made sure that every table has its file.
    rows: (table) => readLines(join(backup.dir, rowsPath(table)), sums.get(rowsPath(table)) ?? ""),
    hasBlob: (sha256) => backup.blobs.has(sha256) || missing.has(sha256),
    audit: {
      actor: "registry",
      action: "registry.restore",
      target: "registry",
      detail: { backup: `sha256:${backup.digest}`, created_at: manifest.created_at },
    },
  });
  onProgress("rows are in");
  await migrate(database, MIGRATIONS);
  return { indexed: await rebuildSearch(registry, (done) => onProgress(`${done} skills in the search index`)) };
}

async function putBlobs(
  registry: Target["registry"],
  backup: OpenBackup,
  onProgress: (text: string) => void,
): Promise<void> {
  let done = 0;
  await eachOf(backup.blobs, BLOBS_AT_A_TIME, async (sha256) => {
    const bytes = await readFile(join(backup.dir, blobPath(sha256)));
    if (digestOf(bytes) !== sha256) throw damaged(`${blobPath(sha256)} changed while it was read`);
    await registry.blobs.put(blobKey(sha256), bytes);
    done += 1;
    if (done % 500 === 0) onProgress(`${done} of ${backup.blobs.size} blobs`);
  });
  onProgress(`${done} blobs are in`);
}

const otherKey = (before: string, now: string): OperationError =>
  new OperationError(
    `The statements in this backup were signed with the key ${before}; this registry has ${now}. Set SIGNING_KEY to the former key, ` +
      "or say --new-signing-key: the old statements are then checked only by those who have the old public key.",
  );
