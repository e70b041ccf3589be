import { randomUUID } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type HomePaths, kindOf } from "../home/home.ts";
import { readFiles } from "../home/read-files.ts";
import { isOurs } from "./copy-state.ts";
import { takeFromThere } from "./moved-directory.ts";

/** What an earlier release put aside below an agent's directory, and what a killed process had taken out of it. */
const FORMER = /^\.gaia-(kept|new|old)-([a-z0-9][a-z0-9-]{0,63})-[0-9a-f]{8}-[0-9a-f-]{27}$/;

/**
 * Moves what an earlier release left below an agent's directory, where some agents take it for a skill, into the install's place. What it
 * kept of a person's is never deleted: its new places come back. No link is followed, and none is moved.
 */
export async function moveFormerCopies(
  paths: HomePaths,
  directory: string,
  digests: readonly string[],
): Promise<string[]> {
  const outside = dirname(directory);
  const kept: string[] = [];
  for (const place of [directory, outside])
    for (const file of await readdir(place)) {
      const [, word, name] = FORMER.exec(file) ?? [];
      const path = join(place, file);
      if (name === undefined || (await kindOf(path)) !== "directory") continue;
      if (word !== "kept" && isOurs(await readFiles(path), name, digests)) {
        await rm(path, { recursive: true, force: true });
        continue;
      }
      const id = randomUUID();
      const aside = join(paths.skills, `.kept-${name}-${id}`);
      await takeFromThere(path, { name, aside, staging: join(paths.skills, `.staging-${name}-${id}`), outside });
      kept.push(aside);
    }
  return kept;
}
