import { threadId } from "node:worker_threads";
import { type AnalyseInput, analysePackage, type Grammars, openGrammars } from "@gaia/registry/analysing";
import { MEMORY_EXIT_CODE, type Task } from "../threads/bounded-threads.ts";
import { beginMeter } from "../threads/meter.ts";

// Runs in a thread of its own: whatever a package costs, the process goes on answering.

/** 128 MiB, of pages of 64 KiB: for the tree of one text, which the analysers keep below 1 MiB. */
const MEMORY_PAGES = 2_048;

const grammars = openGrammars(MEMORY_PAGES).then(endingWhenLost);

export async function analyse({ input, meter }: Task<AnalyseInput>) {
  const ready = await grammars;
  beginMeter(meter, threadId);
  return analysePackage(input, ready);
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
