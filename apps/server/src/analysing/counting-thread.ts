import { threadId } from "node:worker_threads";
import { contextCost, type ContextInput } from "@gaia/context-cost";
import type { Task } from "../threads/bounded-threads.ts";
import { beginMeter } from "../threads/meter.ts";

// Runs in a thread of its own, for its memory and for what a package may cost it.

export function count({ input, meter }: Task<ContextInput>) {
  beginMeter(meter, threadId);
  return contextCost(input);
}
