import type { Database } from "@gaia/db";
import type { Queue } from "@gaia/queue";
import type { Ctx, Registry, Scanning } from "@gaia/registry";
import type { UpstreamGit } from "../outside/upstream-git.ts";
import type { WebhookSending } from "./webhook-sending.ts";

type LogLine = (fields: Record<string, unknown>, message: string) => void;

/** What of the process the worker is given (`services.ts`). */
export interface WorkerServices {
  settings: {
    WORKER_CONCURRENCY: number;
    LEASE_SECONDS: number;
    SWEEP_SECONDS: number;
    INSPECTION_DEADLINE_SECONDS: number;
    ORPHAN_HOURS: number;
  };
  log: { info: LogLine; warn: LogLine; error: LogLine };
  metrics: {
    job(input: { name: string; outcome: string; milliseconds: number }): void;
    /** Inspections that were ended because their time was over. */
    overdue(count: number): void;
  };
  registry: Registry;
  database: Database;
  queue: Queue;
  scanning: Scanning;
  /** Repositories that are mirrored. */
  upstreamGit: Pick<UpstreamGit, "door">;
  webhooks: Pick<WebhookSending, "tend">;
  people: { registryName: string };
  /** Sends a letter, or says that it did not. */
  mailer: { send(letter: { to: string; subject: string; text: string }): Promise<void> };
  /** Tells when the service of advisories is back after it was away. */
  advisories: { onBack(tell: () => void): void };
}

/** The registry acting by itself, for no request. */
export const ctxOfRegistry = ({ registry }: Pick<WorkerServices, "registry">): Ctx => ({
  ...registry,
  actor: { kind: "registry", handle: "registry" },
  requestId: null,
});
