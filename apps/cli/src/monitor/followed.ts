import { LogError } from "@gaia/log";
import { changeInstalled, type HomePaths, isRecord, readJsonFile, writeJsonFile } from "@gaia/install/installed";
import { type SeenCheckpoint, toSeen } from "@gaia/install/judged";
import { CliError, EXIT } from "../failures/failures.ts";
import type { Watch } from "./watch.ts";

/** What is followed: a log of a registry, for whom. Somebody else's place is another one: they have not been told of the same entries. */
export interface Followed {
  registry: string;
  origin: string;
  watch: Watch;
}

/** The checkpoint up to which every entry was told; null at the beginning. */
export async function readFollowed(paths: HomePaths, followed: Followed): Promise<SeenCheckpoint | null> {
  const text = (await readAll(paths.monitor))[keyOf(followed)];
  if (text === undefined) return null;
  try {
    if (typeof text === "string") return toSeen(text);
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
  }
  throw damaged(paths.monitor);
}

export async function writeFollowed(paths: HomePaths, followed: Followed, checkpoint: SeenCheckpoint): Promise<void> {
  await changeInstalled(paths, async () => {
    const places = await readAll(paths.monitor);
    places[keyOf(followed)] = checkpoint.text;
    await writeJsonFile(paths.monitor, { version: 1, places }, 0o600);
  });
}

const keyOf = ({ registry, origin, watch: { publishers, names, keys } }: Followed): string =>
  JSON.stringify([registry, origin, ...[publishers, names, keys].map((words) => words.toSorted())]);

async function readAll(path: string): Promise<Record<string, unknown>> {
  const file = await readJsonFile(path);
  if (file === null) return {};
  const { version, places } = file;
  if (version !== 1 || !isRecord(places)) throw damaged(path);
  return places;
}

const damaged = (path: string): CliError =>
  new CliError(EXIT.unexpected, "damaged_file", `${path} is damaged: where monitors were is lost`, {
    hint: "restore it from a backup, or move it away to begin anew",
  });
