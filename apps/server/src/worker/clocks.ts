import { forgetNeverConfirmed, forgetSpent, hasAddress } from "@gaia/identity";
import {
  collectOrphans,
  pruneLog,
  startRescanForAdvisories,
  startRescanForUnscanned,
  settleRising,
  sweep,
  mailHeld,
  tendBatches,
  pruneWebhookLog,
  tendMirrors,
} from "@gaia/registry";
import { startRescanForChanges } from "@gaia/registry/inspecting";
import { ctxOfRegistry, type WorkerServices } from "./worker-services.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Time in which no worker ran counts against no publish: what was interrupted is tried again first. */
const NEWCOMER_MS = 2 * MINUTE_MS;

/** One turn of a clock. */
interface Turn {
  /** No turn of this process has come to its end yet. */
  isFirst: boolean;
  /** How long the worker has been here. */
  ageMs: number;
  /** The worker is closing. */
  abort: AbortSignal;
}

/** Something that is done again and again. Turns of one clock never overlap; one that fails waits for the next. */
export interface Clock {
  periodMs(settings: WorkerServices["settings"]): number;
  /** When it comes round first, after the start; null: after a period. */
  firstMs: number | null;
  /** Whether the end of the worker waits for a turn that is under way. */
  isAwaited: boolean;
  /** @returns its log line; null: it found nothing to do */
  run(services: WorkerServices, turn: Turn): Promise<object | null>;
}

/** Everything that comes round by the clock, by its event in the log. The log's own clock goes on by another rule (`log-clock.ts`). */
export const CLOCKS: Readonly<Record<string, Clock>> = {
  sweep: {
    periodMs: ({ SWEEP_SECONDS }) => SWEEP_SECONDS * 1_000,
    firstMs: 0,
    isAwaited: true,
    run: sweepOnce,
  },
  find_changes: { periodMs: () => HOUR_MS, firstMs: 0, isAwaited: true, run: findChanges },
  tend_mirrors: { periodMs: () => MINUTE_MS, firstMs: 0, isAwaited: true, run: tendAll },
  tend_batches: { periodMs: () => 20_000, firstMs: 0, isAwaited: true, run: tendAllBatches },
  tell_held: { periodMs: () => 10 * MINUTE_MS, firstMs: 3 * MINUTE_MS, isAwaited: true, run: tell },
  tend_webhooks: { periodMs: () => 2_000, firstMs: 0, isAwaited: true, run: tellHooks },
  settle_rising: { periodMs: () => 10 * MINUTE_MS, firstMs: MINUTE_MS, isAwaited: true, run: settle },
  // Soon after a start, too: a process that is restarted daily would never come to its daily turn.
  collect_orphans: { periodMs: () => DAY_MS, firstMs: 10 * MINUTE_MS, isAwaited: false, run: collect },
  vacuum: { periodMs: () => HOUR_MS, firstMs: null, isAwaited: false, run: vacuum },
};

async function sweepOnce(services: WorkerServices, { isFirst, ageMs }: Turn): Promise<object | null> {
  const { INSPECTION_DEADLINE_SECONDS, SWEEP_SECONDS } = services.settings;
  const deadlineMs = INSPECTION_DEADLINE_SECONDS * 1_000;
  const swept = await sweep(ctxOfRegistry(services), {
    neglectedAfterMs: SWEEP_SECONDS * 1_000,
    deadlineMs: ageMs < Math.min(deadlineMs, NEWCOMER_MS) ? null : deadlineMs,
    isFirst,
  });
  services.metrics.overdue(swept.overdue);
  const { db } = services.database;
  await forgetSpent(db, services.registry.now());
  await forgetNeverConfirmed(db, services.registry.now());
  return swept.overdue + swept.rung + swept.rescanned + swept.settled + swept.indexed > 0 ? { ...swept } : null;
}

async function findChanges(services: WorkerServices, { abort }: Turn): Promise<object> {
  const ctx = ctxOfRegistry(services);
  const advised = await startRescanForAdvisories(ctx, null);
  const changed = await startRescanForChanges(ctx, { scanning: services.scanning, abort });
  const unscanned = await startRescanForUnscanned(ctx, "periodic");
  return { for_advisories: advised, for_rules: changed, for_unscanned: unscanned };
}

async function tendAll(services: WorkerServices): Promise<object | null> {
  const tended = await tendMirrors(ctxOfRegistry(services));
  return tended.rung + tended.begun > 0 ? tended : null;
}

async function tendAllBatches(services: WorkerServices): Promise<object | null> {
  const tended = await tendBatches(ctxOfRegistry(services));
  return tended.rung + tended.forgotten > 0 ? tended : null;
}

async function tell(services: WorkerServices): Promise<object | null> {
  const send = async (letter: Parameters<typeof services.mailer.send>[0]) =>
    hasAddress(letter.to) ? services.mailer.send(letter) : undefined;
  const told = await mailHeld(ctxOfRegistry(services), { send, registryName: services.people.registryName });
  return told.members + told.admins > 0 ? told : null;
}

async function tellHooks(services: WorkerServices): Promise<object | null> {
  const told = await services.webhooks.tend(ctxOfRegistry(services));
  return told.told + told.begun > 0 ? told : null;
}

async function settle(services: WorkerServices): Promise<object | null> {
  const skills = await settleRising(ctxOfRegistry(services));
  return skills > 0 ? { skills } : null;
}

async function collect(services: WorkerServices): Promise<object | null> {
  const { registry, settings } = services;
  const hooks = await pruneWebhookLog(ctxOfRegistry(services));
  const collected = await collectOrphans(registry, { olderThanMs: settings.ORPHAN_HOURS * HOUR_MS });
  const tiles = await pruneLog(registry, { olderThanMs: DAY_MS });
  return collected.removed + tiles + hooks > 0 ? { ...collected, tiles, webhook_events: hooks } : null;
}

async function vacuum({ database }: WorkerServices): Promise<null> {
  // PGlite has no autovacuum: without this, rows that were changed pile up.
  if (database.kind === "pglite") await database.withSession((session) => session.exec("VACUUM"));
  return null;
}
