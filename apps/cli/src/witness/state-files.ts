import { createHash, randomUUID } from "node:crypto";
import { link, mkdir, open, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { LogError, parseSignedCheckpoint, type Tree, type WitnessState, type WitnessStore } from "@gaia/log";
import { isMissing } from "@gaia/install/installed";
import { CliError, EXIT } from "../failures/failures.ts";

const STATE = /^([1-9][0-9]{0,15})\.checkpoint$/;

/** Older states are of no use, but one: whoever is about to take the number after it must find it taken. */
const KEPT = 2;

interface Numbered {
  number: number;
  state: WitnessState | null;
}

/**
 * A witness's memory in a directory: below `logs/<digest of the origin>/` the checkpoint that was cosigned last, under a number that grows
 * by one. A new state is written and synced beside it, then takes the next number by a hard link: of all processes that try only one
 * succeeds, and one that is killed leaves the old state or the new one. Throws exit 1 for a state that cannot be read: nothing is cosigned.
 */
export function stateFiles(dir: string): WitnessStore {
  const placeOf = (origin: string) => join(dir, "logs", createHash("sha256").update(origin).digest("hex"));
  return {
    find: async (origin) => (await readNewest(placeOf(origin))).state,
    async replace(origin, previous, next) {
      const place = placeOf(origin);
      await mkdir(place, { recursive: true, mode: 0o700 });
      const { number, state } = await readNewest(place);
      if (!isAt(state, previous)) return false;
      return (await take(place, number + 1, next.note)) && (await settle(place, number + 1));
    },
  };
}

const isAt = (state: WitnessState | null, tree: Tree | null): boolean =>
  state === null || tree === null
    ? state === null && tree === null
    : state.tree.size === tree.size && Buffer.compare(state.tree.root, tree.root) === 0;

async function readNewest(place: string): Promise<Numbered> {
  for (;;) {
    const number = (await numbersIn(place))[0];
    if (number === undefined) return { number: 0, state: null };
    const file = join(place, `${number}.checkpoint`);
    try {
      const note = await readFile(file, "utf8");
      return { number, state: { tree: parseSignedCheckpoint(note).checkpoint.tree, note } };
    } catch (error) {
      // Another process has gone on, and cleared up.
      if (isMissing(error)) continue;
      if (!(error instanceof LogError)) throw error;
      throw new CliError(EXIT.unexpected, "damaged_file", `${file} is damaged: nothing of that log is cosigned`, {
        hint: "restore it from a backup; a witness that forgets may cosign two histories",
      });
    }
  }
}

/** The newest first. */
async function numbersIn(place: string): Promise<number[]> {
  try {
    const numbers = (await readdir(place)).map((name) => Number(STATE.exec(name)?.[1] ?? 0));
    return numbers.filter((number) => number > 0).toSorted((a, b) => b - a);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Whether this process is the one that gets the number. */
async function take(place: string, number: number, note: string): Promise<boolean> {
  const temporary = join(place, `.${randomUUID()}.tmp`);
  try {
    const file = await open(temporary, "wx", 0o600);
    try {
      await file.writeFile(note);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(temporary, join(place, `${number}.checkpoint`));
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** A number that others have left behind and cleared away can be taken once more: then it is not the newest. */
async function settle(place: string, number: number): Promise<boolean> {
  await syncDirectory(place);
  const numbers = await numbersIn(place);
  const isNewest = numbers[0] === number;
  const stale = isNewest ? numbers.slice(KEPT) : [number];
  for (const old of stale) await rm(join(place, `${old}.checkpoint`), { force: true });
  return isNewest;
}

async function syncDirectory(place: string): Promise<void> {
  const directory = await open(place, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
