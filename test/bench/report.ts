import { accessTables } from "./access-aims.ts";
import { growthTable } from "./growth-aims.ts";
import { findLoad, formatFactor, judgeAims, latencyOf, ratioTo, type Run } from "./results.ts";
import { restingTables } from "./resting-aims.ts";
import { quantile, type Spread, spreadOf } from "./statistics.ts";
import { LOAD_SCENARIOS } from "./targets/target.ts";

/** The tables of a run as Markdown: what standard output shows and docs/bench.md keeps. */
export function toTables(run: Run): string {
  return [
    "### Reads under load",
    table(
      [
        "what",
        "server",
        "answers a second",
        "p50 ms",
        "p99 ms",
        "registry : this one",
        "CPU µs an answer",
        "cores busy",
      ],
      LOAD_SCENARIOS.flatMap((scenario) => run.loads.filter((load) => load.scenario === scenario)).map((load) => {
        const ratio = load.target === "registry" ? null : ratioTo(run, load.scenario, load.target);
        const of = (pick: (sample: (typeof load.samples)[number]) => number | null) =>
          load.samples.flatMap((sample) => pick(sample) ?? []);
        return [
          `${load.scenario}${load.bodyBytes > 0 ? `, ${(load.bodyBytes / 1_000).toFixed(1)} kB` : ""}`,
          load.target,
          inWhole(spreadOf(of((sample) => sample.perSecond))),
          spreadOf(of((sample) => sample.p50Ms)).median.toFixed(2),
          spreadOf(of((sample) => sample.p99Ms)).median.toFixed(2),
          ratio ? formatFactor(ratio.median).replace(" of", "") : "",
          orDash(
            of((sample) => sample.cpuMicroseconds),
            0,
          ),
          orDash(
            of((sample) => sample.cores),
            2,
          ),
        ];
      }),
    ),
    "### One request after the other",
    table(
      ["what", "server", "requests", "p50 ms", "p95 ms", "CPU ms", ""],
      run.latencies.map((latency) => [
        latency.what,
        latency.target,
        String(latency.rounds.flat().length),
        inTenths(latencyOf(latency, 0.5)),
        inTenths(latencyOf(latency, 0.95)),
        latency.cpuMs === undefined ? "" : inTenths(spreadOf(latency.cpuMs)),
        latency.note,
      ]),
    ),
    ...searchByKind(run),
    ...authoring(run),
    ...inspections(run),
    ...accessTables(run.access).flatMap(([title, head, rows]) => [`### ${title}`, table(head, rows)]),
    ...restingTables(run.starts, run.memory).flatMap(([title, head, rows]) => [`### ${title}`, table(head, rows)]),
    ...growthTable(run.growth ?? []).flatMap(([title, head, rows]) => [`### ${title}`, table(head, rows)]),
    "### Aims",
    table(
      ["aim", "measured", "", "by"],
      judgeAims(run).map(({ aim, measured, met, by }) => [
        aim,
        measured.replace(/ of$/, ""),
        met === null ? "-" : met ? "met" : "**missed**",
        by,
      ]),
    ),
  ].join("\n\n");
}

/** Which searches take long. */
function searchByKind(run: Run): string[] {
  const search = run.latencies.find((latency) => latency.target === "registry" && latency.what === "search");
  if (!search) return [];
  const all = search.rounds.flat();
  const kinds = [...new Set(all.map(({ kind }) => kind))];
  const times = (kind: string) => all.filter((one) => one.kind === kind).map(({ milliseconds }) => milliseconds);
  return [
    "### The registry's searches by kind",
    table(
      ["kind", "requests", "p50 ms", "p95 ms"],
      kinds.map((kind) => [
        kind,
        String(times(kind).length),
        quantile(times(kind), 0.5).toFixed(1),
        quantile(times(kind), 0.95).toFixed(1),
      ]),
    ),
  ];
}

/** What authors wait for. */
function authoring({ authoring: found }: Run): string[] {
  if (!found) return [];
  const { skills, seconds, exitCode } = found.migration;
  return [
    "### Authors' tools",
    table(
      ["what", "SKILL.md bytes", "a second"],
      found.validations.map(({ what, bytes, perCpuSecond }) => [what, grouped(bytes), grouped(perCpuSecond)]),
    ),
    `The manifest alone is counted in CPU time of one thread; with \`tools.py\` on the clock, because code is parsed in a thread of its own. \`gaia-skill migrate --batch\` of ${grouped(skills)} OpenClaw skills took ${seconds.toFixed(1)} s on the clock, start included (exit ${exitCode}).`,
  ];
}

/** How long a version waits for its verdict, and for whom. */
function inspections({ inspections: found }: Run): string[] {
  if (!found) return [];
  const rows = found.flatMap(({ what, milliseconds, scanners }) => [
    { name: "inspection", what, milliseconds },
    ...scanners.map(({ name, milliseconds: own }) => ({ name: `- ${name}`, what: "", milliseconds: own })),
  ]);
  return [
    "### Inspections, one after the other",
    table(
      ["what", "package", "runs", "p50 ms", "p95 ms"],
      rows.map(({ name, what, milliseconds }) => [
        name,
        what,
        String(milliseconds.length),
        grouped(quantile(milliseconds, 0.5)),
        grouped(quantile(milliseconds, 0.95)),
      ]),
    ),
  ];
}

/** A table of Markdown. */
export function table(head: string[], rows: string[][]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(3, ...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(head), `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`, ...rows.map(line)].join("\n");
}

const inWhole = ({ median, least, most }: Spread): string => `${grouped(median)} (${grouped(least)}-${grouped(most)})`;

const inTenths = ({ median, least, most }: Spread): string =>
  `${median.toFixed(1)} (${least.toFixed(1)}-${most.toFixed(1)})`;

const grouped = (value: number): string => Math.round(value).toLocaleString("en-US");

const orDash = (values: number[], digits: number): string =>
  values.length === 0 ? "-" : spreadOf(values).median.toFixed(digits);

/** How much of what the registry answers with is the load generator's doing: a caution for the reader, or nothing. */
export function cautions(run: Run): string[] {
  const found: string[] = [];
  if (run.machine.loadBefore > run.machine.cores / 4) {
    found.push(
      `The machine was not quiet: ${run.machine.loadBefore.toFixed(1)} processes wanted to run on its ${run.machine.cores} cores before the run. Read the ratios, not the figures.`,
    );
  }
  const limited = run.loads.filter((load) => {
    const cores = load.samples.flatMap((sample) => sample.cores ?? []);
    return cores.length > 0 && spreadOf(cores).median < 0.85;
  });
  if (limited.length > 0) {
    const names = limited.map((load) => `${load.target} (${load.scenario})`).join(", ");
    found.push(
      `Less than 0.85 of a core was busy in ${names}: there the load generator or the machine was the limit, and the CPU time an answer costs tells more than answers a second.`,
    );
  }
  for (const scenario of LOAD_SCENARIOS) {
    if (!findLoad(run, "registry", scenario)) found.push(`The registry was not measured for: ${scenario}.`);
  }
  return found;
}
