import { LogError } from "../log-error.ts";
import { HASH_BYTES, type Tree } from "../merkle/hashes.ts";
import { findBase64, findDecimal, findText, toBase64 } from "../strict-text.ts";

/** What a log says of itself: who it is, and its tree. */
export interface Checkpoint {
  /** The log's identity: one line, not empty, for most logs a URL without its scheme. */
  origin: string;
  tree: Tree;
  /** Further lines, opaque and not recommended: nobody who verifies knows what they mean. */
  extensions: string[];
}

/** A checkpoint's text is short; what it says more than this is in no log that we follow. */
const MAX_TEXT_BYTES = 64 * 1024;

/**
 * Reads a checkpoint's text, without signatures (C2SP tlog-checkpoint, "Note text").
 * @throws LogError `malformed_checkpoint` for every other spelling than that of `formatCheckpoint`
 */
export function parseCheckpoint(text: string): Checkpoint {
  const lines = findText(text, MAX_TEXT_BYTES)?.split("\n") ?? [];
  const end = lines.pop();
  const [origin, decimal = "", encoded = "", ...extensions] = lines;
  const size = findDecimal(decimal);
  const root = findBase64(encoded);
  if (end !== "" || origin === undefined || lines.length < 3 || lines.includes("")) {
    throw new LogError("malformed_checkpoint", "a checkpoint is origin, size and root hash, each on a line of its own");
  }
  if (size === null) throw new LogError("malformed_checkpoint", "a checkpoint's size is a whole number below 2^53");
  if (root?.length !== HASH_BYTES) {
    throw new LogError("malformed_checkpoint", "a checkpoint's root is 32 bytes in base 64");
  }
  return { origin, tree: { size, root }, extensions };
}

/** A checkpoint's text. @throws LogError `malformed_checkpoint` when it cannot be said in one */
export function formatCheckpoint({ origin, tree, extensions }: Checkpoint): string {
  const lines = [origin, String(tree.size), toBase64(tree.root), ...extensions];
  if (lines.some((line) => line.includes("\n"))) {
    throw new LogError("malformed_checkpoint", "a checkpoint's origin and extensions are one line each");
  }
  const text = lines.map((line) => `${line}\n`).join("");
  parseCheckpoint(text);
  return text;
}
