import { type BigIntStats, lstatSync, readdirSync, readlinkSync } from "node:fs";
import { basename } from "node:path";
import { setImmediate as others } from "node:timers/promises";
import type { Guards, MadeRule } from "./confined.ts";
import { bytesOf, type Held, type Reached, reaching, textOf } from "./reached.ts";

/** More entries than that are more than anybody looks at while a command runs. */
const MOST_ENTRIES = 200_000;
/** After so many the rest of this process has its turn: a few milliseconds. */
const AT_ONCE = 500;
const BLOCK_BYTES = 512;

/** An entry that `Guards` are about, a repository of whatever name, or a directory that is closed to us, which may hold some. */
export interface Guarded {
  path: string;
  /** `Reached`, while it is looked at. */
  reach: string;
  /** What it is, whatever it is called. */
  identity: string;
  /** What it is, its name, in which directory, where it leads: what another name or directory makes of it is something else. */
  key: string;
  /** Where a link leads. */
  leadsTo: string | null;
  /** Its name is one of `Guards.names`, or it is closed. */
  isNamed: boolean;
  isRepository: boolean;
  /** `Guards.made` is about it. */
  isMade: boolean;
  /** It lies in the looked at directory itself. */
  isAtRoot: boolean;
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

interface Rules extends Pick<Guards, "made"> {
  /** In lower case. */
  names: ReadonlySet<string>;
  /** What is looked at. */
  root: string;
}

const UNGUARDED = { parent: null, isNamed: false, isMade: false, isAtRoot: false, isWithin: false };

/** What waits to be looked at. */
interface Waiting extends Reached {
  path: string;
  /** In lower case. */
  name: string;
  /** What its directory is, whatever that is called; null: it is what is looked into. */
  parent: string | null;
  isNamed: boolean;
  isMade: boolean;
  isAtRoot: boolean;
  isWithin: boolean;
  /** It was looked at, and what waited below it too. */
  left?: Guarded;
}

/**
 * Looks at everything below a path, or at a file; no link is followed. Where `guards` has no names repositories are not guarded, either.
 */
export async function lookInto(path: string, guards: Guards, last?: LastLook): Promise<Looked> {
  const rules: Rules = { ...guards, root: path, names: new Set(guards.names.map((name) => name.toLowerCase())) };
  const found: Looked = { bytes: 0, guarded: new Map(), isTooMuch: false };
  const reach = reaching();
  const top = { path, name: basename(path).toLowerCase(), ...UNGUARDED };
  const waiting: Waiting[] = [{ ...top, ...reach.start(path) }];
  let entries = 0;

  function lookAt(next: Waiting): void {
    const status = statusOf(next.reach);
    if (status === null) return;
    found.bytes += Number(status.blocks) * BLOCK_BYTES;
    const isListed = status.isDirectory() && (!next.isNamed || last !== undefined);
    const directory = isListed ? reach.enter(next) : null;
    const around = { ...next, identity: identityOf(status) };
    const inside = directory === null ? null : entriesOf(directory, around, rules);
    const isRepo = isRepository(inside, rules.names);
    const one = toGuarded(next, status, { isClosed: isListed && inside === null, isRepo });
    if (one !== null) found.guarded.set(one.path, one);
    const isLeft = one !== null && last?.isNew(one) === true;
    if (isLeft) waiting.push({ ...next, held: reach.use(next.held), left: one });
    const isWithin = next.isWithin || (isLeft && (one.isNamed || one.isMade));
    if (one === null || isLeft || !(one.isNamed || one.isRepository))
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
  { path, reach, held, name, parent, isNamed, isMade, isAtRoot, isWithin }: Waiting,
  status: BigIntStats,
  { isClosed, isRepo }: { isClosed: boolean; isRepo: boolean },
): Guarded | null {
  // What lies in something that is put aside is where nothing looks for it.
  const isUnmade = isMade && !isWithin;
  if (!isNamed && !isClosed && !isRepo && !isUnmade) return null;
  const leadsTo = status.isSymbolicLink() ? linkOf(reach) : null;
  return {
    path,
    reach,
    identity: identityOf(status),
    key: JSON.stringify([identityOf(status), name, leadsTo, parent]),
    leadsTo,
    isNamed: isNamed || isClosed,
    isRepository: isRepo,
    isMade: isUnmade,
    isAtRoot,
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
  parent: { path: string; name: string; identity: string },
  rules: Rules,
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
    const isNamed = rules.names.has(name) || rules.names.has(`${parent.name}/${name}`);
    const path = `${parent.path}/${text}`;
    const isAtRoot = parent.path === rules.root;
    const isMade = isMadeOf(rules.made, { path, text, isAtRoot });
    return {
      path,
      reach: `${reach}/${raw}`,
      held,
      name,
      parent: parent.identity,
      isNamed,
      isMade,
      isAtRoot,
      isWithin: false,
    };
  });
}

function isMadeOf(made: MadeRule | null, at: { path: string; text: string; isAtRoot: boolean }): boolean {
  if (made === null || !(made.anywhere.test(at.text) || (at.isAtRoot && made.atRoot.test(at.text)))) return false;
  return !made.named.includes(at.path);
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
