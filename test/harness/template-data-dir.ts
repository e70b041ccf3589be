import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate, openDatabase } from "@gaia/db";

const ROOT = new URL("../../", import.meta.url).pathname;
const MIGRATIONS = join(ROOT, "migrations");

/**
 * A fresh data directory whose embedded database has every migration already: making a cluster takes seconds, copying
 * one does not. The template is kept under node_modules/.cache, named by the migrations and the PGlite it was made of.
 */
export async function freshDataDir(): Promise<string> {
  const template = await ensureTemplate();
  const dataDir = await mkdtemp(join(tmpdir(), "registry-"));
  await cp(join(template, "db"), join(dataDir, "db"), { recursive: true });
  return dataDir;
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
