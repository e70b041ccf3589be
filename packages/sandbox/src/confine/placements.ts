import { lstatSync, readlinkSync } from "node:fs";
import { SandboxError } from "../command.ts";
import type { Confined, Mount } from "./confined.ts";
import type { ProgramMount } from "./program-mounts.ts";

export const isIn = (path: string, directory: string): boolean =>
  path === directory || path.startsWith(`${directory}/`);

interface Placement {
  path: string;
  /** Of several at one path, what counts is the last. */
  rank: number;
  argv: string[];
}

/**
 * Arguments of bubblewrap that put together what is there of this machine's places: what lies deeper comes later, so that each stands in
 * what is around it. Of one place first the mount, then what of it is read-only, then what is not to be seen: a guard shows nothing again.
 */
export function placements(
  command: Pick<Confined, "mounts" | "hidden">,
  { guards, programs }: { guards: readonly Mount[]; programs: readonly ProgramMount[] },
): string[] {
  const mounts = command.mounts.toSorted((one, other) => depth(one.target) - depth(other.target));
  const empty: string[] = [];
  const places: Placement[] = [
    ...mounts.flatMap((mount) => mountPlacements(mount, empty)),
    ...programs
      .filter(({ path }) => !isShown(mounts, path))
      .map(({ path, argv }) => ({ path, rank: RANK.mount, argv })),
    ...guards.map((mount) => ({ path: mount.target, rank: RANK.guard, argv: bind(mount) })),
    ...command.hidden.flatMap((path) => hide(mounts, ensurePath(path), empty)),
  ];
  const inOrder = places.toSorted((one, other) => depth(one.path) - depth(other.path) || one.rank - other.rank);
  // Who owns a directory in memory opens it again, and fills the memory.
  return [...inOrder.flatMap(({ argv }) => argv), ...empty.flatMap((path) => ["--remount-ro", path])];
}

const RANK = { mount: 0, guard: 1, hidden: 2 };

const depth = (path: string): number => path.split("/").filter((one) => one !== "").length;

const bind = ({ source, target, writable }: Mount): string[] => [
  writable ? "--bind" : "--ro-bind",
  ensurePath(source),
  ensurePath(target),
];

/** Of single entries a link stays a link: it leads to what is there. Sockets and devices are left out. */
function mountPlacements(mount: Mount, empty: string[]): Placement[] {
  const { source, target, entries } = mount;
  if (entries === undefined) return [{ path: target, rank: RANK.mount, argv: bind(mount) }];
  empty.push(target);
  const inside = entries.flatMap((name) => {
    const [from, to] = [`${ensurePath(source)}/${name}`, `${ensurePath(target)}/${name}`];
    const status = lstatSync(ensurePath(from), { throwIfNoEntry: false });
    if (status?.isSymbolicLink()) return [{ path: to, rank: RANK.mount, argv: ["--symlink", readlinkSync(from), to] }];
    if (!status?.isDirectory() && !status?.isFile()) return [];
    return [{ path: to, rank: RANK.mount, argv: bind({ source: from, target: to, writable: false }) }];
  });
  return [{ path: target, rank: RANK.mount, argv: ["--perms", "0755", "--tmpfs", target] }, ...inside];
}

/** The innermost mount around a path, of mounts that stand after what is around them; undefined where the path is not in it. */
function mountAround(mounts: readonly Mount[], path: string): Mount | undefined {
  const mount = mounts.findLast(({ target }) => isIn(path, target));
  if (mount?.entries === undefined || path === mount.target) return mount;
  const [first] = path.slice(mount.target.length + 1).split("/");
  return mount.entries.some((name) => name === first) ? mount : undefined;
}

/** Whether anything is at a path inside: of a mount of single entries only what lies in these, unless another mount stands there. */
export function isShown(mounts: readonly Mount[], path: string): boolean {
  return mountAround(mounts, path) !== undefined;
}

/** Something that is there becomes empty; what is not there stays so. */
function hide(mounts: readonly Mount[], path: string, empty: string[]): Placement[] {
  const mount = mountAround(mounts, path);
  if (mount === undefined) return [];
  const status = lstatSync(mount.source + path.slice(mount.target.length), { throwIfNoEntry: false });
  if (status === undefined || status.isSymbolicLink()) return [];
  if (!status.isDirectory()) return [{ path, rank: RANK.hidden, argv: ["--ro-bind", "/dev/null", path] }];
  empty.push(path);
  // What stands in it is reached through it.
  const mode = mounts.some(({ target }) => target !== path && isIn(target, path)) ? "0111" : "0000";
  return [{ path, rank: RANK.hidden, argv: ["--perms", mode, "--tmpfs", path] }];
}

/**
 * The same arguments with the directories around each bind and link, which bubblewrap would close to all but who starts it. `made` has
 * those that are there already.
 */
export function withParents(argv: readonly string[], made: Set<string>): string[] {
  return argv.flatMap((argument, at) => {
    if (!BINDS.has(argument)) return [argument];
    const parts = (argv[at + 2] ?? "").split("/").slice(1, -1);
    const parents = parts
      .map((_, count) => `/${parts.slice(0, count + 1).join("/")}`)
      .filter((path) => !made.has(path));
    for (const path of parents) made.add(path);
    return [...parents.flatMap((path) => ["--dir", path]), argument];
  });
}

const BINDS: ReadonlySet<string> = new Set(["--bind", "--ro-bind", "--symlink"]);

/** @throws SandboxError `path_escapes` */
export function ensurePath(path: string): string {
  if (path.startsWith("/") && !path.includes("\0") && !path.split("/").includes("..")) return path;
  throw new SandboxError("path_escapes", `not an absolute path: ${path}`);
}
