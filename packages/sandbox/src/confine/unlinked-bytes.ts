import { readFileSync, readlinkSync, statSync } from "node:fs";
import { join } from "node:path";
import { namesIn } from "./look-into.ts";

const BLOCK_BYTES = 512;
const DELETED = " (deleted)";

/** A file without a name, and what it takes on disk. */
interface Unlinked {
  /** Its number and the path that it had. */
  key: string;
  bytes: number;
}

/**
 * What processes hold of files that were removed from below directories, open or mapped into memory: they are on disk until the last of
 * them lets go. Each file counts once.
 */
export function unlinkedBytes(pids: readonly string[], directories: readonly string[]): number {
  const files = new Map<string, number>();
  const isOurs = (path: string): boolean =>
    path.endsWith(DELETED) && directories.some((directory) => path.startsWith(`${directory}/`));
  for (const pid of pids)
    for (const { key, bytes } of [...openFiles(pid, isOurs), ...mappedFiles(pid, isOurs)])
      files.set(key, Math.max(bytes, files.get(key) ?? 0));
  return [...files.values()].reduce((sum, bytes) => sum + bytes, 0);
}

type IsOurs = (path: string) => boolean;

function openFiles(pid: string, isOurs: IsOurs): Unlinked[] {
  return namesIn(`/proc/${pid}/fd`).flatMap((name) => {
    const file = join(`/proc/${pid}/fd`, name);
    try {
      const path = readlinkSync(file);
      if (!isOurs(path)) return [];
      const { ino, blocks } = statSync(file);
      return [{ key: `${ino} ${path}`, bytes: blocks * BLOCK_BYTES }];
    } catch {
      // Closed meanwhile.
      return [];
    }
  });
}

/** `address-address rights offset device inode path` (proc_pid_maps(5)). */
const MAPPED = /^(?<from>[0-9a-f]+)-(?<to>[0-9a-f]+) \S+ (?<offset>[0-9a-f]+) \S+ (?<inode>\d+) +(?<path>\/.*)$/gm;

function mappedFiles(pid: string, isOurs: IsOurs): Unlinked[] {
  return [...mapsOf(pid).matchAll(MAPPED)].flatMap(({ groups }) => {
    const { from = "", to = "", offset = "", inode = "", path = "" } = groups ?? {};
    if (!isOurs(path)) return [];
    const number = (digits: string): bigint => BigInt(`0x${digits}`);
    const file = `/proc/${pid}/map_files/${number(from).toString(16)}-${number(to).toString(16)}`;
    // Who may not look at the file itself counts as far as it is mapped.
    const mapped = number(offset) + number(to) - number(from);
    return [{ key: `${inode} ${path}`, bytes: onDisk(file) ?? Number(mapped) }];
  });
}

function mapsOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/maps`, "utf8");
  } catch {
    // It has ended meanwhile.
    return "";
  }
}

function onDisk(file: string): number | null {
  try {
    return statSync(file).blocks * BLOCK_BYTES;
  } catch {
    return null;
  }
}
