import { readFileSync } from "node:fs";

const ROOT = new URL("../../", import.meta.url);

/** The built server with the flags of `npm start`: program and arguments, from any folder. */
export function builtServer(): string[] {
  const { scripts } = JSON.parse(readFileSync(new URL("package.json", ROOT), "utf8")) as { scripts: { start: string } };
  const [, ...args] = scripts.start.split(" ");
  return [process.execPath, ...args.map((each) => (each.startsWith("-") ? each : new URL(each, ROOT).pathname))];
}

/** Memory that a process holds in RAM now, and the most that it ever held, in MiB; from Linux's /proc. */
export function residentMib(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const read = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? NaN) / 1_024;
  return { now: read("VmRSS"), most: read("VmHWM") };
}
