import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { SandboxError } from "../command.ts";
import type { Denial, Network } from "./confined.ts";

/** What the process is told first. */
export interface ToProxy {
  /** Where it listens: a path that does not exist yet. */
  socketPath: string;
  network: Network;
  networkBytes: number;
}

export type FromProxy = { kind: "ready" } | { kind: "full" } | { kind: "end"; denials: Denial[] };

/** A filtering proxy in a process of its own. */
export interface OwnProxy {
  /** It listens. @throws SandboxError `no_isolation` where it could not be started */
  ready: Promise<void>;
  /** What it kept a command from. Null: it ended before its time, and nobody knows. */
  end(): Promise<Denial[] | null>;
  stop(): void;
}

/** What floods it ends it, and nothing else. */
const MEMORY_MIB = 128;
const START_MS = 20_000;
const END_MS = 5_000;
const NOT_STARTED = "the sandbox's proxy does not start";

/** @throws SandboxError `no_isolation` */
export function startOwnProxy(input: ToProxy, onFull: () => void): OwnProxy {
  const child = forked();
  // What goes wrong with it is its end: one that could not be started has no other.
  const gone = new Promise<void>((resolve) => {
    child.on("error", () => resolve());
    child.once("exit", () => resolve());
  });
  child.on("message", ({ kind }: FromProxy) => {
    if (kind === "full") onFull();
  });
  const ready = messageOf(child, "ready", { gone, timeoutMs: START_MS }).then((message) => {
    if (message === null) throw new SandboxError("no_isolation", NOT_STARTED);
  });
  // Whoever waits for it hears of it; nobody may be waiting yet.
  ready.catch(() => {});
  child.send(input, () => {});
  return {
    ready,
    async end() {
      const told = messageOf(child, "end", { gone, timeoutMs: END_MS });
      if (child.connected) child.send("end", () => {});
      return (await told)?.denials ?? null;
    },
    stop: () => void child.kill("SIGKILL"),
  };
}

function forked(): ChildProcess {
  try {
    return fork(fileURLToPath(new URL("./proxy-process.ts", import.meta.url)), {
      env: {},
      execArgv: [`--max-old-space-size=${MEMORY_MIB}`],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
  } catch {
    throw new SandboxError("no_isolation", NOT_STARTED);
  }
}

/** Null: it has ended without it, or has not said it in time. */
async function messageOf<K extends FromProxy["kind"]>(
  child: ChildProcess,
  kind: K,
  { gone, timeoutMs }: { gone: Promise<unknown>; timeoutMs: number },
): Promise<Extract<FromProxy, { kind: K }> | null> {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(null), timeoutMs);
    const onMessage = (message: FromProxy): void => {
      if (message.kind === kind) settle(message as Extract<FromProxy, { kind: K }>);
    };
    const settle = (message: Extract<FromProxy, { kind: K }> | null): void => {
      clearTimeout(late);
      child.off("message", onMessage);
      resolve(message);
    };
    child.on("message", onMessage);
    void gone.then(() => settle(null));
  });
}
