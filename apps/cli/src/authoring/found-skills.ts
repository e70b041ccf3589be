import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { isSystemJunk } from "@gaia/archive";
import { isManifestName } from "@gaia/manifest";
import { NEVER_PACKED } from "./skill-directory.ts";

const LIMITS = { depth: 6, entries: 200_000 };

/**
 * The skills below a directory, sorted: a folder with a manifest is one and is not looked into further; in a folder without, every
 * `*.skill.md` is one by itself. Links are not followed, and `leftOut` is not looked into.
 */
export async function findSkills(directory: string, leftOut: string): Promise<string[]> {
  const found: string[] = [];
  await look(directory, 0, { left: LIMITS.entries, leftOut }, found);
  return found.toSorted();
}

/** Caches, packages of other managers, hidden folders, and what a system leaves. */
const isBeside = (name: string): boolean => NEVER_PACKED.has(name) || name.startsWith(".") || isSystemJunk(name);

async function look(
  directory: string,
  depth: number,
  budget: { left: number; leftOut: string },
  found: string[],
): Promise<void> {
  if (directory === budget.leftOut) return;
  const entries = await readdir(directory, { withFileTypes: true });
  budget.left -= entries.length;
  if (budget.left < 0) return;
  const names = entries.filter((entry) => entry.isFile() && isManifestName(entry.name)).map(({ name }) => name);
  const isLoose = (name: string) => /.\.skill\.md$/i.test(name);
  const folder = names.filter((name) => !isLoose(name));
  // A package.json alone may belong to whatever holds the skills.
  if (depth > 0 && folder.some((name) => name !== "package.json")) {
    found.push(directory);
    return;
  }
  const before = found.length;
  for (const name of names) if (isLoose(name)) found.push(join(directory, name));
  if (depth < LIMITS.depth)
    for (const entry of entries)
      if (entry.isDirectory() && !isBeside(entry.name))
        await look(join(directory, entry.name), depth + 1, budget, found);
  if (depth > 0 && found.length === before && folder.includes("package.json")) found.push(directory);
}
