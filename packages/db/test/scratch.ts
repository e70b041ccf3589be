import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Database } from "../src/index.ts";

/** How a suite opens databases of its adapter: each call gives a new, empty one. */
export type OpenFresh = () => Promise<Database>;

export async function scratchDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "gaia-db-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** A folder with these migration files. */
export async function migrationsDir(files: Record<string, string>): Promise<string> {
  const dir = await scratchDir();
  await addMigrations(dir, files);
  return dir;
}

export async function addMigrations(dir: string, files: Record<string, string>): Promise<void> {
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(dir, name), text)));
}

/** A table or channel name that no other test has. */
export const freshName = (prefix: string) => `${prefix}_${randomBytes(6).toString("hex")}`;

/** Waits until `holds` is true; fails after `timeoutMs`. */
export async function eventually(holds: () => boolean | Promise<boolean>, timeoutMs = 8000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`not within ${timeoutMs} ms: ${holds.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
