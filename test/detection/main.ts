import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { quantile } from "../bench/statistics.ts";
import { judgeWithOutsideScanners } from "./baseline.ts";
import { judgeWithOwnAnalysers } from "./detectors.ts";
import { explain } from "./explain.ts";
import { generateSamples } from "./generate.ts";
import { describe, describeMisses, type Run, writePages } from "./report.ts";
import { digestOf, readDigests } from "./split.ts";
import { missedAims, toTables } from "./tally.ts";

// `npm run bench:detection`: docs/detection.md says what the figures mean.

const { values: options } = parseArgs({
  options: {
    /** `test` (published) or `train` (what rules may be written by). */
    split: { type: "string", default: "test" },
    /** Every so many-th sample only, for a quick look. */
    limit: { type: "string" },
    json: { type: "boolean", default: false },
    /** Puts the run into docs/detection.md and docs/detection-misses.md. */
    write: { type: "boolean", default: false },
    /** Exit code 1 when an aim is missed. */
    assert: { type: "boolean", default: false },
    "no-baseline": { type: "boolean", default: false },
    /** Only of the train split: misses and false alarms with their texts. */
    explain: { type: "boolean", default: false },
  },
});

const { split } = options;
if (split !== "test" && split !== "train") throw new Error("--split is test or train");
if (options.explain && split === "test")
  throw new Error("texts of the test split are not shown to those who write rules");
if (options.write && options.limit !== undefined) throw new Error("only a whole run is written");

const whole = generateSamples().filter((sample) => sample.split === split);
const digest = digestOf(whole);
if (digest.sha256 !== readDigests()[split].sha256) throw new Error(`the ${split} split is not the one that was fixed`);
const samples = thin(whole, Number(options.limit ?? whole.length));

const own = await judgeWithOwnAnalysers(samples);
const baseline = options["no-baseline"] ? null : await judgeWithOutsideScanners(samples);
const spent = own.outcomes.flatMap((outcome) => (outcome.spent === null ? [] : [outcome.spent]));
const cpu = spent.map(({ cpuMs }) => cpuMs);
const wall = spent.map(({ wallMs }) => wallMs);
const times = {
  cpuMeanMs: cpu.reduce((total, ms) => total + ms, 0) / cpu.length,
  cpuP95Ms: quantile(cpu, 0.95),
  wallP50Ms: quantile(wall, 0.5),
  wallP95Ms: quantile(wall, 0.95),
};
const run: Run = {
  command: ["npm run bench:detection", ...(process.argv.length > 2 ? ["--", ...process.argv.slice(2)] : [])].join(" "),
  date: new Date().toISOString().slice(0, 10),
  machine: `${cpus().length} cores (${cpus()[0]?.model.trim() ?? "unknown"}), Node ${process.version}`,
  split,
  splitDigest: digest.sha256,
  samples,
  own,
  baseline,
  tables: toTables(samples, own, baseline),
  times,
  missedAims: missedAims(samples, own, times.cpuP95Ms),
};

if (options.write) writePages(run);
process.stdout.write(
  options.explain ? explain(run) : options.json ? toJson(run) : `${describe(run)}\n\n${describeMisses(run)}\n`,
);
if (options.assert && run.missedAims.length > 0) process.exitCode = 1;

/** About `count` samples, evenly from the whole list. */
function thin<T>(items: T[], count: number): T[] {
  const step = Math.max(1, Math.floor(items.length / count));
  return items.filter((_, index) => index % step === 0);
}

function toJson({ samples: judged, ...rest }: Run): string {
  const rows = judged.map(({ id, label }, index) => ({ id, label, ...rest.own.outcomes[index] }));
  const { own: _own, baseline: _baseline, ...told } = rest;
  return `${JSON.stringify({ ...told, samples: rows }, null, 2)}\n`;
}
