import { isRecord } from "./json-file.ts";

const WORDS: Readonly<Record<string, (path: string) => string>> = {
  EACCES: (path) => `${path} may not be read or written by this user`,
  EPERM: (path) => `${path} may not be changed by this user`,
  EROFS: (path) => `${path} lies on a file system that is read-only`,
  ENOSPC: (path) => `The disk is full: ${path} could not be written`,
  EDQUOT: (path) => `The quota of disk space is used up: ${path} could not be written`,
  EFBIG: (path) => `${path} would be larger than a file may be here`,
  ENOTDIR: (path) => `${path} leads through a file where a directory is needed`,
  EEXIST: (path) => `${path} is there already, and stands where a directory is needed`,
  EISDIR: (path) => `${path} is a directory where a file is needed`,
  ELOOP: (path) => `${path} is a link, or lies behind links that lead in a circle`,
  ENAMETOOLONG: (path) => `${path} is longer than a path may be here`,
  EMFILE: () => "This process may open no more files",
  EIO: (path) => `The disk failed at ${path}`,
};
const HINTS: Readonly<Record<string, string>> = {
  ENOSPC: "make room, then run it again: what was begun is finished or undone first",
  EDQUOT: "make room, then run it again: what was begun is finished or undone first",
  EMFILE: "raise its bound (`ulimit -n`)",
};

/**
 * What a file system's refusal means, as a sentence with its path, and a way out where there is one; null for an error of another kind.
 * The codes are those of POSIX.
 */
export function systemWords(error: unknown): { message: string; hint: string | null } | null {
  if (!isRecord(error) || typeof error["syscall"] !== "string" || typeof error["code"] !== "string") return null;
  const { code, path, dest } = error;
  const words = Object.hasOwn(WORDS, code) ? WORDS[code] : undefined;
  if (words === undefined) return null;
  // A rename is refused where it leads.
  const where = [dest, path].find((one) => typeof one === "string" && one !== "");
  return { message: words(typeof where === "string" ? where : "a file"), hint: HINTS[code] ?? null };
}

/** Names the file in an error of a write, which knows its open file alone. */
export const naming =
  (path: string) =>
  (error: unknown): never => {
    if (isRecord(error) && error["path"] === undefined) error["path"] = path;
    throw error;
  };
