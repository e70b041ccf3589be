import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { HomePaths } from "../home/home.ts";
import { withHomeLock } from "../home/home-lock.ts";
import { isMissing } from "../home/json-file.ts";
import { readRegularFile } from "../home/read-files.ts";

/** No package is larger, and no metadata. */
const MAX_BYTES = 64 * 1024 * 1024;

const digestOf = (bytes: Uint8Array): string => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;

/** Runs `work` while no other process changes this home's cache. */
export const withCacheLock = <T>({ cache }: HomePaths, work: () => Promise<T>): Promise<T> =>
  withHomeLock(join(cache, ".lock"), work);

const directoryOf = ({ cache }: HomePaths): string => join(cache, "sha256");
const placeOf = (paths: HomePaths, digest: string): string => join(directoryOf(paths), digest.slice("sha256:".length));

/**
 * The bytes of a digest; null when they are not there. What lies there and is something else is never given out: it is taken away, and
 * `damaged` is told.
 */
export async function readCached(
  paths: HomePaths,
  digest: string,
  damaged: () => void = () => {},
): Promise<Uint8Array | null> {
  const place = placeOf(paths, digest);
  try {
    const found = await readRegularFile(place, MAX_BYTES);
    if (found !== null && digestOf(found.bytes) === digest) return found.bytes;
  } catch (error) {
    if (isMissing(error)) return null;
  }
  damaged();
  await rm(place, { recursive: true, force: true });
  return null;
}

/** Keeps bytes under their digest, in one piece. Call under the cache's lock. */
export async function writeCached(paths: HomePaths, bytes: Uint8Array): Promise<string> {
  const digest = digestOf(bytes);
  if ((await readCached(paths, digest)) !== null) return digest;
  await mkdir(directoryOf(paths), { recursive: true, mode: 0o700 });
  const temporary = join(directoryOf(paths), `.${randomUUID()}.tmp`);
  try {
    const file = await open(temporary, "wx", 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, placeOf(paths, digest));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  return digest;
}

/** Takes away whatever is not among these digests, and what killed processes left. Call under the cache's lock. */
export async function sweepCached(paths: HomePaths, kept: ReadonlySet<string>): Promise<void> {
  const names = await readdir(directoryOf(paths)).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  for (const name of names)
    if (!kept.has(`sha256:${name}`)) await rm(join(directoryOf(paths), name), { recursive: true, force: true });
}
