import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { createServer, type AddressInfo, connect } from "node:net";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

export interface ChildServer {
  pid: number;
  /** Ends exactly this process and waits until it is gone. */
  stop(): Promise<void>;
}

export interface ChildServerInput {
  argv: string[];
  env?: Record<string, string>;
  /** Written to its standard input, which is then closed. */
  stdin?: string;
  /** The loopback port it will listen on; the server counts as started once it accepts connections there. */
  port: number;
  /** Run as this user; only root may ask. */
  user?: string;
  stopSignal?: NodeJS.Signals;
  startTimeoutMs?: number;
}

/** Starts a server that dies with this process, and waits until its port answers. Throws with the end of its output when it does not. */
export async function startChildServer(input: ChildServerInput): Promise<ChildServer> {
  const [program, ...args] = withOwner(input.argv, input.user);
  if (program === undefined) throw new Error("no program to start");
  const child = spawn(program, args, {
    env: { PATH: process.env["PATH"], HOME: "/nonexistent", LC_ALL: "C.UTF-8", ...input.env },
    cwd: "/",
    stdio: ["pipe", "pipe", "pipe"],
  });
  let said = "";
  const keepEnd = (chunk: Buffer): void => {
    said = (said + chunk.toString("utf8")).slice(-2_000);
  };
  child.stdout.on("data", keepEnd);
  child.stderr.on("data", keepEnd);
  child.stdin.on("error", () => {});
  child.stdin.end(input.stdin ?? "");
  let failure: Error | null = null;
  child.on("error", (error) => {
    failure = error;
  });
  const deadline = Date.now() + (input.startTimeoutMs ?? 30_000);
  while (!(await answers(input.port))) {
    if (failure !== null || child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      await stopChild(child, "SIGKILL");
      throw new Error(`${input.argv[0]} did not start: ${failure ?? said.trim()}`);
    }
    await pause(50);
  }
  // pid is set: the process has started.
  return { pid: child.pid as number, stop: () => stopChild(child, input.stopSignal ?? "SIGTERM") };
}

/** A loopback port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => probe.once("error", reject).listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo; // a TCP server has an AddressInfo
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** The absolute path of a program on PATH or in one of `dirs`, or null. */
export function findProgram(name: string, dirs: string[] = []): string | null {
  const onPath = (process.env["PATH"] ?? "").split(delimiter).filter((dir) => dir.startsWith("/"));
  for (const dir of [...dirs, ...onPath]) {
    const path = join(dir, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      continue;
    }
  }
  return null;
}

/** `argv` run as another user, and killed by the kernel should this process be killed: both through setpriv where there is one. */
function withOwner(argv: string[], user: string | undefined): string[] {
  const setpriv = findProgram("setpriv", ["/usr/bin"]);
  const hasDeathSignal =
    setpriv !== null && spawnSync(setpriv, ["--help"], { encoding: "utf8" }).stdout.includes("--pdeathsig");
  const dying = hasDeathSignal ? ["--pdeathsig", "KILL"] : [];
  if (user === undefined) return hasDeathSignal && setpriv !== null ? [setpriv, ...dying, ...argv] : argv;
  if (setpriv !== null)
    return [setpriv, `--reuid=${user}`, `--regid=${groupOf(user)}`, "--clear-groups", ...dying, ...argv];
  return ["su", "-s", "/bin/sh", user, "-c", 'exec "$0" "$@"', "--", ...argv];
}

function groupOf(user: string): string {
  return spawnSync("id", ["-g", user], { encoding: "utf8" }).stdout.trim();
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => end(true));
    socket.once("error", () => end(false));
  });
}

async function stopChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill(signal);
  const forced = setTimeout(() => child.kill("SIGKILL"), 8_000);
  await gone;
  clearTimeout(forced);
}
