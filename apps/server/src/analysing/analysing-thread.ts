import { type MessagePort, threadId } from "node:worker_threads";
import { type AnalyseInput, analysePackage, tellPackage, type TellPackageInput } from "@gaia/registry/analysing";
import { type Grammars, openGrammars } from "@gaia/syntax";
import { MEMORY_EXIT_CODE, type Task } from "../threads/bounded-threads.ts";
import { beginMeter } from "../threads/meter.ts";

// Runs in a thread of its own: whatever a package costs, the process goes on answering.

/** 128 MiB, of pages of 64 KiB: for the tree of one text, which the analysers keep below 1 MiB. */
const MEMORY_PAGES = 2_048;

const grammars = openGrammars(MEMORY_PAGES).then(endingWhenLost);

/** `parts` is told what each analyser said: it is there when this thread is lost with the rest. */
export async function analyse({ input, meter }: Task<AnalyseInput & { parts: MessagePort }>) {
  const { parts, ...about } = input;
  const ready = await grammars;
  beginMeter(meter, threadId);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, no window's
  return analysePackage(about, ready, (part) => parts.postMessage(part));
}

/** What a package tells an agent to do. */
export async function tell({ input, meter }: Task<TellPackageInput>) {
  const ready = await grammars;
  beginMeter(meter, threadId);
  return tellPackage(input, ready);
}

/** Grammars whose memory ran out, or that overran their stack, cannot be asked again: the thread ends with them. */
function endingWhenLost({ parse }: Grammars): Grammars {
  return {
    async parse(input, use) {
      try {
        return await parse(input, use);
      } catch (error) {
        if (error instanceof Error && /^(?:RuntimeError|RangeError)$/.test(error.name)) process.exit(MEMORY_EXIT_CODE);
        throw error;
      }
    },
  };
}
