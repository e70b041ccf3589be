import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { readRepoSkill, type RepoSkill } from "@gaia/catalog";
import type { Logger } from "../logging/log.ts";

const MANIFESTS = ["package.json", "miaos.skill.json", "README.md"];
const MOST_BYTES = 256 * 1024;
const MOST_FOLDERS = 500;

/**
 * The skills in the folders of `MIAOS_REPO_SKILLS_DIR`, read once at start (MiaOS skill authoring spec). What cannot be
 * read is told in the log and left out; links are not followed.
 */
export async function readRepoSkills(dir: string | null, log: Logger): Promise<RepoSkill[]> {
  if (dir === null) return [];
  const found = new Map<string, RepoSkill>();
  for (const folder of (await readdir(dir)).sort().slice(0, MOST_FOLDERS)) {
    if (!(await lstat(join(dir, folder))).isDirectory()) continue;
    const read = readRepoSkill(await manifestsIn(join(dir, folder)));
    if ("skill" in read && !found.has(read.skill.id)) found.set(read.skill.id, read.skill);
    else
      log.warn(
        { event: "repo_skill_left_out", folder, why: "problem" in read ? read.problem : "its id is taken" },
        folder,
      );
  }
  return [...found.values()];
}

async function manifestsIn(dir: string) {
  const files = await Promise.all(
    MANIFESTS.map(async (path) => {
      const info = await lstat(join(dir, path)).catch(() => null);
      if (!info?.isFile() || info.size > MOST_BYTES) return [];
      return [{ path, bytes: new Uint8Array(await readFile(join(dir, path))) }];
    }),
  );
  return files.flat();
}
