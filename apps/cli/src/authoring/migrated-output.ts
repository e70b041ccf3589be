import { randomUUID } from "node:crypto";
import { mkdir, realpath, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { PackageFile } from "@gaia/archive";
import { refused } from "../failures/failures.ts";
import { ensureSkillName, kindOf } from "@gaia/install/installed";

/**
 * Writes a package as `<output>/<name>`, whole or not at all, and gives that path. What stands there already is replaced only with
 * `force`, and never when it is the source or holds it. Throws exit 4.
 */
export async function writeSkillFolder(
  output: string,
  name: string,
  files: readonly PackageFile[],
  options: { force: boolean; source: string },
): Promise<string> {
  const place = join(resolve(output), ensureSkillName(name));
  const kind = await kindOf(place);
  if (kind !== null && !options.force)
    throw refused("exists", `${place} is there already`, "name another --output, or replace it with --force");
  if (kind !== null && kind !== "directory") throw refused("not_a_directory", `${place} is a ${kind}`);
  if (kind !== null && isWithin(await realpath(options.source), await realpath(place)))
    throw refused("is_source", `${place} is where the skill comes from`, "name another --output");
  const fresh = join(resolve(output), `.migrating-${randomUUID()}`);
  try {
    for (const { path, bytes } of files) {
      const file = join(fresh, path);
      if (!isWithin(file, fresh)) throw refused("path_unsafe", `${path} leaves the package`);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, bytes, { flag: "wx" });
    }
    const old = join(resolve(output), `.replaced-${randomUUID()}`);
    if (kind !== null) await rename(place, old);
    await rename(fresh, place);
    if (kind !== null) await rm(old, { recursive: true, force: true });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return place;
}

/** Refuses a place where something is already, unless `force` replaces it: exit 4. */
export async function ensureFree(place: string, force: boolean): Promise<void> {
  const kind = await kindOf(place);
  if (kind !== null && (!force || kind !== "file"))
    throw refused("exists", `${place} is there already`, "name another --output, or replace it with --force");
}

export async function writeReport(place: string, text: string, force: boolean): Promise<void> {
  await ensureFree(place, force);
  await mkdir(dirname(place), { recursive: true });
  await writeFile(place, text);
}

/** Whether `path` is `folder` or below it. */
function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && resolve(folder, way) === resolve(path));
}
