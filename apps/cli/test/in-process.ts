import { EventEmitter } from "node:events";
import { vi } from "vitest";
import { gaiaSkillCommand } from "../src/command-line.ts";
import { runProgram } from "../src/run-program.ts";
import type { CliRun } from "./cli-process.ts";

/**
 * Runs a whole command line in this process, from its words to its exit code: a hundred cost what a few child processes do. `env` is all
 * that it sees of the environment, beside the PATH. It is called in `HOME`: what a verb writes by a relative name is written there.
 */
export async function runHere(
  args: readonly string[],
  env: Record<string, string> & { HOME: string },
): Promise<CliRun> {
  const directory = process.cwd();
  process.chdir(env.HOME);
  const before = { argv: process.argv, env: process.env, exitCode: process.exitCode };
  const said = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((stream) =>
    vi.spyOn(process[stream], "write").mockImplementation((chunk) => {
      said[stream] += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
      return true;
    }),
  );
  const listeners = process.stdout.listeners("error");
  process.argv = [process.execPath, "gaia-skill", ...args];
  process.env = { PATH: before.env["PATH"], ...env };
  try {
    await runProgram(gaiaSkillCommand);
    return { code: Number(process.exitCode ?? 0), ...said };
  } finally {
    process.chdir(directory);
    Object.assign(process, before);
    process.exitCode = before.exitCode;
    for (const spy of spies) spy.mockRestore();
    for (const one of process.stdout.listeners("error"))
      // What an emitter lists are its listeners.
      if (!listeners.includes(one)) EventEmitter.prototype.off.call(process.stdout, "error", one as () => void);
  }
}
