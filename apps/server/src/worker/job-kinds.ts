import { inspectAgain, inspectVersion } from "@gaia/registry/inspecting";
import { type OpenUpstreamDoor, workBatch, workMirror } from "@gaia/registry";
import { READING_WALL_MS } from "../reading/reading-bounds.ts";
import { UPSTREAM_TIMEOUT_MS, upstreamDoor } from "../outside/upstream-fetch.ts";
import { ctxOfRegistry, type WorkerServices } from "./worker-services.ts";

/** One job of a kind: the id of the row that says what is to be done, and how long it may take. */
interface TakenJob {
  id: string;
  leaseMs: number;
  mostAttempts: number;
  abort: AbortSignal;
}

/** A kind of job, by the name with which the bell is rung for it. */
export interface JobKind {
  /** Does one. Safe to run twice, late, or to be killed at any line: the row says what is still to do. @returns its log line */
  run(services: WorkerServices, job: TakenJob): Promise<{ outcome: string }>;
  /** How long a job holds its row while it gives no sign of life; afterwards another one takes it. */
  leaseMs(settings: WorkerServices["settings"]): number;
  /** After so many attempts that never finished, it is ended as unfinished instead of being tried for ever. */
  mostAttempts: number;
}

/** Everything that the bell rings for. How often a job that threw is rung again is the queue's (`packages/queue/src/rules.ts`). */
export const JOB_KINDS: Readonly<Record<string, JobKind>> = {
  inspect: {
    run: (services, { id, ...job }) =>
      inspectVersion(ctxOfRegistry(services), {
        inspectionId: id,
        scanning: services.scanning,
        again: inspectAgain,
        ...job,
      }),
    leaseMs: ({ LEASE_SECONDS }) => LEASE_SECONDS * 1_000,
    mostAttempts: 5,
  },
  // A slice of one: inspections have their turn in between.
  mirror: {
    run: (services, { id, leaseMs, abort }) => {
      const { limits } = services.registry;
      const openDoor: OpenUpstreamDoor = (input) => ({
        ...upstreamDoor({ ...input, limits }),
        git: services.upstreamGit.door(input),
      });
      return workMirror(ctxOfRegistry(services), { id, leaseMs, abort, openDoor, sliceMs: MIRROR_SLICE_MS });
    },
    // The longest step between two signs of life is one request.
    leaseMs: ({ LEASE_SECONDS }) => LEASE_SECONDS * 1_000 + UPSTREAM_TIMEOUT_MS,
    mostAttempts: 5,
  },
  batch: {
    run: (services, { id, leaseMs, abort }) =>
      workBatch(ctxOfRegistry(services), { id, leaseMs, abort, sliceMs: BATCH_SLICE_MS }),
    // Between two signs of life one package is read and published.
    leaseMs: ({ LEASE_SECONDS }) => LEASE_SECONDS * 1_000 + 2 * READING_WALL_MS,
    mostAttempts: 5,
  },
};

const BATCH_SLICE_MS = 10_000;
const MIRROR_SLICE_MS = 10_000;
