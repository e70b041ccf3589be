import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readMigrations } from "./migration-files.ts";

/** Where `npm run build` leaves an embedded database that has every migration: making one takes seconds, copying one does not. */
export const TEMPLATE = fileURLToPath(new URL("../dist/template/", import.meta.url));
export const MIGRATIONS = fileURLToPath(new URL("../../../migrations/", import.meta.url));

/**
 * Fills `dir` with the template. False, and nothing done, where there is none or it was made of other migrations or another PGlite:
 * then the cluster is made from nothing.
 */
export async function copyTemplate(dir: string): Promise<boolean> {
  const madeOf = await readFile(join(TEMPLATE, "made-of"), "utf8").catch(() => null);
  if (madeOf === null || madeOf !== (await templateDigest())) return false;
  await cp(join(TEMPLATE, "db"), dir, { recursive: true });
  return true;
}

/** What a template depends on, as one SHA-256. */
export async function templateDigest(): Promise<string> {
  const hash = createHash("sha256");
  for (const { name, sha256 } of await readMigrations(MIGRATIONS)) hash.update(`${name} ${sha256}\n`);
  return hash.update(await pgliteVersion()).digest("hex");
}

async function pgliteVersion(): Promise<string> {
  let at = dirname(createRequire(import.meta.url).resolve("@electric-sql/pglite"));
  while (!existsSync(join(at, "package.json"))) at = dirname(at);
  return readFile(join(at, "package.json"), "utf8");
}
