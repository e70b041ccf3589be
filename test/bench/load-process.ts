import { text } from "node:stream/consumers";
import type { LoadAnswer, LoadJob } from "./load.ts";
import { openConnection } from "./load-connection.ts";
import { quantile } from "./statistics.ts";

// The load generator, in a process of its own: one job from standard input, one answer to standard output. It speaks as
// little HTTP as it can, because it shares the machine with the server: a general client is dearer than what it measures.

const job = JSON.parse(await text(process.stdin)) as LoadJob;
const statuses: Record<string, number> = {};
const times: number[] = [];
let failed = 0;

const started = performance.now();
const end = started + job.seconds * 1_000;
const connections = Array.from({ length: job.connections }, () =>
  openConnection(job, {
    until: end,
    onAnswer(status, milliseconds) {
      statuses[status] = (statuses[status] ?? 0) + 1;
      times.push(milliseconds);
    },
    onFailure() {
      failed += 1;
    },
  }),
);
await Promise.all(connections);
const answer: LoadAnswer = {
  seconds: (performance.now() - started) / 1_000,
  statuses,
  failed,
  p50Ms: times.length > 0 ? quantile(times, 0.5) : 0,
  p99Ms: times.length > 0 ? quantile(times, 0.99) : 0,
};
process.stdout.write(JSON.stringify(answer));
