import { randomBytes } from "node:crypto";
import { chmodSync, lstatSync, readdirSync, renameSync } from "node:fs";
import type { Denial } from "./confined.ts";
import type { Guarded } from "./look-into.ts";
import { bytesOf, textOf } from "./reached.ts";

/** What a name may have beside what is put behind it: 255 bytes are the most. */
const NAME_BYTES = 200;
/** What is told of a path. */
const TOLD_CHARACTERS = 4_096;

type Made = Extract<Denial, { kind: "guarded" }>;

/**
 * Gives what has a guarded name another one, beside itself, which means nothing, so that nothing of it is lost. A repository is none
 * without its HEAD, which gets such a name wherever the repository lies: git asks for no name of the directory.
 */
export function putAside({ path, reach, isNamed, isMade, isRepository }: Guarded): Made {
  const heads = isRepository ? headsIn(reach) : [];
  const renamed = heads.map((name) => ({ name, aside: renameAside(reach, name) }));
  if (isNamed || isMade) {
    const at = reach.lastIndexOf("/");
    return madeOf(path, renameAside(reach.slice(0, at), reach.slice(at + 1)), isNamed ? "names" : "made");
  }
  // Of several the one that is still there, if any is: it is what somebody has to look at.
  const told = renamed.find(({ aside }) => aside === null) ?? renamed[0];
  return madeOf(`${path}/${told?.name ?? "HEAD"}`, told?.aside ?? null);
}

function madeOf(path: string, aside: string | null, rule: Made["rule"] = "names"): Made {
  const directory = path.slice(0, path.lastIndexOf("/"));
  const now = aside === null ? null : brief(`${directory}/${textOf(aside)}`);
  return { kind: "guarded", path: brief(path), aside: now, rule };
}

/** A command makes paths of any length. */
const brief = (path: string): string =>
  path.length <= TOLD_CHARACTERS ? path : `${path.slice(0, TOLD_CHARACTERS / 2)}…${path.slice(-TOLD_CHARACTERS / 2)}`;

function headsIn(reach: string): string[] {
  try {
    return readdirSync(bytesOf(reach), { encoding: "latin1" }).filter((name) => name.toLowerCase() === "head");
  } catch {
    return [];
  }
}

/** The new name. Null: it has gone meanwhile, or cannot be moved. */
function renameAside(directory: string, name: string): string | null {
  const aside = `${name.slice(0, NAME_BYTES)}.made-inside-${randomBytes(4).toString("hex")}`;
  const rename = (): void => renameSync(bytesOf(`${directory}/${name}`), bytesOf(`${directory}/${aside}`));
  try {
    rename();
    return aside;
  } catch {
    return openedFor(directory, rename) ? aside : null;
  }
}

/** A command may have closed its directory to writers, us included. */
function openedFor(directory: string, act: () => void): boolean {
  try {
    const mode = lstatSync(bytesOf(`${directory}/.`)).mode & 0o7777;
    chmodSync(bytesOf(directory), mode | 0o700);
    try {
      act();
    } finally {
      chmodSync(bytesOf(directory), mode);
    }
    return true;
  } catch {
    return false;
  }
}
