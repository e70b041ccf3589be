import { randomBytes } from "node:crypto";
import { lstatSync, readFileSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Denial, Guards, Mount } from "./confined.ts";
import { endNamespace } from "./namespace-end.ts";
import { putNewAside } from "./writable-watch.ts";

/** What a command may write to, as it was before: who comes after a crash finds what was made since. */
export interface RunMark {
  /** The run's own temporary directory. */
  outside: string;
  writable: readonly Mount[];
  guarded: Guards;
  /** `Guarded.key` of what was there. */
  known: readonly string[];
}

/** What is known is told apart by keys: those of another form would make everything new. */
const FORM = 2;

/** Where it is written, patterns are text. */
interface Written extends Omit<RunMark, "guarded"> {
  form: typeof FORM;
  guarded: {
    names: readonly string[];
    made: { anywhere: string; atRoot: string; flags: [string, string]; named: readonly string[] } | null;
  };
}

/** `<process>-<its start, in ticks>-<random>.json`: a process of that id that started at another time is another one. */
const MARK = /^(\d+)-(\d+)-[0-9a-f]{16}\.json$/;
/** What the name of each run's own temporary directory begins with. */
export const RUN_DIRECTORY = "confined-";

/** Marks a run on disk, and gives what takes the mark away. Where nothing can be written the run is not marked. */
export async function markRun(directory: string, mark: RunMark): Promise<() => Promise<void>> {
  const path = join(directory, ownName());
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    // Half a mark ends in `.new`, and is none.
    await writeFile(`${path}.new`, JSON.stringify(written(mark)), { mode: 0o600 });
    await rename(`${path}.new`, path);
  } catch {
    await rm(`${path}.new`, { force: true }).catch(() => {});
  }
  return () => rm(path, { force: true });
}

/**
 * Finishes the runs of processes that have ended without doing it: what is guarded and was made meanwhile is put aside, and told. Of
 * several processes that come by, one does it. What has not ended (`unended`) is left to the next one.
 */
export async function finishRuns(directory: string, end = endNamespace): Promise<Denial[]> {
  const names = await readdir(directory).catch(() => []);
  const left = names.filter((name) => isOfEnded(name));
  const told: Denial[] = [];
  for (const name of left) {
    const own = join(directory, ownName());
    const isOurs = await rename(join(directory, name), own).then(
      () => true,
      () => false,
    );
    if (!isOurs) continue;
    const mark = await readMark(own);
    if (mark !== null) {
      const isEnded = !isOwnDirectory(mark.outside) || (await end(mark.outside));
      told.push(...(await putNewAside(mark)));
      if (!isEnded) {
        told.push({ kind: "unended" });
        continue;
      }
      if (isOwnDirectory(mark.outside)) await rm(mark.outside, { recursive: true, force: true });
    }
    await rm(own, { force: true });
  }
  return told;
}

/** Whoever else makes one of that name when it has gone is not obeyed. */
function isOwnDirectory(path: string): boolean {
  const status = lstatSync(path, { throwIfNoEntry: false });
  return (
    basename(path).startsWith(RUN_DIRECTORY) && status?.isDirectory() === true && status.uid === process.getuid?.()
  );
}

const ownName = (): string => `${process.pid}-${startOf(process.pid) ?? 0}-${randomBytes(8).toString("hex")}.json`;

function isOfEnded(name: string): boolean {
  const [, pid, start] = MARK.exec(name) ?? [];
  return pid !== undefined && startOf(Number(pid)) !== Number(start);
}

/** proc_pid_stat(5): the 22nd field; the second may hold blanks and brackets. Null: there is no such process. */
function startOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]);
  } catch {
    return null;
  }
}

function written({ guarded: { names, made }, ...mark }: RunMark): Written {
  if (made === null) return { ...mark, form: FORM, guarded: { names, made } };
  const { anywhere, atRoot, named } = made;
  const flags: [string, string] = [anywhere.flags, atRoot.flags];
  return {
    ...mark,
    form: FORM,
    guarded: { names, made: { anywhere: anywhere.source, atRoot: atRoot.source, flags, named } },
  };
}

/** Null: it is none, as after a full disk. */
async function readMark(path: string): Promise<RunMark | null> {
  try {
    const { guarded, form, ...mark }: Written = JSON.parse(await readFile(path, "utf8"));
    if (form !== FORM) return null;
    const { names, made } = guarded;
    if (made === null) return { ...mark, guarded: { names, made } };
    const { anywhere, atRoot, flags, named } = made;
    const rule = { anywhere: new RegExp(anywhere, flags[0]), atRoot: new RegExp(atRoot, flags[1]), named };
    return { ...mark, guarded: { names, made: rule } };
  } catch {
    return null;
  }
}
