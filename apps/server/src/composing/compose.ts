import { pageCache, rateLimits } from "@gaia/edge";
import { limitsOf } from "../config/limits-of-settings.ts";
import { countLog, readScanSteps } from "@gaia/catalog";
import { countRescans, revocationList } from "@gaia/registry";
import { type Db, describeError } from "@gaia/db";
import type { Queue } from "@gaia/queue";
import type { Registry, Scanning } from "@gaia/registry";
import type { SearchIndex } from "@gaia/search";
import { analysingPool } from "../analysing/analysing-pool.ts";
import type { Settings } from "../config/config.ts";
import { downloadCounter } from "./download-counter.ts";
import { downloadersOfToday } from "./downloaders-of-today.ts";
import { scanWatch } from "./scan-watch.ts";
import { webhookSending } from "../worker/webhook-sending.ts";
import { openHearing } from "./hearing.ts";
import { listenForChanges } from "./listen-for-changes.ts";
import type { Logger } from "../logging/log.ts";
import { openIssuers } from "../outside/open-issuers.ts";
import { makeRegistry } from "./make-registry.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { lookAtDoors } from "./look-at-doors.ts";
import { openBlobs } from "./open-blobs.ts";
import { openAccounts } from "./open-accounts.ts";
import { openTables } from "./open-tables.ts";
import { openUpstreamGit } from "./open-upstream-git.ts";
import { openAdvisories } from "./open-advisories.ts";
import { operatingOf } from "./operating.ts";
import { highlightingPool } from "../highlighting/highlighting-pool.ts";
import { readingPool } from "../reading/reading-pool.ts";
import { readRepoSkills } from "../reading/repo-skills.ts";
import { hubSigningKey, signingKey } from "./secrets.ts";
import { type ScannerStates, scannerStates } from "../scanners/scanner-states.ts";
import type { Services } from "./services.ts";
import { tellingPool } from "../analysing/telling-pool.ts";
import { openTrustedRoots } from "../verifying/trusted-roots.ts";
import { verifyingPool } from "../verifying/verifying-pool.ts";

/** What was opened; `close` shuts it again, in reverse order. */
export interface Composed {
  services: Services;
  close(): Promise<void>;
}

/**
 * The one composition root: opens every door that the settings name. Adapters come by dynamic import, so that a process
 * never loads one it does not use. Nothing is migrated and nothing is served yet, but for an empty embedded database that is made from the
 * template, with every migration.
 */
export async function compose(
  settings: Settings,
  log: Logger,
  publicUrl: () => string,
  { fromTemplate, signsForHub }: { fromTemplate: boolean; signsForHub: boolean },
): Promise<Composed> {
  const closers: (() => Promise<void>)[] = [];
  const opened = <T extends { close(): Promise<void> }>(door: T): T => {
    closers.unshift(() => door.close());
    return door;
  };
  try {
    const database = opened(await openTables(settings, log, fromTemplate));
    const blobs = opened(await openBlobs(settings));
    const queue = opened(await openQueue(settings, log));
    const search = opened(await openSearch(settings, database.db));
    const redis = await openRedis(settings, log, closers);
    const reader = { ...opened(readingPool()), tell: opened(tellingPool()).tell };
    const verifier = opened(verifyingPool(await openTrustedRoots({ settings, log })));
    const analyser = opened(
      analysingPool((error) => log.error({ event: "analysis_crashed", err: error }, "an analysis crashed")),
    );
    const { signer, made: madeKey } = await signingKey(settings);
    const doors = { database, blobs, queue, search, reader, verifier };
    const keys = { signer, hubSigner: signsForHub ? await hubSigningKey(settings) : null };
    const registry = await makeRegistry({ settings, log, publicUrl, keys, ...doors });
    const hearing = opened(openHearing(database, log));
    const pages = pageCache({ isHeard: hearing.isHeard });
    const revocations = revocationList(registry);
    closers.unshift(await listenForChanges(database, { pages, revocations }));
    await hearing.start(pages.forgetAll);
    const advisories = opened(await openAdvisories(settings, log, publicUrl));
    const states = scannerStates();
    const metrics = measuring(registry, { queue, isHeard: hearing.isHeard });
    const limits = rateLimits({ limits: limitsOf(settings), redis });
    const open: Omit<Services, "operating"> = {
      settings,
      log,
      metrics,
      registry,
      madeKey,
      database,
      queue,
      redis,
      scanning: await openScanning(settings, log, {
        looking: { analyse: analyser.analyse, countContext: analyser.countContext },
        publicUrl,
        advisories: advisories.advisories,
        states,
        opened,
      }),
      highlighter: opened(highlightingPool()),
      webhooks: opened(webhookSending()),
      scanWatch: opened(scanWatch((wanted) => readScanSteps(registry, wanted), log)),
      upstreamGit: opened(openUpstreamGit(() => import("@gaia/sandbox"))),
      advisories,
      scannerStates: states,
      pages,
      hearing,
      limits,
      ...(await openAccounts(settings, log, { db: database.db, publicUrl, opened, limits })),
      downloads: downloadCounter(database.db, log, {
        ranking: downloadersOfToday(redis, log),
        byClient: downloadersOfToday(redis, log),
      }),
      revocations,
      ...openIssuers(settings),
      repoSkills: await readRepoSkills(settings.MIAOS_REPO_SKILLS_DIR, log),
      publicUrl,
      doors: () => lookAtDoors({ database, blobs, queue, search }),
    };
    const services: Services = { ...open, operating: operatingOf(open) };
    return { services, close: () => closeAll(closers, log) };
  } catch (error) {
    await closeAll(closers, log);
    throw error;
  }
}

