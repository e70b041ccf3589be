import { claimHooks, type Ctx, deliverFor, fanOutEvents, type HookLease } from "@gaia/registry";
import { describeError } from "@gaia/db";

/** Webhooks that one process sends for at a time; those that failed last take half of the places at most. */
const HOOKS_AT_ONCE = 8;
const FAILING_AT_ONCE = 4;

/** What is under way outlives the turn that began it: a receiver that does not answer holds up no other. */
export interface WebhookSending {
  /** One turn. @returns how many events were given to webhooks, and for how many webhooks sending began */
  tend(ctx: Ctx): Promise<{ told: number; begun: number }>;
  /** Cuts off what is under way: it is sent again by whoever comes next. */
  close(): Promise<void>;
}

export function webhookSending(): WebhookSending {
  const running = new Map<Promise<void>, HookLease>();
  const closing = new AbortController();
  const begin = (ctx: Ctx, lease: HookLease): void => {
    const sending: Promise<void> = deliverFor(ctx, lease, closing.signal)
      .then(
        () => undefined,
        (error: unknown) => ctx.warn("webhook_failed", { webhook: lease.webhookId, error: describeError(error) }),
      )
      .finally(() => running.delete(sending));
    running.set(sending, lease);
  };
  return {
    async tend(ctx) {
      if (closing.signal.aborted) return { told: 0, begun: 0 };
      const told = await fanOutEvents(ctx);
      const failing = [...running.values()].filter(({ isFailing }) => isFailing).length;
      const room = HOOKS_AT_ONCE - running.size;
      const leases = await claimHooks(ctx, { most: room, mostFailing: Math.min(room, FAILING_AT_ONCE - failing) });
      for (const lease of leases) begin(ctx, lease);
      return { told, begun: leases.length };
    },
    async close() {
      closing.abort(new Error("the worker is closing"));
      await Promise.all(running.keys());
    },
  };
}
