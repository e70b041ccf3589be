import { until } from "../../../test/harness/until.ts";
import type { CliHome } from "./cli-process.ts";

/** `gaia skill witness` as a process. */
export interface StartedWitness {
  url: string;
  /** Its verifier keys, as it printed them. */
  keys: string[];
  /** What it said on standard error before it listened. */
  said: string;
  /** With SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
}

/** Starts a witness on a free port of loopback and waits until it listens. */
export async function startWitness(home: CliHome, args: readonly string[]): Promise<StartedWitness> {
  const child = home.start(["witness", "--listen", "127.0.0.1:0", ...args]);
  let [printed, said, hasEnded] = ["", "", false];
  child.stdout?.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  void ended.then(() => (hasEnded = true));
  const find = () => /Takes checkpoints at (\S+)\/add-checkpoint/.exec(said)?.[1];
  await until(async () => hasEnded || find() !== undefined);
  const url = find();
  if (url === undefined) throw new Error(`the witness does not start: ${said}`);
  return {
    url,
    keys: printed.trim().split("\n"),
    said,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
