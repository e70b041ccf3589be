import { describeError } from "@gaia/db";
import type { Scanning } from "@gaia/registry";
import type { Logger } from "../logging/log.ts";

/** What is known of the service that is asked about advisories. */
export interface AdvisoryWatch {
  /** For inspections: nobody waits for a service that is not there. */
  readonly advisories: Scanning["advisories"];
  /** One line for `/readyz`; advisories are no door: the registry works without them. */
  describe(): string;
  /** The same for anybody: without a reason or an address. `unknown`: this process has not asked. */
  state(): "reachable" | "unreachable" | "unknown";
  /** Looks at once and then on the clock, until it is closed. */
  start(): void;
  /** Told each time that the service is back after it was away. */
  onBack(tell: () => void): void;
  close(): Promise<void>;
}

/** While it does not answer: soon again at first, so that a moment is not taken for an absence, then each minute. */
const PAUSES_MS = [2_000, 5_000, 10_000, 20_000];
const AWAY_PAUSE_MS = 60_000;
const REACHED_PAUSE_MS = 300_000;
/** After so many looks in a row that reached nobody. */
const AWAY_AFTER = 3;

const WAYS_OUT =
  "import advisories and set OSV_URL to this registry, set OSV_URL to a mirror, or reach it through a proxy (docs/operations.md)";

/**
 * Asks the service now and then, so that inspections need not find out one after the other that it is away. `ask` rejects when it gives no
 * answer; null: it is this registry itself.
 */
export function advisoryWatch(input: { osvUrl: string; log: Logger; ask(): Promise<void> | null }): AdvisoryWatch {
  const { osvUrl, log } = input;
  const tells: (() => void)[] = [];
  let failures = 0;
  let reason: string | null = null;
  let hasLooked = false;
  let isClosed = false;
  let looking: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  const isAway = (): boolean => failures >= AWAY_AFTER;

  const look = async (): Promise<void> => {
    try {
      await input.ask();
      if (isAway()) {
        log.info({ event: "advisories_back", osv_url: osvUrl }, "the advisory service answers again");
        for (const tell of tells) tell();
      }
      [failures, reason] = [0, null];
    } catch (error) {
      failures += 1;
      reason = describeError(error);
      if (failures === AWAY_AFTER) {
        const fields = { event: "advisories_unreachable", osv_url: osvUrl, error: reason };
        log.warn(fields, `advisories are unreachable, so dependencies stay unscanned: ${WAYS_OUT}`);
      }
    }
    hasLooked = true;
  };
  const lookAgain = (afterMs: number): void => {
    clearTimeout(timer);
    if (isClosed) return;
    timer = setTimeout(() => {
      looking ??= look().finally(() => {
        looking = null;
        lookAgain(failures === 0 ? REACHED_PAUSE_MS : (PAUSES_MS[failures - 1] ?? AWAY_PAUSE_MS));
      });
    }, afterMs);
    timer.unref();
  };
  return {
    advisories: {
      isAway,
      // While it fails already, the clock looks soon enough.
      doubt: () => (failures === 0 && looking === null ? lookAgain(0) : undefined),
    },
    describe() {
      if (failures > 0) return `unreachable (${reason ?? "no reason"}): ${WAYS_OUT}`;
      return hasLooked ? "reachable" : "not asked yet";
    },
    state: () => (failures > 0 ? "unreachable" : hasLooked ? "reachable" : "unknown"),
    start: () => lookAgain(0),
    onBack: (tell) => void tells.push(tell),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
