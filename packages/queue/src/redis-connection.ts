import { setTimeout as pause } from "node:timers/promises";
import { Redis } from "ioredis";
import { QueueError } from "./queue-error.ts";

/** The one BullMQ queue: what there is to do is the job's name. */
export const QUEUE_NAME = "jobs";

const CONNECT_MS = 3_000;
const COMMAND_MS = 1_000;
const READY_MS = 900;
const FAULT_REPEAT_MS = 60_000;

const COMMON = {
  // BullMQ is tested with the replies of RESP2.
  protocol: 2 as const,
  connectTimeout: CONNECT_MS,
  // Never null: a connection that gave up for good would need a restart of the process.
  retryStrategy: (times: number) => Math.min(100 * 2 ** Math.min(times, 10), 3_000),
};

/** For ringing: whatever cannot be said now fails within two seconds, nothing is kept for later. Reconnects by itself. */
export function producerConnection(url: string): Redis {
  return new Redis(url, { ...COMMON, enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: COMMAND_MS });
}

/** For a worker: commands wait for Redis to come back, as BullMQ demands. */
export function workerConnection(url: string): Redis {
  return new Redis(url, { ...COMMON, maxRetriesPerRequest: null });
}

/** Runs `act` on a connection that is ready now or within a second. Throws `QueueError("unavailable")` within two seconds. */
export async function whenReady<T>(redis: Redis, act: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + READY_MS;
  while (redis.status !== "ready" && Date.now() < deadline) await pause(20);
  if (redis.status !== "ready") throw new QueueError("unavailable", "Redis cannot be reached");
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("Redis did not answer")), COMMAND_MS);
  });
  try {
    return await Promise.race([act(), timeout]);
  } catch (error) {
    throw new QueueError("unavailable", "Redis did not take the command", { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** Passes on a fault of a connection, and the same again only after a minute: while Redis is down each attempt to reconnect is one. */
export function faultReporter(tell: ((error: Error) => void) | undefined): (error: Error) => void {
  const toldAt = new Map<string, number>();
  return (error) => {
    const now = Date.now();
    for (const [message, at] of toldAt) if (now - at > FAULT_REPEAT_MS) toldAt.delete(message);
    if (toldAt.has(error.message)) return;
    toldAt.set(error.message, now);
    tell?.(error);
  };
}
