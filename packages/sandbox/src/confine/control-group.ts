import { randomBytes } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Limits } from "./confined.ts";

const ROOT = "/sys/fs/cgroup";

/** A control group of one command: all of its processes together have so much memory, and are so many. */
export interface ControlGroup {
  /** Files into which a process writes `0` to be in it. */
  joins: string[];
  /** The ids of its processes. */
  processes(): string[];
  /** Which of its limits the command ran into. */
  exceeded(): ("memory" | "processes")[];
  remove(): Promise<void>;
}

/** Null: this user may make none here, and limits hold for each process alone. Version 2 of control groups, or 1. */
export function makeControlGroup(limits: Pick<Limits, "memoryBytes" | "processes">): ControlGroup | null {
  const name = `gaia-${randomBytes(8).toString("hex")}`;
  const parents = existsSync(join(ROOT, "cgroup.controllers")) ? unified() : divided();
  if (parents === null) return null;
  const made: string[] = [];
  try {
    for (const parent of new Set(Object.values(parents))) {
      mkdirSync(join(parent, name));
      made.push(join(parent, name));
    }
    const files = { memory: join(parents.memory, name), pids: join(parents.pids, name) };
    const isUnified = parents.memory === parents.pids;
    writeFileSync(join(files.memory, isUnified ? "memory.max" : "memory.limit_in_bytes"), String(limits.memoryBytes));
    writeSwap(files.memory, isUnified);
    writeFileSync(join(files.pids, "pids.max"), String(limits.processes));
    return groupOf(made, files, isUnified);
  } catch {
    removeAll(made);
    return null;
  }
}

function groupOf(made: string[], files: { memory: string; pids: string }, isUnified: boolean): ControlGroup {
  return {
    joins: made.map((directory) => join(directory, "cgroup.procs")),
    processes: () => readOr(join(files.pids, "cgroup.procs"), "").split("\n").filter(Boolean),
    exceeded() {
      const memory = eventsOf(join(files.memory, isUnified ? "memory.events" : "memory.oom_control"), "oom_kill");
      const processes = eventsOf(join(files.pids, "pids.events"), "max");
      return [...(memory > 0 ? ["memory" as const] : []), ...(processes > 0 ? ["processes" as const] : [])];
    },
    async remove() {
      // Its processes are ending still.
      for (let round = 0; round < 50 && !removeAll(made); round += 1) await pause(20);
    },
  };
}

/** Version 2: the nearest group above ours in which this user may make groups that have both controllers. */
function unified(): { memory: string; pids: string } | null {
  const [, own = "/"] = /^0::(.*)$/m.exec(readFileSync("/proc/self/cgroup", "utf8")) ?? [];
  for (let path = join(ROOT, own); path.startsWith(ROOT); path = dirname(path)) {
    if (hands(path, "memory") && hands(path, "pids") && isWritable(path)) return { memory: path, pids: path };
  }
  return null;
}

const hands = (path: string, controller: string): boolean =>
  readOr(join(path, "cgroup.subtree_control"), "").split(/\s/).includes(controller);

/** Version 1: each controller has a tree of its own. */
function divided(): { memory: string; pids: string } | null {
  const own = readOr("/proc/self/cgroup", "");
  const [memory, pids] = ["memory", "pids"].map((controller) => {
    const [, path] = new RegExp(`^\\d+:(?:[^:]*,)?${controller}(?:,[^:]*)?:(.*)$`, "m").exec(own) ?? [];
    const directory = path === undefined ? null : join(ROOT, controller, path);
    return directory !== null && isWritable(directory) ? directory : null;
  });
  return memory && pids ? { memory, pids } : null;
}

/** Memory that is swapped is memory, too; a kernel may not count it. */
function writeSwap(directory: string, isUnified: boolean): void {
  const file = join(directory, isUnified ? "memory.swap.max" : "memory.swappiness");
  if (existsSync(file)) writeFileSync(file, "0");
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function eventsOf(file: string, name: string): number {
  const [, count] = new RegExp(`^${name} (\\d+)$`, "m").exec(readOr(file, "")) ?? [];
  return Number(count ?? 0);
}

function readOr(file: string, otherwise: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return otherwise;
  }
}

/** Whether all are gone. */
function removeAll(directories: string[]): boolean {
  for (const directory of directories) {
    try {
      rmdirSync(directory);
    } catch {
      // Busy, or gone.
    }
  }
  return directories.every((directory) => !existsSync(directory));
}
