import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { cpuMilliseconds } from "./cpu-time.ts";

/** One address under load. */
export interface LoadJob {
  url: string;
  headers: Record<string, string>;
  connections: number;
  seconds: number;
}

/** What the load process says of one job; see `load-process.ts`. */
export interface LoadAnswer {
  seconds: number;
  /** Answers by status code. */
  statuses: Record<string, number>;
  failed: number;
  p50Ms: number;
  p99Ms: number;
}

/** One measurement of one address. */
export interface LoadSample {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU time that the server's processes used for one answer; null where /proc does not say. */
  cpuMicroseconds: number | null;
  /** Share of one core that they used meanwhile: well below 1 means that the load generator was the limit. */
  cores: number | null;
}

const LOAD_PROCESS = new URL("load-process.ts", import.meta.url).pathname;

/**
 * Loads one address from a process of its own and watches what the server spends.
 * @throws Error when an answer had another status than `status`, or none came
 */
export async function load(job: LoadJob, server: { status: number; pids: number[] }): Promise<LoadSample> {
  const before = cpuMilliseconds(server.pids);
  const answer = await runLoadProcess(job);
  const after = cpuMilliseconds(server.pids);
  const { [String(server.status)]: answered = 0, ...others } = answer.statuses;
  if (answered === 0 || answer.failed > 0 || Object.keys(others).length > 0) {
    throw new Error(`${job.url}: wanted ${server.status} only, got ${JSON.stringify(answer)}`);
  }
  const spentMs = before === null || after === null ? null : after - before;
  return {
    perSecond: answered / answer.seconds,
    p50Ms: answer.p50Ms,
    p99Ms: answer.p99Ms,
    cpuMicroseconds: spentMs === null ? null : (spentMs * 1_000) / answered,
    cores: spentMs === null ? null : spentMs / 1_000 / answer.seconds,
  };
}

async function runLoadProcess(job: LoadJob): Promise<LoadAnswer> {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", LOAD_PROCESS], {
    stdio: ["pipe", "pipe", "inherit"],
    timeout: (job.seconds + 30) * 1_000,
  });
  const ended = once(child, "exit");
  child.stdin.end(JSON.stringify(job));
  const said = await text(child.stdout);
  const [code] = await ended;
  if (code !== 0) throw new Error(`the load process for ${job.url} ended with ${String(code)}`);
  return JSON.parse(said) as LoadAnswer;
}
