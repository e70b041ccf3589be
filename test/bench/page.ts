import { readFile, writeFile } from "node:fs/promises";
import { cautions, toTables } from "./report.ts";
import type { Run } from "./results.ts";

const PAGE = new URL("../../docs/bench.md", import.meta.url);
const START = "<!-- written by `npm run bench -- --write`: from here -->";
const END = "<!-- to here -->";

/** Puts a run between the marks of docs/bench.md; what people wrote around it stays. @throws Error without the marks */
export async function writePage(run: Run): Promise<void> {
  const page = await readFile(PAGE, "utf8");
  const [from, to] = [page.indexOf(START), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error("docs/bench.md lacks the marks of the measured part");
  await writeFile(PAGE, `${page.slice(0, from + START.length)}\n\n${describeRun(run)}\n\n${page.slice(to)}`);
}

/** When, where and how; then the tables. */
export function describeRun(run: Run): string {
  const { machine } = run;
  return [
    [
      `- Measured ${run.at.toISOString().slice(0, 10)} with \`${run.command}\`: ${run.rounds} rounds of ${run.seconds} s, ${run.connections} connections.`,
      `- ${machine.cores} cores (${machine.processor}), ${machine.memoryGiB} GiB, ${machine.system}, Node ${machine.node}. Writing 4 KiB through to the disk takes ${machine.fsyncMs.toFixed(1)} ms here; load average before: ${machine.loadBefore.toFixed(2)}.`,
      `- ${run.versions.map(({ name, version }) => `${name}: ${version}`).join("; ")}.`,
      ...run.skipped.map(({ name, reason }) => `- Skipped: ${name} (${reason}).`),
      ...cautions(run).map((caution) => `- ${caution}`),
    ].join("\n"),
    toTables(run),
  ].join("\n\n");
}
