import { Queue as BullQueue } from "bullmq";
import { bullWorker } from "./bull-worker.ts";
import type { Queue, Ring, Worker } from "./queue.ts";
import { QueueError } from "./queue-error.ts";
import { faultReporter, producerConnection, QUEUE_NAME, whenReady } from "./redis-connection.ts";
import { ensureConcurrency, ensureRing, RANKS, RETRIES, RETRY_BASE_MS } from "./rules.ts";

export interface BullConfig {
  /** `redis://` or `rediss://`, with user, password and database number where there are any. */
  url: string;
  /** Before every key in Redis. Queues of one prefix and URL are one queue. */
  prefix?: string | undefined;
  retryBaseMs?: number | undefined;
  /** Told when a connection fails, the same fault at most once a minute. The queue goes on by itself. */
  onFault?: ((error: Error) => void) | undefined;
}

/** A queue in Redis, shared by every process with the same URL and prefix. Connects at once, in the background. */
export function bullQueue(config: BullConfig): Queue {
  const { url, prefix = "gaia", retryBaseMs = RETRY_BASE_MS } = config;
  const onFault = faultReporter(config.onFault);
  const producer = producerConnection(url);
  producer.on("error", onFault);
  // Without the version check BullMQ asks nothing while it opens, so a connection lost at that moment cannot spoil the queue for good.
  const queue = new BullQueue(QUEUE_NAME, {
    connection: producer,
    prefix,
    skipVersionCheck: true,
    skipMetasUpdate: true,
  });
  queue.on("error", onFault);
  const workers = new Set<Worker>();
  let closing: Promise<void> | null = null;

  const ensureOpen = (): void => {
    if (closing !== null) throw new QueueError("closed", "the queue is closed");
  };

  return {
    async ring(job: Ring) {
      ensureRing(job);
      ensureOpen();
      const { name, id, delayMs = 0, urgency = "fresh" } = job;
      await whenReady(producer, () =>
        queue.add(
          name,
          { id },
          {
            delay: delayMs,
            priority: RANKS[urgency],
            attempts: 1 + RETRIES,
            backoff: { type: "exponential", delay: retryBaseMs },
            // Nothing is kept of a job that is done or given up: a kept one would swallow later rings.
            removeOnComplete: true,
            removeOnFail: true,
            // Names have no space. Delayed rings count apart, so that they hold back no other; a ring without delay hurries a retry.
            deduplication: {
              id: `${name} ${id}${delayMs > 0 ? " later" : ""}`,
              keepLastIfActive: true,
              reschedule: delayMs === 0,
            },
          },
        ),
      );
    },
    async work(handlers, options) {
      ensureConcurrency(options.concurrency);
      ensureOpen();
      const worker = bullWorker({ url, prefix, handlers, options, onFault });
      workers.add(worker);
      return worker;
    },
    async depth() {
      ensureOpen();
      return whenReady(producer, () => queue.getJobCountByTypes("waiting", "prioritized", "delayed", "active"));
    },
    async check() {
      ensureOpen();
      await whenReady(producer, () => producer.ping());
    },
    close() {
      closing ??= (async () => {
        await Promise.all([...workers].map((worker) => worker.close()));
        await queue.close().catch(onFault);
        producer.disconnect();
      })();
      return closing;
    },
  };
}
