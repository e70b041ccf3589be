import type { Clock } from "./clocks.ts";
import type { WorkerServices } from "./worker-services.ts";

/** Starts one clock. @returns how it is stopped: no further turn, and the end of the one under way where that is awaited */
export function windClock(
  services: WorkerServices,
  { name, clock, abort }: { name: string; clock: Clock; abort: AbortSignal },
): () => Promise<void> {
  const startedAt = performance.now();
  let isFirst = true;
  // A turn may take longer than the period: then the next one is left out.
  let turning: Promise<void> | null = null;
  const turn = (): void => {
    turning ??= guarded(services, name, async () => {
      const did = await clock.run(services, { isFirst, ageMs: performance.now() - startedAt, abort });
      isFirst = false;
      return did;
    }).finally(() => {
      turning = null;
    });
  };
  const first = clock.firstMs === null || clock.firstMs === 0 ? undefined : setTimeout(turn, clock.firstMs);
  const timer = setInterval(turn, clock.periodMs(services.settings));
  if (clock.firstMs === 0) turn();
  return async () => {
    clearTimeout(first);
    clearInterval(timer);
    if (clock.isAwaited) await turning;
  };
}

/** Work of the registry's own, told in a line of the log; a failure is told as well, and ends nothing. */
export async function guarded(
  { log }: Pick<WorkerServices, "log">,
  event: string,
  run: () => Promise<object | null>,
): Promise<void> {
  try {
    const did = await run();
    if (did) log.info({ event, ...did }, event);
  } catch (error) {
    log.warn({ event: `${event}_failed`, err: error }, `${event} failed; the next turn tries again`);
  }
}
