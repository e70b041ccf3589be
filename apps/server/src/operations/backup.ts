import { randomBytes } from "node:crypto";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { dumpRows } from "@gaia/db";
import type { Services } from "../composing/services.ts";
import { createHashed, eachOf, type HashedFile, syncDirectory, writeNew } from "./backup-files.ts";
import {
  blobKey,
  blobPath,
  digestOf,
  FORMAT,
  HUB_SIGNING_KEY,
  MANIFEST,
  type Manifest,
  rowsPath,
  SIGNING_KEY,
  SUMS,
  writeManifest,
} from "./backup-format.ts";
import { OperationError } from "./operation-error.ts";

const MIGRATIONS = new URL("../../../../migrations/", import.meta.url).pathname;
const BLOBS_AT_A_TIME = 8;

export interface BackedUp {
  manifest: Manifest;
  /** SHA-256 (hex) of the manifest: names the whole backup. */
  digest: string;
}

interface BackupInput {
  dir: string;
  signingKey: string | null;
  hubSigningKey: string | null;
  skipUnreadable: boolean;
  onProgress(text: string): void;
}

/**
 * Writes a copy of everything that a registry is: the rows of one moment and every blob that they name. What is at `dir`
 * afterwards is whole: it is made beside it, written through to the disk, and renamed. Blobs are copied after the rows; a blob
 * that a row names is never removed, so a server on PostgreSQL may go on meanwhile.
 * @param input.signingKey PEM to put into the backup (0600), or null to leave it out; so is `hubSigningKey`
 * @param input.skipUnreadable go on without blobs that storage does not give intact; the manifest lists them
 * @throws OperationError; DumpError and DatabaseError as `dumpRows`
 */
export async function backUp(services: Pick<Services, "database" | "registry">, input: BackupInput): Promise<BackedUp> {
  const dir = resolve(input.dir);
  await ensureVacant(dir);
  await mkdir(dirname(dir), { recursive: true });
  const draft = `${dir}.incomplete-${randomBytes(4).toString("hex")}`;
  await mkdir(draft, { mode: 0o700 });
  try {
    const backedUp = await fill(services, draft, input);
    await rename(draft, dir);
    await syncDirectory(dirname(dir));
    return backedUp;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function ensureVacant(dir: string): Promise<void> {
  const entries = await readdir(dir).catch((error: unknown) => {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "ENOENT") return [];
    throw new OperationError(`${dir} is not a directory that a backup can take (${String(code)}).`);
  });
  if (entries.length > 0) throw new OperationError(`${dir} is not empty. A backup goes into a new directory.`);
}

async function fill(
  { database, registry }: Pick<Services, "database" | "registry">,
  dir: string,
  input: Omit<BackupInput, "dir">,
): Promise<BackedUp> {
  const createdAt = registry.now();
  const sums = new Map<string, string>();
  const named: string[] = [];
  await mkdir(join(dir, "rows"), { mode: 0o700 });
  const files = new Map<string, HashedFile>();
  const { migrations, counts, sequences } = await dumpRows(database, {
    migrationsDir: MIGRATIONS,
    async rows(table, lines) {
      const file = files.get(table) ?? (await createHashed(join(dir, rowsPath(table))));
      files.set(table, file);
      await file.write(lines.map((line) => `${line}\n`).join(""));
    },
    async blobs(sha256) {
      named.push(...sha256);
    },
  });
  for (const table of Object.keys(counts)) {
    // An empty table has its empty file.
    const file = files.get(table) ?? (await createHashed(join(dir, rowsPath(table))));
    sums.set(rowsPath(table), await file.finish());
  }
  input.onProgress(
    `${Object.values(counts).reduce((sum, count) => sum + count, 0)} rows of ${Object.keys(counts).length} tables`,
  );
  const { missing, sizeBytes } = await copyBlobs(registry, { ...input, dir, named });
  for (const sha256 of named) if (!missing.has(sha256)) sums.set(blobPath(sha256), sha256);
  for (const [name, pem] of [
    [SIGNING_KEY, input.signingKey],
    [HUB_SIGNING_KEY, input.hubSigningKey],
  ] as const) {
    if (pem === null) continue;
    await writeNew(join(dir, name), pem);
    sums.set(name, digestOf(pem));
  }
  const sumsText = [...sums]
    .map(([path, sha256]) => `${sha256}  ${path}\n`)
    .toSorted(byPath)
    .join("");
  await writeNew(join(dir, SUMS), sumsText);
  const { key_id, fingerprint } = registry.signer.publicKey;
  const manifest: Manifest = {
    format: FORMAT,
    created_at: createdAt.toISOString(),
    signing_key: { key_id, fingerprint },
    migrations,
    tables: counts,
    sequences,
    blobs: { count: named.length - missing.size, size_bytes: sizeBytes },
    missing_blobs: [...missing].toSorted(),
    sums_sha256: digestOf(sumsText),
  };
  const text = writeManifest(manifest);
  await writeNew(join(dir, MANIFEST), text);
  for (const each of [dir, join(dir, "rows")]) await syncDirectory(each);
  return { manifest, digest: digestOf(text) };
}

const byPath = (one: string, other: string): number => (one.slice(66) < other.slice(66) ? -1 : 1);

async function copyBlobs(
  registry: Services["registry"],
  input: { dir: string; named: string[]; skipUnreadable: boolean; onProgress(text: string): void },
): Promise<{ missing: Set<string>; sizeBytes: number }> {
  const missing = new Set<string>();
  let sizeBytes = 0;
  let done = 0;
  const folders = new Set(input.named.map((sha256) => join(input.dir, blobPath(sha256), "..")));
  for (const folder of folders) await mkdir(folder, { recursive: true, mode: 0o700 });
  await eachOf(input.named, BLOBS_AT_A_TIME, async (sha256) => {
    const bytes = await registry.blobs.read(blobKey(sha256)).catch((error: unknown) => {
      // A shut door is no reason to leave blobs out; a blob that storage itself calls altered is.
      if (error instanceof Error && "code" in error && error.code === "corrupt") return null;
      throw error;
    });
    if (bytes === null || digestOf(bytes) !== sha256) missing.add(sha256);
    else {
      await writeNew(join(input.dir, blobPath(sha256)), bytes);
      sizeBytes += bytes.length;
    }
    done += 1;
    if (done % 500 === 0) input.onProgress(`${done} of ${input.named.length} blobs`);
  });
  for (const folder of folders) await syncDirectory(folder);
  if (missing.size > 0 && !input.skipUnreadable) {
    const few = [...missing].toSorted().slice(0, 5).join(", ");
    throw new OperationError(
      `Storage does not give ${missing.size} of ${input.named.length} blobs intact (${few}). Mend that, or back ` +
        "up without them: --skip-unreadable.",
    );
  }
  input.onProgress(`${input.named.length - missing.size} blobs, ${sizeBytes} bytes`);
  return { missing, sizeBytes };
}
