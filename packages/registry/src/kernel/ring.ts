import { describeError } from "@gaia/db";
import type { Urgency } from "@gaia/queue";
import type { Registry } from "./context.ts";

/** Rings the bell for a job. The row is the memory: when the queue is away, the sweep rings again (R5). */
export async function ring(
  ctx: Registry,
  job: { name: string; id: string; delayMs?: number; urgency?: Urgency },
): Promise<void> {
  try {
    await ctx.queue.ring(job);
  } catch (error) {
    ctx.warn("ring_failed", { job: job.name, id: job.id, error: describeError(error) });
  }
}
