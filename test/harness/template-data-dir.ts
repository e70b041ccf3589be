import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate, openDatabase } from "@gaia/db";

const ROOT = new URL("../../", import.meta.url).pathname;
const MIGRATIONS = join(ROOT, "migrations");

/**
 * A fresh data directory whose embedded database has every migration already: making a cluster takes seconds, copying
 * one does not. The template is kept under node_modules/.cache, named by the migrations and the PGlite it was made of.
 */
export async function freshDataDir(place = tmpdir()): Promise<string> {
  const template = await ensureTemplate();
  const dataDir = await mkdtemp(join(place, "registry-"));
  await cp(join(template, "db"), join(dataDir, "db"), { recursive: true });
  return dataDir;
}

const MEMORY = "/dev/shm";
const ENOUGH_BYTES = 4 * 1024 ** 3;

/** Where a database costs no disk: in memory, where there is plenty. That what was committed outlasts the power is asked elsewhere. */
export async function quickPlace(): Promise<string> {
  try {
    const { bavail, bsize } = await statfs(MEMORY);
    return bavail * bsize > ENOUGH_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

async function ensureTemplate(): Promise<string> {
  const cache = join(ROOT, "node_modules/.cache/registry-template");
  const template = join(cache, await digest());
  if (await exists(template)) return template;
  await mkdir(cache, { recursive: true });
  const making = await mkdtemp(join(cache, "making-"));
  const database = await openDatabase({ url: null, dataDir: making });
  await migrate(database, MIGRATIONS);
  await database.close();
  // Another worker may have been quicker; then its template stands.
  await rename(making, template).catch(() => rm(making, { recursive: true, force: true }));
  return template;
}

async function digest(): Promise<string> {
  const hash = createHash("sha256");
  for (const name of (await readdir(MIGRATIONS)).sort()) hash.update(await readFile(join(MIGRATIONS, name)));
  hash.update(await readFile(join(ROOT, "node_modules/@electric-sql/pglite/package.json")));
  return hash.digest("hex").slice(0, 16);
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
