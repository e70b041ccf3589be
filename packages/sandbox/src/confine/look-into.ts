import { type BigIntStats, lstatSync, readdirSync, readlinkSync } from "node:fs";
import { basename } from "node:path";
import { setImmediate as others } from "node:timers/promises";
import { bytesOf, type Held, type Reached, reaching, textOf } from "./reached.ts";

/** More entries than that are more than anybody looks at while a command runs. */
const MOST_ENTRIES = 200_000;
/** After so many the rest of this process has its turn: a few milliseconds. */
const AT_ONCE = 500;
const BLOCK_BYTES = 512;

/** An entry with a guarded name, a repository of whatever name, or a directory that is closed to us, which may hold some. */
export interface Guarded {
  path: string;
  /** `Reached`, while it is looked at. */
  reach: string;
  /** What it is, whatever it is called; of a link also its name and where it leads. */
  identity: string;
  /** Where a link leads. */
  leadsTo: string | null;
  /** Its name is guarded, or it is closed. Otherwise it is a repository. */
  isNamed: boolean;
  isRepository: boolean;
  /** `path` names it: it is short enough, and was text. */
  isNameable: boolean;
  /** Something above it is named, and new. */
  isWithin: boolean;
}

/** What stands below a directory. */
export interface Looked {
  /** On disk. */
  bytes: number;
  /** By their paths. */
  guarded: Map<string, Guarded>;
  /** There are more than `MOST_ENTRIES`: it was not looked to the end. */
  isTooMuch: boolean;
}

/** The last look, when nothing is made any more: to the end, and into what is guarded and new. */
export interface LastLook {
  isNew(one: Guarded): boolean;
  /** Called for each of these when all below it has been looked at: it may be renamed then. */
  onLeft(one: Guarded): void;
}

/** What a path is, whatever it is called: its device and its number there. */
export const identityOf = ({ dev, ino }: Pick<BigIntStats, "dev" | "ino">): string => `${dev}:${ino}`;

/** What waits to be looked at. */
interface Waiting extends Reached {
  path: string;
  /** In lower case. */
  name: string;
  isNamed: boolean;
  isWithin: boolean;
  /** It was looked at, and what waited below it too. */
  left?: Guarded;
}

/**
 * Looks at everything below a path, or at a file; no link is followed. `names`: of entries that are guarded, in lower case, as `.git` or
 * `.github/workflows`; where there are none, repositories are not, either.
 */
export async function lookInto(path: string, names: ReadonlySet<string>, last?: LastLook): Promise<Looked> {
  const found: Looked = { bytes: 0, guarded: new Map(), isTooMuch: false };
  const reach = reaching();
  const top = { path, name: basename(path).toLowerCase(), isNamed: false, isWithin: false };
  const waiting: Waiting[] = [{ ...top, ...reach.start(path) }];
  let entries = 0;

  function lookAt(next: Waiting): void {
    const status = statusOf(next.reach);
    if (status === null) return;
    found.bytes += Number(status.blocks) * BLOCK_BYTES;
    const isListed = status.isDirectory() && (!next.isNamed || last !== undefined);
    const directory = isListed ? reach.enter(next) : null;
    const inside = directory === null ? null : entriesOf(directory, next, names);
    const one = toGuarded(next, status, { isClosed: isListed && inside === null, isRepo: isRepository(inside, names) });
    if (one !== null) found.guarded.set(one.path, one);
    const isLeft = one !== null && last?.isNew(one) === true;
    if (isLeft) waiting.push({ ...next, held: reach.use(next.held), left: one });
    const isWithin = next.isWithin || (isLeft && one.isNamed);
    if (one === null || isLeft)
      for (const below of inside ?? []) waiting.push({ ...below, held: reach.use(below.held), isWithin });
    if (directory !== null) reach.letGo(directory.held);
  }

  try {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (next.left === undefined) {
        entries += 1;
        if (entries > MOST_ENTRIES && last === undefined) return { ...found, isTooMuch: true };
        if (entries % AT_ONCE === 0) await others();
        lookAt(next);
      } else last?.onLeft(next.left);
      reach.letGo(next.held);
    }
  } finally {
    reach.letGoAll();
  }
  return found;
}

/**
 * Whether git takes a directory for a repository, whatever it is called (gitrepository-layout(5)), and so runs what is named in it; one
 * with `commondir` keeps the rest elsewhere.
 */
function isRepository(inside: readonly { name: string }[] | null, guarded: ReadonlySet<string>): boolean {
  if (guarded.size === 0 || inside === null) return false;
  const has = (wanted: string): boolean => inside.some(({ name }) => name === wanted);
  return has("head") && (has("commondir") || (has("objects") && has("refs")));
}

/** Null: it is not guarded. */
function toGuarded(
  { path, reach, held, name, isNamed, isWithin }: Waiting,
  status: BigIntStats,
  { isClosed, isRepo }: { isClosed: boolean; isRepo: boolean },
): Guarded | null {
  if (!isNamed && !isClosed && !isRepo) return null;
  const leadsTo = status.isSymbolicLink() ? linkOf(reach) : null;
  return {
    path,
    reach,
    identity: leadsTo === null ? identityOf(status) : `${identityOf(status)} ${name} ${leadsTo}`,
    leadsTo,
    isNamed: isNamed || isClosed,
    isRepository: isRepo,
    isNameable: held.fd === null && Buffer.from(path, "utf8").equals(bytesOf(reach)),
    isWithin,
  };
}

function linkOf(reach: string): string {
  try {
    return readlinkSync(bytesOf(reach));
  } catch {
    // Gone meanwhile.
    return "";
  }
}

/** Null: it has gone, or its directory was closed meanwhile, which the next look sees. */
function statusOf(reach: string): BigIntStats | null {
  try {
    return lstatSync(bytesOf(reach), { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

/** Null: its names cannot be read, or what they stand for cannot (a directory with mode 0444 lists what nobody reaches). */
function entriesOf(
  { reach, held }: Reached,
  parent: { path: string; name: string },
  guarded: ReadonlySet<string>,
): Waiting[] | null {
  let names: string[];
  try {
    names = readdirSync(bytesOf(reach), { encoding: "latin1" });
    if (names[0] !== undefined) lstatSync(bytesOf(`${reach}/${names[0]}`), { throwIfNoEntry: false });
  } catch (error) {
    return isGone(error, held) ? [] : null;
  }
  return names.map((raw) => {
    const text = textOf(raw);
    const name = text.toLowerCase();
    const isNamed = guarded.has(name) || guarded.has(`${parent.name}/${name}`);
    return { path: `${parent.path}/${text}`, reach: `${reach}/${raw}`, held, name, isNamed, isWithin: false };
  });
}

/** What is held open is there. */
const isGone = (error: unknown, { fd }: Held): boolean =>
  fd === null && error instanceof Error && "code" in error && ["ENOENT", "ENOTDIR"].includes(String(error.code));

/** None where it is gone, or closed to us. */
export function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
