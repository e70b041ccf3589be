import { readFileSync, writeFileSync } from "node:fs";
import type { Judged, Outcome } from "./detectors.ts";
import type { Sample } from "./sample.ts";
import type { Row, Table, Tally } from "./tally.ts";
import { shown } from "./wilson.ts";

/** One run of the bench, ready to be told. */
export interface Run {
  command: string;
  date: string;
  machine: string;
  split: string;
  splitDigest: string;
  samples: readonly Sample[];
  own: Judged;
  baseline: Judged | null;
  tables: Table[];
  times: Times;
  missedAims: string[];
}

/** What our own analysers take a skill. The system counts CPU time in ticks of some milliseconds: its median says little. */
interface Times {
  cpuMeanMs: number;
  cpuP95Ms: number;
  wallP50Ms: number;
  wallP95Ms: number;
}

const PAGE = new URL("../../docs/detection.md", import.meta.url);
const LIST = new URL("../../docs/detection-misses.md", import.meta.url);
const START = "<!-- written by `npm run bench:detection -- --write`: from here -->";
const END = "<!-- to here -->";

/** The measured part of docs/detection.md. */
export function describe(run: Run): string {
  const count = (label: string): number => run.samples.filter((sample) => sample.label === label).length;
  const pieces = new Set(run.samples.filter(({ label }) => label === "malicious").map(({ piece }) => piece)).size;
  const made = (judged: Judged): string => judged.made.map(({ name, of }) => `${name} \`${short(of)}\``).join(", ");
  return [
    [
      `- Measured ${run.date} with \`${run.command}\` on ${run.machine}.`,
      `- Split **${run.split}**: ${count("malicious")} malicious samples from ${pieces} texts, ${count("benign")} benign ones; SHA-256 \`${run.splitDigest}\`.`,
      `- Own analysers, by the digest of their rules: ${made(run.own)}.`,
      run.baseline === null ? "- The baseline was not run." : `- Baseline: ${made(run.baseline)}.`,
      `- Own analysers, a skill: ${describeTimes(run.times)}.`,
      ...(run.missedAims.length === 0 ? ["- All aims are met."] : run.missedAims.map((aim) => `- Missed: ${aim}.`)),
    ].join("\n"),
    ...run.tables.map(toMarkdown),
  ].join("\n\n");
}

function describeTimes({ cpuMeanMs, cpuP95Ms, wallP50Ms, wallP95Ms }: Times): string {
  const ms = (value: number): string => `${value.toFixed(1)} ms`;
  return `CPU time ${ms(cpuMeanMs)} mean, ${ms(cpuP95Ms)} p95; wall time ${ms(wallP50Ms)} p50, ${ms(wallP95Ms)} p95`;
}

/** Every miss, false alarm and error of our own analysers by id, with the rules that spoke. */
export function describeMisses({ samples, own }: Run): string {
  const lines = (keep: (sample: Sample, outcome: Outcome) => boolean): string[] =>
    samples.flatMap((sample, index) => {
      const outcome = own.outcomes[index];
      if (outcome === undefined || !keep(sample, outcome)) return [];
      const said = [...outcome.rules, ...(outcome.error === null ? [] : [outcome.error])];
      return [`- \`${sample.id}\`${said.length === 0 ? "" : `: ${said.join(", ")}`}`];
    });
  const part = (title: string, found: string[]): string =>
    `## ${title}: ${found.length}\n\n${found.length === 0 ? "None." : found.join("\n")}`;
  return [
    part(
      "Misses",
      lines(({ label }, { flagged }) => label === "malicious" && !flagged),
    ),
    part(
      "False alarms",
      lines(({ label }, { flagged }) => label === "benign" && flagged),
    ),
    part(
      "Errors",
      lines((_, { error }) => error !== null),
    ),
  ].join("\n\n");
}

/** Puts the run between the marks of docs/detection.md and the list into docs/detection-misses.md. */
export function writePages(run: Run): void {
  const page = readFileSync(PAGE, "utf8");
  const [from, to] = [page.indexOf(START), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error("docs/detection.md lacks the marks of the measured part");
  writeFileSync(PAGE, `${page.slice(0, from + START.length)}\n\n${describe(run)}\n\n${page.slice(to)}`);
  const head = `# Misses and false alarms of the detection bench\n\nWritten by \`npm run bench:detection -- --write\` together with [the tables](detection.md). An id is behaviour, place, evasion and the first digits of the SHA-256 over the sample's files.`;
  writeFileSync(LIST, `${head}\n\n${describeMisses(run)}\n`);
}

function toMarkdown({ title, rows }: Table): string {
  const heads = ["", "malicious", "benign", "recall", "false alarms", "errors"];
  const withBaseline = rows.some(({ baseline }) => baseline !== null);
  const all = withBaseline ? [...heads, "baseline: recall", "false alarms", "errors"] : heads;
  const cells = ({ recall, falseAlarms, errors }: Tally): string[] => [recall, falseAlarms, errors].map(shown);
  const line = ({ name, own, baseline }: Row): string[] => [
    name,
    String(own.recall.of),
    String(own.falseAlarms.of),
    ...cells(own),
    ...(baseline === null ? [] : cells(baseline)),
  ];
  const table = [all, all.map((_, index) => (index === 0 ? "---" : "---:")), ...rows.map(line)];
  return `### ${title}\n\n${table.map((row) => `| ${row.join(" | ")} |`).join("\n")}`;
}

function short(digest: string): string {
  return digest.replace(/^sha256:/, "").slice(0, 16);
}
