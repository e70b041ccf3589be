import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isProcessTaken, runInProcess } from "./in-process.ts";

const BIN = fileURLToPath(new URL("../bin/gaia.js", import.meta.url));

/** What a run of the CLI left: the exit code (null when a signal ended it) and what it wrote. */
export interface CliRun {
  code: number | null;
  stdout: string;
  stderr: string;
}

interface RunOptions {
  env?: NodeJS.ProcessEnv;
  /** All of its standard input. */
  input?: string;
  cwd?: string;
}

/** A home of its own, and the CLI in it. */
export interface CliHome {
  dir: string;
  /** Runs `gaia skill …` in this process, or as a child process while another one runs here. */
  run(args: string[], options?: RunOptions): Promise<CliRun>;
  /** The same always as a child process: for what only a process shows, and for the one test of each verb that has to. */
  spawn(args: string[], options?: RunOptions): Promise<CliRun>;
  /**
   * The same on a terminal of its own (util-linux `script`), with `answer` typed once a question ends in `[y/N]`; both streams come back
   * as one.
   */
  onTerminal(args: string[], answer: string): Promise<{ code: number | null; screen: string }>;
  /** Starts it without waiting. */
  start(args: string[], env?: NodeJS.ProcessEnv, cwd?: string): ChildProcess;
  remove(): Promise<void>;
}

/** Nothing is pinned, and no index is asked, unless a test says so. */
const NO_INDEX = { GAIA_PIP_INDEX: "none", GAIA_NPM_INDEX: "none" };

/** Makes a fresh `GAIA_HOME` whose registry is `registry`. Nothing of this machine's own settings gets in. */
export async function cliHome(registry: string, more: NodeJS.ProcessEnv = {}): Promise<CliHome> {
  const dir = await mkdtemp(join(tmpdir(), "gaia-cli-"));
  const base = {
    PATH: process.env["PATH"],
    HOME: dir,
    GAIA_HOME: join(dir, "home"),
    GAIA_REGISTRY: registry,
    ...NO_INDEX,
    ...more,
  };
  const start: CliHome["start"] = (args, env = {}, cwd = dir) =>
    spawn(process.execPath, [BIN, "skill", ...args], { env: { ...base, ...env }, cwd });
  const inChild: CliHome["spawn"] = async (args, { env = {}, input, cwd = dir } = {}) => {
    const child = spawn(process.execPath, [BIN, "skill", ...args], { env: { ...base, ...env }, cwd });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
    child.stdin.on("error", () => {});
    child.stdin.end(input ?? "");
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    return { code, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() };
  };
  return {
    dir,
    start,
    async onTerminal(args, answer) {
      const command = [process.execPath, BIN, "skill", ...args].map((word) => `'${word}'`).join(" ");
      const child = spawn("script", ["--quiet", "--return", "--command", command, "/dev/null"], {
        env: base,
        cwd: dir,
      });
      let screen = "";
      let isAsked = false;
      child.stdout.on("data", (chunk: Buffer) => {
        screen += chunk.toString();
        if (isAsked || !screen.includes("[y/N]")) return;
        isAsked = true;
        child.stdin.end(answer);
      });
      // A question that was put otherwise would wait for ever.
      const tooLong = setTimeout(() => child.kill("SIGKILL"), 60_000);
      const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
      clearTimeout(tooLong);
      return { code, screen };
    },
    run(args, options = {}) {
      if (isProcessTaken()) return inChild(args, options);
      const { env = {}, input = "", cwd = dir } = options;
      return runInProcess({ program: "gaia", args: ["skill", ...args], env: { ...base, ...env }, cwd, input });
    },
    spawn: inChild,
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}