function measuring(registry: Registry, doors: { queue: Queue; isHeard: () => boolean }): Metrics {
  const metrics = createMetrics();
  metrics.queueDepth(() => doors.queue.depth());
  metrics.rescans(() => countRescans(registry));
  metrics.changesHeard(doors.isHeard);
  metrics.log(() => countLog(registry));
  return metrics;
}

async function closeAll(closers: (() => Promise<void>)[], log: Logger): Promise<void> {
  for (const close of closers.splice(0)) {
    await close().catch((error: unknown) => log.warn({ event: "close_failed", err: error }, "a door did not close"));
  }
}

async function openQueue(settings: Settings, log: Logger): Promise<Queue> {
  if (!settings.REDIS_URL) return (await import("@gaia/queue/inline")).inlineQueue();
  const { bullQueue } = await import("@gaia/queue/bullmq");
  return bullQueue({
    url: settings.REDIS_URL,
    onFault: (error) =>
      log.warn({ event: "queue_fault", error: describeError(error) }, "the queue's connection failed"),
  });
}

async function openSearch(settings: Settings, db: Db): Promise<SearchIndex> {
  if (!settings.MEILI_URL) return (await import("@gaia/search/postgres")).postgresSearch(db);
  const { meilisearchIndex } = await import("@gaia/search/meilisearch");
  return meilisearchIndex({ url: settings.MEILI_URL, apiKey: settings.MEILI_API_KEY });
}

/** For shared rate limits. Commands fail at once while Redis is away; the limiter then counts in memory. */
async function openRedis(settings: Settings, log: Logger, closers: (() => Promise<void>)[]) {
  if (!settings.REDIS_URL) return null;
  const { Redis } = await import("ioredis");
  const redis = new Redis(settings.REDIS_URL, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 500,
  });
  redis.on("error", (error) =>
    log.debug({ event: "redis_fault", error: describeError(error) }, "redis connection failed"),
  );
  closers.unshift(async () => redis.disconnect());
  return redis;
}

/** A machine with four times as much to do as it can gives a scanner a fraction of its time. */
const CLOCK_FACTOR = 3;

/** Installs the scanners when first needed and says so; a failure is told and tried again with the next inspection. */
async function openScanning(
  settings: Settings,
  log: Logger,
  parts: {
    looking: Pick<Scanning, "analyse" | "countContext">;
    publicUrl: () => string;
    advisories: Scanning["advisories"];
    states: ScannerStates;
    opened: <Door extends { close(): Promise<void> }>(door: Door) => Door;
  },
): Promise<Scanning> {
  const { looking, publicUrl, advisories, states, opened } = parts;
  const { warmRunner } = await import("@gaia/sandbox/warm");
  const { ensureScanners, machineNpm, scannerRevision, warmScanners } = await import("../scanners/index.ts");
  const { isOwnAddress, osvClient } = await import("./osv-client.ts");
  const askOsv = osvClient(settings.OSV_URL);
  let npm: ReturnType<typeof machineNpm> | null = null;
  let ready: ReturnType<typeof ensureScanners> | null = null;
  const scanners = async () => {
    ready ??= ensureScanners({
      dataDir: settings.DATA_DIR,
      scannerDir: settings.SCANNER_DIR,
      pipIndexUrl: settings.PIP_INDEX_URL,
      log: (event, fields) => log.info({ event, ...fields }, event),
      onProgress(text) {
        states.set({ status: "installing", progress: text });
        log.info({ event: "scanners.progress", progress: text }, text);
      },
    }).then(
      (found) => {
        states.set({ status: "ready", progress: "" });
        return found;
      },
      (error: unknown) => {
        ready = null;
        states.set({ status: "missing", progress: describeError(error) });
        log.warn(
          { event: "scanners_missing", error: describeError(error) },
          "there are no scanners, and inspections wait",
        );
        throw error;
      },
    );
    const found = await ready;
    return { ...found, revision: await scannerRevision(found.binDir) };
  };
  const onCold = (scanner: string, why: string) => log.warn({ event: "scanner_cold", scanner, why }, "not warm");
  const run = opened(await warmRunner(warmScanners(onCold)));
  // Without isolation a scanner could reach the network: the operators have to know.
  const level = run.isolation === "none" ? "warn" : "info";
  const open = "scanners run without isolation and could reach the network: install bubblewrap";
  log[level](
    { event: "sandbox", isolation: run.isolation },
    run.isolation === "none" ? open : `scanners run with isolation: ${run.isolation}`,
  );
  return {
    run,
    ...looking,
    scanners,
    osvUrl: settings.OSV_URL,
    advisories,
    get askOsv() {
      return isOwnAddress(settings, publicUrl()) ? null : askOsv;
    },
    // Once for this process: it does not change while it runs.
    npm: async () => (npm ??= machineNpm()),
    pipIndexUrl: settings.PIP_INDEX_URL,
    cpuMs: settings.INSPECTION_TIMEOUT_SECONDS * 1_000,
    timeoutMs: settings.INSPECTION_TIMEOUT_SECONDS * 1_000 * CLOCK_FACTOR,
  };
}
