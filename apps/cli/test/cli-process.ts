import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const BIN = fileURLToPath(new URL("../bin/gaia.js", import.meta.url));

/** What a run of the CLI left: the exit code (null when a signal ended it) and what it wrote. */
export interface CliRun {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A home of its own, and the CLI as a child process in it. */
export interface CliHome {
  dir: string;
  /** Runs `gaia skill …`. */
  run(args: string[], options?: { env?: NodeJS.ProcessEnv; input?: string; cwd?: string }): Promise<CliRun>;
  /**
   * The same on a terminal of its own (util-linux `script`), with `answer` typed once a question ends in `[y/N]`; both streams come back
   * as one.
   */
  onTerminal(args: string[], answer: string): Promise<{ code: number | null; screen: string }>;
  /** Starts it without waiting. */
  start(args: string[], env?: NodeJS.ProcessEnv): ChildProcess;
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
  const start: CliHome["start"] = (args, env = {}) =>
    spawn(process.execPath, [BIN, "skill", ...args], { env: { ...base, ...env }, cwd: dir });
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
    async run(args, { env = {}, input, cwd = dir } = {}) {
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
    },
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}
