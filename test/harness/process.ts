import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../apps/server/src/main.ts", import.meta.url));
/** What a child inherits; nothing of it configures the server. */
const INHERITED = ["PATH", "HOME", "TMPDIR", "LANG", "SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE"];
const START_TIMEOUT_MS = 60_000;

/** How a process ended. */
export interface Ended {
  exitCode: number | null;
  signal: NodeJS.Signals | null;
}

/** The server as an operator runs it: a process of its own. */
export interface ServerProcess {
  url: string;
  pid: number;
  /** Sends the signal to exactly this process; does not wait. */
  kill(signal: NodeJS.Signals): void;
  exited: Promise<Ended>;
  /** Everything it wrote so far, standard output and standard error. */
  log(): string;
  /** Kills it if it still runs, and waits until it is gone. */
  close(): Promise<void>;
}

interface Options {
  env: Record<string, string>;
  /** Comes before the command, as `["bwrap", …]`. */
  wrapper?: string[];
  args?: string[];
}

/** Starts `node apps/server/src/main.ts` on a free port. Throws with its output when it ends before it serves. */
export async function startProcess(options: Options): Promise<ServerProcess> {
  const { child, exited, log } = launch(options);
  const deadline = setTimeout(() => child.kill("SIGKILL"), START_TIMEOUT_MS);
  const started = new Promise<string>((resolve) => {
    let rest = "";
    child.stdout.on("data", (text: string) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const url = startedUrl(line);
        if (url !== null) resolve(url);
      }
    });
  });
  const first = await Promise.race([started, exited]);
  clearTimeout(deadline);
  if (typeof first !== "string") throw new Error(`the server ended (${first.exitCode ?? first.signal}): ${log()}`);
  return {
    url: first,
    pid: child.pid ?? 0,
    kill: (signal) => void child.kill(signal),
    exited,
    log,
    async close() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

/** Runs the server, or one of its commands, to its end. */
export async function runProcess(options: Options): Promise<Ended & { output: string }> {
  const { child, exited, log } = launch(options);
  const deadline = setTimeout(() => child.kill("SIGKILL"), START_TIMEOUT_MS);
  const ended = await exited;
  clearTimeout(deadline);
  return { ...ended, output: log() };
}

function launch({ env, wrapper = [], args = [] }: Options) {
  const inherited = Object.fromEntries(
    INHERITED.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
  const command = [...wrapper, process.execPath, "--disable-warning=ExperimentalWarning", MAIN, ...args];
  const child = spawn(command[0] ?? "", command.slice(1), {
    env: { ...inherited, PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  }
  const killed = () => void child.kill("SIGKILL");
  process.once("exit", killed);
  const exited = new Promise<Ended>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exitCode, signal) => {
      process.removeListener("exit", killed);
      resolve({ exitCode, signal });
    });
  });
  return { child, exited, log: () => said };
}

function startedUrl(line: string): string | null {
  if (!line.includes('"event":"started"')) return null;
  const { url } = JSON.parse(line) as { url?: unknown };
  return typeof url === "string" ? url : null;
}
