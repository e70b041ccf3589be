import { setTimeout as sleep } from "node:timers/promises";
import { CliError, EXIT } from "../../failures/failures.ts";
import { t } from "../../terminal/shown-text.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/** Whether somebody asked to stop, which also ends every wait. */
export interface Stopping {
  isAsked(): boolean;
  signal: AbortSignal;
  end(): void;
}

/** The first Ctrl-C ends what is under way and begins nothing more; the next one ends the program as always. */
export function stopOnInterrupt(): Stopping {
  const asked = new AbortController();
  const onInterrupt = () => asked.abort();
  process.once("SIGINT", onInterrupt);
  return {
    isAsked: () => asked.signal.aborted,
    signal: asked.signal,
    end: () => process.off("SIGINT", onInterrupt),
  };
}

/** Longer than this a run is better begun anew. */
const LONGEST_WAIT_S = 15 * 60;
/** A registry that restarts is back within these. */
const PAUSES_S = [2, 5, 10, 20];

/**
 * Does `work`, and again where the registry's limit refused it (429), once the time is over that it names: as often as need be, for each
 * try goes on where the limit stood. A registry that is away is asked again a few times. Throws what `work` threw at last.
 */
export async function patiently<T>(terminal: Terminal, { signal }: Stopping, work: () => Promise<T>): Promise<T> {
  for (let away = 0; ;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CliError) || error.exitCode !== EXIT.unreachable || signal.aborted) throw error;
      const isLimit = error.code === "rate_limited";
      const seconds = isLimit ? error.retryAfterSeconds : (PAUSES_S[away++] ?? null);
      if (seconds === null || seconds > LONGEST_WAIT_S) throw error;
      const why = isLimit ? "The registry takes no more for now" : "The registry does not answer";
      terminal.note(t`${why}: it is asked again in ${seconds} s`);
      await sleep(seconds * 1_000, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) throw error;
    }
  }
}
