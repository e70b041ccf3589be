import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The built server below `root`, this checkout or another, with the flags of its `npm start`: program and arguments, from any folder. */
export function builtServer(root = ROOT): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: { start: string } };
  const [, ...args] = scripts.start.split(" ");
  return [process.execPath, ...args.map((each) => (each.startsWith("-") ? each : join(root, each)))];
}

/** Memory that a process holds in RAM now, and the most that it ever held, in MiB; from Linux's /proc. */
export function residentMib(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const read = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? NaN) / 1_024;
  return { now: read("VmRSS"), most: read("VmHWM") };
}
