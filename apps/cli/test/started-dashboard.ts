import { once } from "node:events";
import type { CliHome } from "./cli-process.ts";

/** `gaia skill dashboard --json` as a process. */
export interface StartedDashboard {
  /** The address that opens it, once. */
  url: string;
  /** As Ctrl-C does; its exit code. */
  interrupt(): Promise<number | null>;
  /** Its exit code, when it ends by itself. */
  ended: Promise<number | null>;
}

export async function startDashboard(
  home: CliHome,
  cwd: string,
  { args = [], env = {} }: { args?: string[]; env?: NodeJS.ProcessEnv } = {},
): Promise<StartedDashboard> {
  const child = home.start(["dashboard", "--json", ...args], env, cwd);
  const ended = once(child, "close").then(([code]) => code as number | null); // what `close` is told
  let [printed, said] = ["", ""];
  child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      const found = /"url": "([^"]+)"/.exec(printed)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then((code) => reject(new Error(`the dashboard ended with ${code}: ${said}`)));
  });
  return {
    url,
    ended,
    interrupt() {
      child.kill("SIGINT");
      return ended;
    },
  };
}
