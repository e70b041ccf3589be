import { EventEmitter } from "node:events";
import { Readable } from "node:stream";
import type { Command } from "commander";
import { vi } from "vitest";
import { gaiaCommand, gaiaSkillCommand } from "../src/program/command-line.ts";
import type { ExitCode } from "../src/failures/exit-codes.ts";
import { runProgram } from "../src/program/run-program.ts";
import type { CliRun } from "./cli-process.ts";

/** A command line as a shell would start it. `env` is all that it sees of the environment; `input` its whole standard input. */
export interface CommandLine {
  program: "gaia" | "gaia-skill";
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  /** Where it is called: what a verb writes by a relative name is written there. */
  cwd: string;
  input?: string;
  /** `input` is what a person types at a terminal. */
  isTerminal?: boolean;
}

const PROGRAMS: Record<CommandLine["program"], (ended: (code: ExitCode) => void) => Command> = {
  gaia: gaiaCommand,
  "gaia-skill": gaiaSkillCommand,
};

/** Environment, directory and streams are the process's: one command line has them at a time. */
let isBusy = false;

/** Whether a command line runs in this process already: another one then needs a process of its own. */
export const isProcessTaken = (): boolean => isBusy;

/**
 * Runs a whole command line in this process, from its words to its exit code: a hundred cost what a few child processes do. Throws while
 * another one runs here.
 */
export async function runInProcess({
  program,
  args,
  env,
  cwd,
  input = "",
  isTerminal = false,
}: CommandLine): Promise<CliRun> {
  if (isBusy) throw new Error("another command line runs in this process");
  isBusy = true;
  const before = { argv: process.argv, env: process.env, exitCode: process.exitCode, directory: process.cwd() };
  const stdin = Object.getOwnPropertyDescriptor(process, "stdin");
  const isTTY = Object.getOwnPropertyDescriptor(process.stderr, "isTTY");
  const said = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((stream) =>
    vi.spyOn(process[stream], "write").mockImplementation((chunk) => {
      said[stream] += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
      return true;
    }),
  );
  const listeners = process.stdout.listeners("error");
  try {
    process.chdir(cwd);
    process.argv = [process.execPath, program, ...args];
    process.env = { ...env };
    Object.defineProperty(process, "stdin", {
      configurable: true,
      value: Object.assign(typed(input, isTerminal), { isTTY: isTerminal }),
    });
    Object.defineProperty(process.stderr, "isTTY", { configurable: true, value: isTerminal });
    await runProgram(PROGRAMS[program]).catch((error: unknown) => {
      // As Node ends a process whose module threw.
      said.stderr += `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`;
      process.exitCode = 1;
    });
    return { code: Number(process.exitCode ?? 0), ...said };
  } finally {
    process.chdir(before.directory);
    process.argv = before.argv;
    process.env = before.env;
    process.exitCode = before.exitCode;
    if (stdin !== undefined) Object.defineProperty(process, "stdin", stdin);
    if (isTTY === undefined) Reflect.deleteProperty(process.stderr, "isTTY");
    else Object.defineProperty(process.stderr, "isTTY", isTTY);
    for (const spy of spies) spy.mockRestore();
    for (const one of process.stdout.listeners("error"))
      // What an emitter lists are its listeners.
      if (!listeners.includes(one)) EventEmitter.prototype.off.call(process.stdout, "error", one as () => void);
    isBusy = false;
  }
}

/** `gaia-skill` in this process, called in `HOME`, with the PATH of this one beside `env`. */
export function runHere(args: readonly string[], env: Record<string, string> & { HOME: string }): Promise<CliRun> {
  return runInProcess({ program: "gaia-skill", args, env: { PATH: process.env["PATH"], ...env }, cwd: env.HOME });
}

/** A pipe ends after what it carries; a terminal only where its person ends it. */
function typed(input: string, isTerminal: boolean): Readable {
  const lines = input === "" ? [] : [Buffer.from(input)];
  if (!isTerminal || input === "") return Readable.from(lines);
  const open = new Readable({ read() {} });
  for (const line of lines) open.push(line);
  return open;
}
