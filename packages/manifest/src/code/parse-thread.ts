import { parentPort, workerData } from "node:worker_threads";
import type { ParseReply, ParseRequest, ParseThreadData } from "./parse-protocol.ts";
import { outlinePython } from "./python-outline.ts";
import { cpuMs, openGrammars } from "@gaia/syntax";
import type { Grammars } from "@gaia/syntax";

/**
 * The thread in which untrusted code is parsed. It reads, it never runs what it reads; it exists so that a text which
 * makes the parser hang, or eat its memory, costs no more than this thread.
 */
// Set by the one who starts this thread, `startThread` in parsers.ts.
const { signal, memoryPages, port } = workerData as ParseThreadData;

const grammars = await openGrammars(memoryPages);
port.on("message", (request: ParseRequest) => void answer(grammars, request).then(send));
send({ id: 0, result: { status: "unread", reason: "ready" }, cpuMs: 0, isFinal: false });
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, no window's
parentPort?.postMessage("ready");

function send(reply: ParseReply): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, no window's
  port.postMessage(reply);
  Atomics.add(signal, 0, 1);
  Atomics.notify(signal, 0);
}

async function answer({ parse }: Grammars, request: ParseRequest): Promise<ParseReply> {
  const { id, task, language, text, timeLimitMs } = request;
  const before = cpuMs();
  try {
    const result = await parse({ language, text, timeLimitMs }, (tree, problem) =>
      task === "check"
        ? { status: "read" as const, problem }
        : { status: "read" as const, problem, outline: outlinePython(tree, text) },
    );
    return {
      id,
      result: result ?? { status: "unread", reason: "it takes too long to parse" },
      cpuMs: cpuMs() - before,
      isFinal: false,
    };
  } catch {
    // Out of memory, or a trap inside the grammar.
    return {
      id,
      result: { status: "unread", reason: "it is nested too deeply, or holds too much, to parse" },
      cpuMs: cpuMs() - before,
      isFinal: true,
    };
  }
}
