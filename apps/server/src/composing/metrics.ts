import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/** What this process counts; `text()` is the Prometheus page. */
export interface Metrics {
  request(input: { method: string; route: string; status: number; milliseconds: number }): void;
  job(input: { name: string; outcome: string; milliseconds: number }): void;
  /** Inspections that were ended because their time was over. */
  overdue(count: number): void;
  queueDepth(depth: () => Promise<number>): void;
  rescans(counted: () => Promise<{ running: number; paused: number }>): void;
  /** Whether changes that other processes make are heard. */
  changesHeard(isHeard: () => boolean): void;
  log(counted: () => Promise<{ signed: number; shown: number; pending: number }>): void;
  text(): Promise<{ contentType: string; body: string }>;
}

let processMetrics: Registry | null = null;

/** What is of the process (CPU, memory, event loop): once in it, because what collects that is never taken away again. */
function metricsOfProcess(): Registry {
  if (processMetrics === null) {
    processMetrics = new Registry();
    collectDefaultMetrics({ register: processMetrics });
  }
  return processMetrics;
}

/** Metrics in a registry of their own, so that several servers can live in one process. */
export function createMetrics(): Metrics {
  const register = new Registry();
  const ofProcess = metricsOfProcess();
  const requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "Requests by method, route and status.",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [register],
  });
  const jobs = new Histogram({
    name: "job_duration_seconds",
    help: "Jobs by name and outcome.",
    labelNames: ["name", "outcome"],
    buckets: [0.05, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300],
    registers: [register],
  });
  const failures = new Counter({
    name: "job_failures_total",
    help: "Jobs that threw.",
    labelNames: ["name"],
    registers: [register],
  });
  const overdue = new Counter({
    name: "inspections_overdue_total",
    help: "Inspections that were ended at their deadline, with scanners that had come to no end.",
    registers: [register],
  });
  return {
    overdue: (count) => overdue.inc(count),
    request: ({ method, route, status, milliseconds }) =>
      requests.observe({ method: knownMethod(method), route, status }, milliseconds / 1_000),
    job({ name, outcome, milliseconds }) {
      jobs.observe({ name, outcome }, milliseconds / 1_000);
      if (outcome === "failed") failures.inc({ name });
    },
    queueDepth: (depth) =>
      gaugeOf(register, {
        name: "queue_depth",
        help: "Jobs waiting, delayed or running.",
        value: () => depth().catch(() => Number.NaN),
      }),
    rescans(counted) {
      const gauge: Gauge = new Gauge({
        name: "rescans",
        help: "Re-scans under way, and paused until an admin decides.",
        labelNames: ["status"],
        registers: [register],
        async collect() {
          const { running, paused } = await counted().catch(() => ({ running: Number.NaN, paused: Number.NaN }));
          gauge.set({ status: "running" }, running);
          gauge.set({ status: "paused" }, paused);
        },
      });
    },
    changesHeard: (isHeard) =>
      gaugeOf(register, {
        name: "changes_heard",
        help: "1 while the database's notifications of changes are heard; 0: kept pages live for 2 seconds.",
        value: async () => (isHeard() ? 1 : 0),
      }),
    log(counted) {
      const gauge: Gauge = new Gauge({
        name: "log_leaves",
        help: "Leaves of the log: in the newest signed tree, in the tree that is shown, and in none yet.",
        labelNames: ["in"],
        registers: [register],
        async collect() {
          const none = { signed: Number.NaN, shown: Number.NaN, pending: Number.NaN };
          for (const [where, leaves] of Object.entries(await counted().catch(() => none)))
            gauge.set({ in: where }, leaves);
        },
      });
    },
    text: async () => ({
      contentType: register.contentType,
      body: await Registry.merge([ofProcess, register]).metrics(),
    }),
  };
}

/** One number, asked for when the page is. */
function gaugeOf(register: Registry, one: { name: string; help: string; value(): Promise<number> }): void {
  const { name, help, value } = one;
  const gauge: Gauge = new Gauge({
    name,
    help,
    registers: [register],
    collect: async () => gauge.set(await value()),
  });
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"]);
/** Clients may invent methods; labels must not follow them. */
const knownMethod = (method: string): string => (METHODS.has(method) ? method : "OTHER");
