import { setTimeout as sleep } from "node:timers/promises";
import type { ScannerStates } from "../../apps/server/src/scanners/scanner-states.ts";
import type { Terminal } from "../../apps/server/src/terminal/terminal.ts";
import { zipOf } from "../harness/samples.ts";
import { ask } from "./ask.ts";
import { type Cast, tokenOf } from "./people.ts";
import { filesOf, queryOf, type SampleSkill } from "./sample-skills.ts";

type Say = (text: string) => void;

/** Publishes every version of a skill, oldest first. Their inspections go on in the background. */
export async function publishSkill(cast: Cast, skill: SampleSkill, say: Say): Promise<void> {
  for (const version of skill.versions) {
    const body = zipOf(await filesOf(skill, version)) as Uint8Array<ArrayBuffer>;
    const upload = { token: tokenOf(cast, skill.publisher), body, type: "application/zip" };
    const { format, status } = await ask(`${cast.url}/api/v1/skills${queryOf(skill, version)}`, upload, 201);
    if (format !== skill.format) throw new Error(`${skill.name} was read as ${format}`);
    say(`  ${skill.publisher} publishes ${skill.name} ${version} (${format}): 201, ${status}`);
  }
}

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
  say(`  ready after ${seconds(performance.now() - startedAt)}`);
}

/** Waits for each inspection, and tells its verdict with the scanner that took longest. */
export async function tellInspections(cast: Cast, skills: readonly SampleSkill[], say: Say): Promise<void> {
  for (const skill of skills) {
    for (const version of skill.versions) {
      const token = tokenOf(cast, skill.publisher);
      const at = `${cast.url}/api/v1/skills/${skill.name}/${version}`;
      const done = await inspected(at, token);
      const report = await ask(`${at}/scan`, { token });
      const scanners: { name: string; duration_ms: number }[] = report.scanners;
      const [slowest] = scanners.toSorted((a, b) => b.duration_ms - a.duration_ms);
      const longest = slowest ? ` (slowest: ${slowest.name}, ${seconds(slowest.duration_ms)})` : "";
      say(`  ${skill.name} ${version} inspected: ${done.verdict}, ${done.status}${longest}`);
      if (done.verdict !== "ALLOW") say(`    ${done.verdict_reason}`);
    }
  }
}

/** A version once its inspection is over. */
async function inspected(at: string, token: string) {
  for (;;) {
    const version = await ask(at, { token });
    if (!["received", "inspecting"].includes(version.status)) return version;
    await sleep(100);
  }
}

export const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`;
