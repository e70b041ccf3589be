import { createHash } from "node:crypto";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** A test file by its path in the checkout, wherever that lies. */
export const pathOf = (file: string): string => relative(ROOT, file);

/** One in so many of the long files runs however late it is. */
const ONE_IN = 10;

/** A file's place in the order of one commit: from 0 up to, but not with, 1, evenly spread, and another one with the next commit. */
export function turnOf(commit: string, path: string): number {
  return createHash("sha256").update(`${commit}\n${path}`).digest().readUInt32BE() / 2 ** 32;
}

/** Whether a file is of the tenth that this commit runs in any case. Those are also the first of its order. */
export const runsInAnyCase = (commit: string, path: string): boolean => turnOf(commit, path) < 1 / ONE_IN;
