import { LogError, parseSignedCheckpoint, type SignedCheckpoint } from "@gaia/log";
import { type InstallError, unexpected } from "../failures.ts";
import type { HomePaths } from "../home/home.ts";
import { changeInstalled } from "../home/installed-skills.ts";
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

/** The newest checkpoint of a log that this home has seen; null when it has seen none. */
export async function readSeenCheckpoint(paths: HomePaths, log: SeenLog): Promise<SeenCheckpoint | null> {
  const text = (await readAll(paths.checkpoints))[keyOf(log)];
  if (text === undefined) return null;
  try {
    if (typeof text === "string") return toSeen(text);
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
  }
  throw damaged(paths.checkpoints);
}

/**
 * Remembers a checkpoint if what is remembered is still `before`; false when another process has remembered another one meanwhile.
 */
export async function rememberCheckpoint(
  paths: HomePaths,
  log: SeenLog,
  { before, next }: { before: SeenCheckpoint | null; next: SeenCheckpoint },
): Promise<boolean> {
  return changeInstalled(paths, async () => {
    const all = await readAll(paths.checkpoints);
    if ((all[keyOf(log)] ?? null) !== (before?.text ?? null)) return false;
    all[keyOf(log)] = next.text;
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
