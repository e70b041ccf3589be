import { existsSync, lstatSync, openSync, readSync, closeSync, readlinkSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { PROGRAM_DIRECTORIES, SandboxError } from "../command.ts";

const MAX_HOPS = 8;

/** Arguments of bubblewrap that make one program be there, with the interpreter that its first line names and what stands beside it. */
export function programMounts(name: string): ProgramMount[] {
  const mounts = new Map<string, string[]>();
  add(mounts, found(name), 0);
  return [...mounts].map(([path, argv]) => ({ path, argv }));
}

/** A program's file, a link to it or what it brings along, and the arguments that make it be there. */
export interface ProgramMount {
  path: string;
  argv: string[];
}

/** @throws SandboxError `no_program` */
function found(name: string): string {
  const candidates = name.startsWith("/") ? [name] : PROGRAM_DIRECTORIES.map((directory) => join(directory, name));
  const path = /^[\w.+/-]+$/.test(name) ? candidates.find((each) => existsSync(each)) : undefined;
  if (path === undefined) throw new SandboxError("no_program", `this machine has no program ${name}`);
  return path;
}

function add(mounts: Map<string, string[]>, path: string, depth: number): void {
  if (mounts.has(path) || depth > MAX_HOPS) return;
  const status = lstatSync(path);
  if (status.isSymbolicLink()) {
    const target = readlinkSync(path);
    mounts.set(path, ["--symlink", target, path]);
    add(mounts, resolve(dirname(path), target), depth + 1);
    return;
  }
  const own = packageOf(path) ?? path;
  mounts.set(path, ["--ro-bind", own, own]);
  for (const beside of supportOf(basename(path))) mounts.set(beside, ["--ro-bind", beside, beside]);
  for (const interpreter of interpretersOf(path)) add(mounts, interpreter, depth + 1);
}

/** A script of npm's stands in a package, and needs it whole. */
function packageOf(path: string): string | null {
  const [, root] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
  return root ?? null;
}

/** Where programs keep what they start themselves; git has most of itself there. */
const supportOf = (name: string): string[] =>
  ["/usr/lib", "/usr/libexec"]
    .flatMap((root) => [`${root}/${name}`, `${root}/${name}-core`])
    .filter((path) => existsSync(path));

function interpretersOf(path: string): string[] {
  const head = Buffer.alloc(256);
  const file = openSync(path, "r");
  try {
    readSync(file, head, 0, head.length, 0);
  } finally {
    closeSync(file);
  }
  const [, program, first] = /^#![ \t]*(\S+)(?:[ \t]+(\S+))?/.exec(head.toString("latin1")) ?? [];
  if (program === undefined) return [];
  const interpreters = [found(program)];
  if (basename(program) === "env" && first !== undefined && !first.startsWith("-")) interpreters.push(found(first));
  return interpreters;
}
