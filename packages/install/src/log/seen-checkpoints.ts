import { LogError, parseSignedCheckpoint, type SignedCheckpoint } from "@gaia/log";
import { type InstallError, unexpected } from "../failures.ts";
import type { HomePaths } from "../home/home.ts";
import { changeInstalled } from "../skills/installed-skills.ts";
import { isRecord, readJsonFile, writeJsonFile } from "../home/json-file.ts";

/** A log of a registry: one that is pinned anew under another origin is another one. */
export interface SeenLog {
  registry: string;
  origin: string;
}

/** A checkpoint as it was seen: its signed note, which is evidence, and what the note says. */
export interface SeenCheckpoint extends SignedCheckpoint {
  text: string;
}

/** Reads a signed checkpoint and keeps its text. @throws LogError `malformed_note`, `malformed_checkpoint` */
export const toSeen = (text: string): SeenCheckpoint => ({ ...parseSignedCheckpoint(text), text });

/** What this home remembers of a log. */
export interface SeenTrees {
  /** The newest checkpoint that it has seen, as the log's own or in a proof: every other one has to be of the same history. */
  newest: SeenCheckpoint;
  /** Entries of the newest one that the log showed as its own: it never shows fewer again. */
  shownSize: number;
}

/** Null when this home has seen nothing of that log. */
export async function readSeenTrees(paths: HomePaths, log: SeenLog): Promise<SeenTrees | null> {
  const row = (await readAll(paths.checkpoints))[keyOf(log)];
  if (row === undefined) return null;
  const { checkpoint: text, shown_size: shownSize } = isRecord(row) ? row : {};
  try {
    if (typeof text === "string" && typeof shownSize === "number") return { newest: toSeen(text), shownSize };
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
  }
  throw damaged(paths.checkpoints);
}

/** Remembers it if what is remembered is still `before`; false when another process has gone on meanwhile. */
export async function rememberTrees(
  paths: HomePaths,
  log: SeenLog,
  { before, next }: { before: SeenTrees | null; next: SeenTrees },
): Promise<boolean> {
  return changeInstalled(paths, async () => {
    const now = await readSeenTrees(paths, log);
    if (now?.newest.text !== before?.newest.text || now?.shownSize !== before?.shownSize) return false;
    const all = await readAll(paths.checkpoints);
    all[keyOf(log)] = { checkpoint: next.newest.text, shown_size: next.shownSize };
    await writeJsonFile(paths.checkpoints, { version: 1, checkpoints: all }, 0o600);
    return true;
  });
}

const keyOf = ({ registry, origin }: SeenLog): string => `${registry} ${origin}`;

async function readAll(path: string): Promise<Record<string, unknown>> {
  const file = await readJsonFile(path);
  if (file === null) return {};
  const { version, checkpoints } = file;
  if (version !== 1 || !isRecord(checkpoints)) throw damaged(path);
  return checkpoints;
}

const damaged = (path: string): InstallError =>
  unexpected("damaged_file", `${path} is damaged: what this home has seen of logs is lost`, {
    hint: "restore it from a backup, or move it away to begin anew",
  });
