import { existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { giveToSkill, identityOf, isShown, mayUse, type Mount, ownUser } from "@gaia/sandbox";
import { interpretersIn, linkedFrom, shownOfHome } from "./closed-entries.ts";
import { guardedPart } from "./guarded-names.ts";
import { hiddenPlaces, type Homes, movedAgentPlaces, whyNever } from "./secret-places.ts";
import { isWithin } from "./within.ts";

/** Where the paths of scopes start. */
export interface Bases extends Homes {
  /** `./` */
  directory: string;
}

/** `named`: what the scope names, as it really lies: it may be made there. */
export type GrantedPath = { mount: Mount; named: string; isHome: boolean; isOwn: boolean } | { refused: string } | null;

/**
 * The directory that holds what a scope names, as it really lies on this machine; a file stays a file. Made where it is to be written and
 * is not there; null where there is nothing to read. A link on the way that leads out of the home, or of the directory of the call, is
 * refused.
 */
export function grantedPath(scope: string, access: "read" | "write", bases: Bases): GrantedPath {
  const [base, rest] = baseOf(scope, bases);
  const segments = rest.split("/").filter((one) => one !== "" && one !== ".");
  if (segments.includes("..")) return { refused: "a scope does not climb: no `..`" };
  const firstWild = segments.findIndex((one) => /[*?[\]{}]/.test(one));
  const plain = firstWild < 0 ? segments : segments.slice(0, firstWild);
  const target = join(base ?? "/", ...plain);
  const asked = join(base ?? "/", ...segments);
  if (real(target) === bases.userHome && access === "read" && shownOfHome(bases.userHome) === null)
    return { refused: "the home holds more than can be shown one by one; name directories in it" };
  const early = whyNever(real(target), access, bases) ?? whyGuarded([asked, real(target)], access, bases);
  if (early !== null) return { refused: early };
  if (base !== null && !isWithin(real(target), real(base))) return { refused: `a link in it leads out of ${base}` };
  if (!existsSync(target)) {
    if (access === "read" || base === null) return access === "read" ? null : { refused: "it does not exist" };
    // Another process may have made it meanwhile; what it really is, is looked at again below.
    makeForSkill(firstWild < 0 && basename(target).includes(".") ? dirname(target) : target);
  }
  const there = existsSync(target) ? target : dirname(target);
  const source = realpathSync(there);
  const late = whyNever(source, access, bases) ?? whyGuarded([source], access, bases);
  if (late !== null) return { refused: late };
  if (base !== null && !isWithin(source, real(base))) return { refused: `a link in it leads out of ${base}` };
  const kind = statSync(source, { bigint: true });
  if (!kind.isDirectory() && !kind.isFile()) return { refused: "it is neither a directory nor a file" };
  if (!mayUse(source, access)) return { refused: whyNotUsable(source, access) };
  const isHome = base === bases.userHome;
  // Whatever is swapped from here on: what is mounted has to be this one.
  const mount = { source, target: there, writable: access === "write", identity: identityOf(kind) };
  const named = there === target ? source : join(source, basename(target));
  return { mount, named, isHome, isOwn: base === bases.directory };
}

/** Where root starts it, what is made for a skill is its user's. */
function makeForSkill(directory: string): void {
  const first = mkdirSync(directory, { recursive: true });
  if (first === undefined) return;
  for (let path = directory; isWithin(path, resolve(first)); path = dirname(path)) giveToSkill(path);
}

const whyNotUsable = (path: string, access: "read" | "write"): string =>
  `started by root, a skill runs as user ${ownUser()}, who may not ${access} ${path}; start it as the person whose that is, or ` +
  `give it to that user (chown -R ${ownUser()} …)`;

/** Why none of the paths is written, as asked for or as they really lie; what is mounted writable is guarded only below. */
function whyGuarded(paths: readonly string[], access: "read" | "write", homes: Homes): string | null {
  if (access === "read") return null;
  const part = paths.map((path) => guardedPart(path, homes) ?? repositoryAround(path)).find((one) => one !== null);
  return part === undefined ? null : `${part} is never written: it runs outside the sandbox when a person works there`;
}

/** The directory around a path, or that path, which git takes for a repository whatever it is called; null: there is none. */
function repositoryAround(path: string): string | null {
  const has = (name: string): boolean => isThere(join(path, name));
  if (has("HEAD") && (has("commondir") || (has("objects") && has("refs")))) return path;
  return path === dirname(path) ? null : repositoryAround(dirname(path));
}

function baseOf(scope: string, { userHome, directory }: Bases): [string | null, string] {
  const [, home] = /^(?:~|\$HOME|\$\{HOME\})(\/.*)?$/s.exec(scope) ?? [];
  if (home !== undefined || /^(?:~|\$HOME|\$\{HOME\})$/.test(scope)) return [userHome, home ?? ""];
  return scope.startsWith("/") ? [null, scope] : [directory, scope];
}

/** The real path of the deepest part that exists, with the rest behind it. */
function real(path: string): string {
  let there = resolve(path);
  const rest: string[] = [];
  while (!isThere(there)) {
    rest.unshift(basename(there));
    there = dirname(there);
  }
  // A link to nowhere is there, and has no real path: what it names is not made through it.
  return existsSync(there) ? join(realpathSync(there), ...rest) : "/";
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // Below a file, or closed to us.
    return false;
  }
}

/** Mounts in an order in which each can be made, none doubled, and what stays out of sight within them. */
export function settleMounts(found: readonly Mount[], homes: Homes): { mounts: Mount[]; hidden: string[] } {
  const byTarget = new Map<string, Mount>();
  for (const mount of found) {
    const before = byTarget.get(mount.target);
    byTarget.set(mount.target, { ...mount, writable: mount.writable || before?.writable === true });
  }
  const hasHome = found.some(({ source }) => source === homes.userHome);
  for (const source of hasHome ? interpretersIn(homes.userHome) : [])
    if (!byTarget.has(source)) byTarget.set(source, { source, target: source, writable: false });
  const wanted = [...byTarget.values()]
    .map((one) => (one.source === homes.userHome ? { ...one, entries: shownOfHome(homes.userHome) ?? [] } : one))
    .toSorted((one, other) => (one.target < other.target ? -1 : 1));
  // What is read within what is written would be read-only there.
  const mounts = wanted.filter(
    (one) => one.writable || !wanted.some((other) => other.writable && isWithin(one.target, other.target)),
  );
  const secrets = mounts.flatMap((mount) => secretsWithin(mount, homes)).filter((path) => isShown(mounts, path));
  const files = secrets.filter((path) => !statSync(path).isDirectory());
  return {
    mounts: [...mounts, ...files.map((target) => ({ source: "/dev/null", target, writable: false }))],
    hidden: [...new Set(secrets.filter((path) => statSync(path).isDirectory()))],
  };
}

/** A socket is spoken to through a mount that is read-only, too. Those that lie deeper are the scope's own matter. */
function socketsIn(path: string): string[] {
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    return entries.filter((entry) => entry.isSocket()).map(({ name }) => join(path, name));
  } catch {
    // A file, or closed to us.
    return [];
  }
}

/** Where the whole home is shown, also what its closed entries lead to. What was named in there is mounted over it. */
function secretsWithin({ source, target }: Mount, homes: Homes): string[] {
  const isHome = source === homes.userHome;
  return [...hiddenPlaces(homes), ...movedAgentPlaces(homes), ...(isHome ? linkedFrom(source) : socketsIn(source))]
    .filter((place) => isWithin(place, source))
    .map((place) => join(target, place.slice(source.length)));
}
