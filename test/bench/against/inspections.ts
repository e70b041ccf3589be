import { join } from "node:path";
import { startFakeOsv } from "../../harness/fake-osv-server.ts";
import { findSharedScanners } from "../../harness/scanners.ts";
import { openSample } from "../published-sample.ts";
import { type BuildServer, startBuild } from "./build-server.ts";
import { cpuOfTree, watchTree } from "./process-tree.ts";
import { type Fate, type Numbered, sendAtOnce, sendOneByOne } from "./publish-and-wait.ts";
import { ofBoth } from "./comparison.ts";
import { type InspectedBy, inspectionRows, tellInspections } from "./inspections-report.ts";
import { SIDES, type Side, type Turn, turnsOf } from "./turns.ts";

const BLOCK = 10;

export interface AgainstInput {
  roots: Record<Side, string>;
  /** A directory of this run's own. */
  dir: string;
  archive: string;
  count: number;
  minutes: number;
  say: (text: string) => void;
  abort: AbortSignal;
}

/**
 * Both builds publish the same skills over HTTP in turns, with the real scanners, the machine's package index and a fake of OSV on
 * loopback.
 * @returns the tables, and whether every skill that was accepted came to its verdict in both
 */
export async function compareInspections(input: AgainstInput): Promise<{ text: string; isWhole: boolean }> {
  const { roots, dir, say } = input;
  const { scanners, reason } = await findSharedScanners();
  if (scanners === null) throw new Error(`there are no scanners on this machine: ${reason}`);
  const sample = await openSample(input);
  const osv = await startFakeOsv([]);
  const started: Partial<Record<Side, BuildServer>> = {};
  try {
    for (const side of SIDES) {
      say(`${side}: start`);
      const bounds = { scannerDir: scanners.binDir, osvUrl: osv.url, newRoot: roots.new };
      started[side] = await startBuild(roots[side], { dir: join(dir, side), ...bounds });
    }
    const results = await takeTurns(started as Record<Side, BuildServer>, sample, input); // both are started here
    const isWhole = SIDES.every((side) => results[side].fates.every(({ end }) => end !== "none"));
    return { text: tellInspections(inspectionRows(results), results), isWhole };
  } finally {
    await Promise.all(SIDES.map((side) => started[side]?.stop()));
    await osv.close();
  }
}

async function takeTurns(
  servers: Record<Side, BuildServer>,
  sample: Omit<Numbered, "at">[],
  { minutes, say, abort }: AgainstInput,
): Promise<Record<Side, InspectedBy>> {
  const deadline = performance.now() + minutes * 60_000;
  const results = ofBoth((): InspectedBy => ({
    fates: [],
    busyMs: 0,
    finished: 0,
    waitedMs: [],
    cpuMs: 0,
    most: null,
  }));
  const watches = ofBoth((side) => watchTree(servers[side].pid));
  const turns = turnsOf(
    sample.map((skill, at) => ({ ...skill, at })),
    BLOCK,
  );
  for (const [number, turn] of turns.entries()) {
    const { url, token, pid } = servers[turn.side];
    const watch = watches[turn.side];
    const before = cpuOfTree(pid);
    watch.start();
    try {
      const send = turn.sending === "at once" ? sendAtOnce : sendOneByOne;
      record(results[turn.side], turn, await send({ url, token }, turn.items, { deadline, abort }));
    } finally {
      watch.stop();
    }
    results[turn.side].cpuMs += cpuOfTree(pid) - before;
    say(`${number + 1} of ${turns.length}: ${turn.side}, ${turn.items.length} ${turn.sending}`);
  }
  for (const side of SIDES) results[side].most = watches[side].most();
  return results;
}

function record(result: InspectedBy, { sending }: Turn<Numbered>, fates: Fate[]): void {
  result.fates.push(...fates);
  const ends = fates.flatMap(({ sentAt, endedAt }) => (endedAt === null ? [] : [{ sentAt, endedAt }]));
  if (sending === "one by one") result.waitedMs.push(...ends.map(({ sentAt, endedAt }) => endedAt - sentAt));
  else if (ends.length > 0) {
    const from = Math.min(...fates.map(({ sentAt }) => sentAt));
    result.busyMs += Math.max(...ends.map(({ endedAt }) => endedAt)) - from;
    result.finished += ends.length;
  }
}
