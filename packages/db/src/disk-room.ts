import { statfsSync } from "node:fs";
import { DatabaseError } from "./errors.ts";

const LEAST_FREE_BYTES = 64 * 1024 * 1024;

/**
 * Refuses to go on with a nearly full disk. PGlite that cannot write its log spins for ever with the whole process inside it,
 * so writes stop while there is room for those that run; reads go on.
 * @throws DatabaseError `unavailable` below 64 MiB free
 */
export function ensureDiskRoom(dir: string): void {
  const { bavail, bsize } = statfsSync(dir);
  if (bavail * bsize >= LEAST_FREE_BYTES) return;
  throw new DatabaseError(
    "unavailable",
    `Less than 64 MiB are free on the disk of ${dir}: nothing is written until there are.`,
  );
}
