import { setTimeout as sleep } from "node:timers/promises";
import type { ScannerStates } from "../../apps/server/src/scanners/scanner-states.ts";
import type { Terminal } from "../../apps/server/src/terminal/terminal.ts";
import { call, inspected, publish } from "../harness/api.ts";
import { FORMAT_SAMPLES } from "../harness/format-samples.ts";
import { webSearch, zipOf } from "../harness/samples.ts";
import { ensure } from "./ensure.ts";

type Say = (text: string) => void;

/** Waits until the scanners are installed, and tells of it: on the status line of a terminal, else in a line now and then. */
export async function scannersReady(states: ScannerStates, { terminal, say }: { terminal: Terminal; say: Say }) {
  const startedAt = performance.now();
  for (let waited = 0; ; waited += 1) {
    const { status, progress } = states.now();
    if (status === "ready") break;
    if (status === "missing") throw new Error(`the scanners could not be installed: ${progress}`);
    terminal.status(`  ${progress}`);
    if (waited % 100 === 99 && !process.stdout.isTTY) say(`  ${progress}`);
    await sleep(100);
  }
  terminal.status(null);
  say(`  they are here after ${seconds(performance.now() - startedAt)}`);
}

/** One skill of each format: all are published, then each inspection is told with the scanner that took longest. */
export async function publishSamples({ url, token, say }: { url: string; token: string; say: Say }): Promise<void> {
  const samples = [{ files: webSearch(), query: "" }, ...Object.values(FORMAT_SAMPLES)];
  const published: { name: string; version: string }[] = [];
  for (const { files, query } of samples) {
    const answer = ensure(await publish(url, token, zipOf(files), query), 201);
    say(`  ${answer.name} ${answer.version} (${answer.format}): 201, ${answer.status}`);
    published.push(answer);
  }
  for (const { name, version } of published) {
    const done = await inspected(url, name, version, token, 600_000);
    say(`  ${name} inspected: ${done.verdict}. ${done.verdict_reason}`);
    say(`    ${done.status} as ${done.security_tier}; its manifest claims ${done.claimed_tier ?? "nothing"}`);
    const report = ensure(await call(`${url}/api/v1/skills/${name}/${version}/scan`, { token }), 200);
    const scanners: { name: string; duration_ms: number }[] = report.scanners;
    const [slowest] = scanners.toSorted((a, b) => b.duration_ms - a.duration_ms);
    if (slowest) say(`    slowest: ${slowest.name}, ${seconds(slowest.duration_ms)}`);
  }
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`;
