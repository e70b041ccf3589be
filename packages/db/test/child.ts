import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";

/** A process of its own that runs `script`, an ES module that can import from `src` by `./name.ts`. */
export interface Child {
  pid: number;
  /** The next line that it writes to stdout. */
  line(): Promise<string>;
  kill9(): Promise<void>;
}

export function startChild(script: string): Child {
  const located = script.replaceAll(/from "\.\/([a-z-]+\.ts)"/g, (_, name: string) => {
    const url = new URL(`../src/${name}`, import.meta.url);
    return `from ${JSON.stringify(url.href)}`;
  });
  // First, because it throws in a test that is over, and a child must not outlive its test.
  let kill9 = async () => {};
  onTestFinished(() => kill9());
  const child: ChildProcess = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "--input-type=module-typescript", "--eval", located],
    { cwd: import.meta.dirname, stdio: ["ignore", "pipe", "ignore"] },
  );
  const exited = once(child, "exit");
  kill9 = async () => {
    child.kill("SIGKILL");
    await exited;
  };
  if (child.pid === undefined || child.stdout === null) throw new Error("no child process");
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    pid: child.pid,
    async line() {
      const next = await lines.next();
      if (next.done === true) throw new Error("the child ended");
      return next.value;
    },
    kill9,
  };
}
