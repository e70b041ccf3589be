import type { Language } from "@gaia/syntax";
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";
import type {
  CheckResult,
  OutlineResult,
  ParseReply,
  ParseRequest,
  ParseThreadData,
  Unread,
} from "./parse-protocol.ts";

/**
 * Syntax trees of untrusted code. Every call is synchronous, never throws, and is bounded: `BOUNDS.textBytes` of text, about
 * `BOUNDS.parseMs` of time, `BOUNDS.memoryPages` of memory. Beyond them the answer is `unread`, with the reason.
 */
export interface Parsers {
  /** Looks for the first syntax error. */
  check(language: Language, text: string, budget?: Budget): CheckResult;
  /** What a Python module defines and imports. */
  outline(text: string, budget?: Budget): OutlineResult;
  /** Ends the parsing thread; a later call starts another. The process ends without it, too. */
  close(): Promise<void>;
}

/** Time that several calls share, in milliseconds. Calls take from it. */
export interface Budget {
  leftMs: number;
}

/** What parsing costs, told to whoever counts it: the CPU time of the parsing thread is not that of the one that asks. */
export interface ParsingAccount {
  /** Milliseconds that there are for parsing now. */
  leftMs(): number;
  /** A text took `cpuMs`; where the thread was lost, the time that it was waited for. */
  spend(cpuMs: number): void;
}

const BOUNDS = {
  /** Contract §5: a text file to be analysed. */
  textBytes: 1024 * 1024,
  parseMs: 1000,
  /** Above `parseMs`: the parser does not look at its CPU time at every step. */
  killMs: 1300,
  /** As long on the clock, on a machine that has as much else to do. */
  busyFactor: 3,
  /** The first start compiles the grammar, on a machine that may be busy. */
  startMs: 20_000,
  /** 64 MiB above what the thread starts with. */
  memoryPages: 1536,
} as const;

const UNCOUNTED: ParsingAccount = { leftMs: () => Number.POSITIVE_INFINITY, spend: () => undefined };

/** Starts the parsing thread. Throws only where this installation has no grammars. */
export async function loadParsers(account: ParsingAccount = UNCOUNTED): Promise<Parsers> {
  const threads = threadKeeper(account);
  await threads.started();
  return {
    check(language, text, budget) {
      return ask({ threads, account, budget }, { task: "check", language, text });
    },
    outline(text, budget) {
      // The thread answers a task with that task's result.
      return ask({ threads, account, budget }, { task: "outline", language: "python", text }) as OutlineResult;
    },
    close: () => threads.close(),
  };
}

interface Asking {
  threads: ThreadKeeper;
  account: ParsingAccount;
  budget: Budget | undefined;
}

function ask(
  { threads, account, budget }: Asking,
  question: Pick<ParseRequest, "task" | "language" | "text">,
): CheckResult | OutlineResult {
  if (Buffer.byteLength(question.text) > BOUNDS.textBytes) return unread("it is larger than 1 MiB");
  const leftMs = Math.min(account.leftMs(), budget?.leftMs ?? BOUNDS.parseMs);
  if (leftMs <= 0) return unread("what was read before it took all the time that a package has");
  const allowedMs = Math.max(1, Math.min(BOUNDS.parseMs, leftMs));
  const startedAt = performance.now();
  const result = threads.ask({ ...question, timeLimitMs: allowedMs });
  if (budget !== undefined) budget.leftMs -= performance.now() - startedAt;
  return result;
}

function unread(reason: string): Unread {
  return { status: "unread", reason };
}

interface ThreadKeeper {
  started(): Promise<void>;
  ask(request: Omit<ParseRequest, "id">): CheckResult | OutlineResult;
  close(): Promise<void>;
}

interface Thread {
  worker: Worker;
  port: MessagePort;
  signal: Int32Array;
  ready: boolean;
}

/** One thread at a time; a new one whenever the last was lost. */
function threadKeeper(account: ParsingAccount): ThreadKeeper {
  let thread: Thread | null = null;
  let lastId = 0;

  const discard = (): Promise<unknown> => {
    const lost = thread;
    thread = null;
    return lost?.worker.terminate() ?? Promise.resolve();
  };

  return {
    async started() {
      const starting = startThread();
      thread = starting;
      await new Promise<void>((resolve, reject) => {
        starting.worker.once("error", reject);
        starting.worker.once("message", () => resolve());
        starting.worker.ref();
      });
      starting.worker.removeAllListeners("error").on("error", () => {});
      starting.worker.unref();
    },
    ask(request) {
      thread ??= startThread();
      const current = thread;
      if (!current.ready) {
        if (nextReply(current, 0, BOUNDS.startMs) === null) {
          void discard();
          return unread("the parser does not start");
        }
        current.ready = true;
      }
      const id = ++lastId;
      const askedAt = performance.now();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, no window's
      current.port.postMessage({ ...request, id } satisfies ParseRequest);
      const mostMs = request.timeLimitMs + BOUNDS.killMs - BOUNDS.parseMs;
      const reply = nextReply(current, id, mostMs * BOUNDS.busyFactor);
      account.spend(reply?.cpuMs ?? Math.min(mostMs, performance.now() - askedAt));
      if (reply === null || reply.isFinal) {
        void discard();
        // It starts while nobody waits for it.
        thread = startThread();
      }
      return reply?.result ?? unread("it takes too long to parse");
    },
    async close() {
      await discard();
    },
  };
}

function startThread(): Thread {
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const workerData: ParseThreadData = { signal, memoryPages: BOUNDS.memoryPages, port: port2 };
  const worker = new Worker(new URL("./parse-thread.ts", import.meta.url), {
    workerData,
    transferList: [port2],
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 8 },
  });
  // A thread that dies is noticed by its silence.
  worker.on("error", () => {});
  worker.unref();
  port1.unref();
  return { worker, port: port1, signal, ready: false };
}

/** Blocks until the reply `id` is there; null after `waitMs`. */
function nextReply({ port, signal }: Thread, id: number, waitMs: number): ParseReply | null {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const seen = Atomics.load(signal, 0);
    // Only our own thread writes to this port.
    const received = receiveMessageOnPort(port) as { message: ParseReply } | undefined;
    if (received?.message.id === id) return received.message;
    if (received !== undefined) continue;
    const left = deadline - performance.now();
    if (left <= 0) return null;
    Atomics.wait(signal, 0, seen, left);
  }
}
