import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { account, call } from "../harness/api.ts";
import { freePort } from "../harness/child-server.ts";
import { findSharedScanners } from "../harness/scanners.ts";
import { watchMemory } from "./memory.ts";
import { publishAll, type Published } from "./publish-all.ts";
import { describeEnds, type Ended } from "./published-report.ts";
import { openSample } from "./published-sample.ts";
import { ADMIN_TOKEN, startEmbedded } from "./start-embedded.ts";

// `npm run bench:published`: skills that others published, one after the other, into a fresh embedded registry with the real scanners
// and whatever network this machine has. test/bench/README.md says how.

const { values: options } = parseArgs({
  options: {
    /** A .tar.gz in which each folder with a manifest is a skill. */
    archive: { type: "string" },
    /** So many of them, evenly spread. */
    count: { type: "string", default: "40" },
    /** After which whoever has no verdict is told as such. */
    minutes: { type: "string", default: "60" },
  },
});
if (options.archive === undefined) throw new Error("which skills? --archive=FILE.tar.gz");

/** Longer than a thread stays without work. */
const REST_MS = 30_000;

const dir = await mkdtemp(join(tmpdir(), "skill-registry-published-"));
try {
  const { scanners } = await findSharedScanners();
  if (scanners === null) throw new Error("there are no scanners on this machine");
  const port = await freePort();
  const server = await startEmbedded({ dir, port, scannerDir: scanners.binDir });
  const memory = watchMemory(server.pid);
  try {
    const url = `http://127.0.0.1:${port}`;
    const token = await account(url, ADMIN_TOKEN, "bench");
    await rest();
    const before = memory.now();
    const startedAt = performance.now();
    const sample = await openSample({ archive: options.archive, dir, count: Number(options.count) });
    const published = await publishAll({ url, token }, sample);
    const publishedMs = performance.now() - startedAt;
    const ends = await waitForAll({ url, token }, published, Number(options.minutes) * 60_000);
    const allMs = performance.now() - startedAt;
    const most = memory.most();
    await rest();
    const resident = { before, most, after: memory.now() };
    process.stdout.write(`${describeEnds({ asked: sample.length, published, ends, publishedMs, allMs, resident })}\n`);
    if (ends.some(({ verdict }) => verdict === null)) process.exitCode = 1;
  } finally {
    memory.stop();
    await server.stop();
  }
} finally {
  await rm(dir, { recursive: true, force: true });
}

async function rest(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
}

/** Unattended: nothing is asked of the registry but how far it is. */
async function waitForAll(
  to: { url: string; token: string },
  published: Published[],
  mostMs: number,
): Promise<Ended[]> {
  const end = performance.now() + mostMs;
  const open = new Set(published.filter(({ refused }) => refused === null));
  const ends: Ended[] = [];
  while (open.size > 0 && performance.now() < end) {
    for (const each of open) {
      const path = `${to.url}/api/v1/skills/${each.name}/${each.version}`;
      const { body: version } = await call(path, { token: to.token });
      // They are taken in their order: who waits behind the first that is open is not asked.
      if (version.status === "received" || version.status === "inspecting") break;
      const { body: scan } = await call(`${path}/scan`, { token: to.token });
      ends.push({ folder: each.folder, verdict: version.verdict, ...scan });
      open.delete(each);
    }
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    process.stderr.write(`${ends.length} of ${published.length} have a verdict\n`);
  }
  return [
    ...ends,
    ...[...open].map(({ folder }) => ({ folder, verdict: null, scanners: [], started_at: "", finished_at: "" })),
  ];
}
