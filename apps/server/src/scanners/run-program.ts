import { spawn } from "node:child_process";

interface Ended {
  /** Null when it was not started, or was killed. */
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

const MAX_OUTPUT_CHARACTERS = 200_000;

/**
 * Runs a program of this machine (never anything of a skill) with this process's own environment, so that what the machine
 * says about its package index is honoured. Never rejects; a program that is not there ends with `exitCode: null`.
 */
export async function runProgram(input: {
  argv: [string, ...string[]];
  timeoutMs: number;
  onLine?: ((line: string) => void) | undefined;
}): Promise<Ended> {
  const [program, ...args] = input.argv;
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ["ignore", "pipe", "pipe"],
      timeout: input.timeoutMs,
      killSignal: "SIGKILL",
    });
    // An installation that nobody waits for any more ends with this process.
    const end = (): void => void child.kill("SIGKILL");
    process.once("exit", end);
    child.once("close", () => process.off("exit", end));
    let stdout = "";
    let stderr = "";
    let line = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout = (stdout + text).slice(-MAX_OUTPUT_CHARACTERS);
      const lines = (line + text).split("\n");
      line = lines.pop() ?? "";
      for (const each of lines) input.onLine?.(each);
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr = (stderr + text).slice(-MAX_OUTPUT_CHARACTERS);
    });
    child.once("error", (error) => resolve({ exitCode: null, stdout, stderr: error.message }));
    child.once("close", (exitCode) => resolve({ exitCode, stdout, stderr }));
  });
}
