import { mkdirSync, openSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** A log of this size is put aside at the next start; the one that was put aside before goes. */
const PUT_ASIDE_BYTES = 16 * 1024 * 1024;

/** Opens `path` for appending, for this user alone. @returns the descriptor */
export function openLogFile(path: string): number {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > PUT_ASIDE_BYTES) renameSync(path, `${path}.1`);
  return openSync(path, "a", 0o600);
}
