import { randomUUID } from "node:crypto";
import { cp, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { kindOf } from "../home/home.ts";

/** What makes a directory a skill: written last, and taken away first, where that cannot be one step. */
const SKILL_FILE = "SKILL.md";

/**
 * Puts a directory where an agent looks, in one step: by a rename, from another file system by a copy in `outside`, a directory that no
 * agent reads. Where the agent's directory is a file system by itself its SKILL.md is written last.
 */
export async function putThere(staging: string, target: string, outside: string): Promise<void> {
  if (await isRenamed(staging, target)) return;
  const beside = join(outside, `.gaia-staging-${randomUUID()}`);
  try {
    await copyTree(staging, beside);
    if (!(await isRenamed(beside, target))) await writeLast(staging, target);
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
  await rm(staging, { recursive: true, force: true });
}

/** Takes a skill's directory from where an agent looks, to `aside`, which is not there yet; `staging` is beside that. The same way back. */
export async function takeFromThere(
  target: string,
  { name, aside, staging, outside }: { name: string; aside: string; staging: string; outside: string },
): Promise<void> {
  if (await isRenamed(target, aside)) return;
  const beside = join(outside, `.gaia-old-${name}-${randomUUID()}`);
  const from = (await isRenamed(target, beside)) ? beside : target;
  await copyTree(from, staging);
  await rename(staging, aside);
  await rm(join(from, SKILL_FILE), { force: true, recursive: true });
  await rm(from, { recursive: true, force: true });
}

/** False: it lies on another file system, or on a layer of one. */
async function isRenamed(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EXDEV") return false;
    throw error;
  }
}

async function writeLast(staging: string, target: string): Promise<void> {
  const isLast = (path: string) => path === join(staging, SKILL_FILE);
  await cp(staging, target, { ...AS_IT_IS, filter: (path) => !isLast(path) });
  if ((await kindOf(join(staging, SKILL_FILE))) !== null)
    await cp(join(staging, SKILL_FILE), join(target, SKILL_FILE), AS_IT_IS);
}

/** Links stay links: none is followed. */
const AS_IT_IS = { recursive: true, verbatimSymlinks: true, errorOnExist: true, force: false } as const;

const copyTree = (from: string, to: string): Promise<void> => cp(from, to, AS_IT_IS);

/** Takes away what a killed copy left in a directory that agents do not read. */
export async function sweepOutside(outside: string): Promise<void> {
  for (const name of await readdir(outside))
    if (/^\.gaia-staging-[0-9a-f-]{36}$/.test(name)) await rm(join(outside, name), { recursive: true, force: true });
}
