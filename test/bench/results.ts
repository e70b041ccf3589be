import type { AccessResult } from "./access.ts";
import { accessAims } from "./access-aims.ts";
import type { AuthoringResult } from "./authoring.ts";
import type { GrowthResult } from "./growth.ts";
import { growthAims } from "./growth-aims.ts";
import type { InspectionResult } from "./inspection.ts";
import type { LoadSample } from "./load.ts";
import type { Machine } from "./machine.ts";
import type { MemoryResult, StartResult } from "./resting.ts";
import { restingAims } from "./resting-aims.ts";
import { quantile, type Spread, spreadOf } from "./statistics.ts";
import type { LoadScenario } from "./targets/target.ts";

/** All rounds of one target under one load. */
export interface LoadResult {
  target: string;
  scenario: LoadScenario;
  bodyBytes: number;
  samples: LoadSample[];
}

/** All rounds of requests sent one after the other. */
export interface LatencyResult {
  target: string;
  what: "search" | "publish" | "skill page" | "skill page, not modified";
  /** What was asked of the target, in words. */
  note: string;
  rounds: { kind: string; milliseconds: number }[][];
  /** CPU time of the target for each request, a figure a round, where it was looked at: what else the machine does changes it least. */
  cpuMs?: number[];
}

/** One run of the bench. */
export interface Run {
  at: Date;
  command: string;
  rounds: number;
  seconds: number;
  connections: number;
  machine: Machine;
  versions: { name: string; version: string }[];
  /** Targets that were not measured, each with the reason. */
  skipped: { name: string; reason: string }[];
  loads: LoadResult[];
  latencies: LatencyResult[];
  authoring: AuthoringResult | null;
  /** null: not measured, or there are no scanners here. */
  inspections: InspectionResult[] | null;
  access: AccessResult | null;
  starts: StartResult[];
  memory: MemoryResult | null;
  /** null: not measured, or there is no PostgreSQL here. */
  growth: GrowthResult[] | null;
}

/** The quantile of each round, and their spread. */
export const latencyOf = (result: LatencyResult, share: number): Spread =>
  spreadOf(
    result.rounds.map((round) =>
      quantile(
        round.map(({ milliseconds }) => milliseconds),
        share,
      ),
    ),
  );

export const findLoad = (run: Run, target: string, scenario: LoadScenario): LoadResult | null =>
  run.loads.find((load) => load.target === target && load.scenario === scenario) ?? null;

const findLatency = (run: Run, target: string, what: LatencyResult["what"]): LatencyResult | null =>
  run.latencies.find((latency) => latency.target === target && latency.what === what) ?? null;

/** What the bench is for: each aim, what was measured, and whether it holds. */
export interface Aim {
  aim: string;
  measured: string;
  /** null: what it compares with was not measured. */
  met: boolean | null;
  /** How far from the aim, in words. */
  by: string;
}

const SHARE_OF_HONO = 0.55;
const TIMES_VERDACCIO = 3;
const PUBLISH_P50_MS = 25;
const SEARCH_P95_MS = 25;
const PAGE_P95_MS = 50;
const VALIDATIONS_A_SECOND = 2_000;
const INSPECTION_P95_MS = 3_000;

export function judgeAims(run: Run): Aim[] {
  return [
    ...(["metadata", "download"] as const).flatMap((scenario) => [
      atLeast(run, { scenario, peer: "bare Hono", factor: SHARE_OF_HONO }),
      atLeast(run, { scenario, peer: "Verdaccio", factor: TIMES_VERDACCIO }),
    ]),
    atMost(run, { what: "publish", share: 0.5, mostMs: PUBLISH_P50_MS }),
    atMost(run, { what: "search", share: 0.95, mostMs: SEARCH_P95_MS }),
    atMost(run, { what: "skill page", share: 0.95, mostMs: PAGE_P95_MS }),
    atMost(run, { what: "skill page, not modified", share: 0.95, mostMs: PAGE_P95_MS }),
    ...validationAims(run),
    ...(run.inspections ?? []).slice(0, 1).map(inspectionAim),
    ...accessAims(run.access),
    ...restingAims(run.starts, run.memory),
    ...growthAims(run.growth ?? []),
  ];
}

function validationAims(run: Run): Aim[] {
  return (run.authoring?.validations ?? [])
    .filter(({ what }) => what.endsWith("the manifest"))
    .map(({ what, perCpuSecond }) => ({
      aim: `validate ${what}: ${VALIDATIONS_A_SECOND.toLocaleString("en-US")} a second of one core or more`,
      measured: Math.round(perCpuSecond).toLocaleString("en-US"),
      met: perCpuSecond >= VALIDATIONS_A_SECOND,
      by: `${((perCpuSecond / VALIDATIONS_A_SECOND - 1) * 100).toFixed(0)} %`,
    }));
}

function inspectionAim({ what, milliseconds }: InspectionResult): Aim {
  const measured = quantile(milliseconds, 0.95);
  return {
    aim: `inspection (${what}): p95 of ${INSPECTION_P95_MS.toLocaleString("en-US")} ms or less`,
    measured: `${Math.round(measured).toLocaleString("en-US")} ms`,
    met: measured <= INSPECTION_P95_MS,
    by: `${Math.round(measured - INSPECTION_P95_MS)} ms`,
  };
}

function atLeast(run: Run, input: { scenario: LoadScenario; peer: string; factor: number }): Aim {
  const aim = `${input.scenario}: ${formatFactor(input.factor)} ${input.peer} or more`;
  const ratio = ratioTo(run, input.scenario, input.peer);
  if (ratio === null) return { aim, measured: "-", met: null, by: "not measured" };
  const met = ratio.median >= input.factor;
  const by = `${((ratio.median / input.factor - 1) * 100).toFixed(0)} %`;
  return { aim, measured: formatFactor(ratio.median), met, by: met ? `+${by}` : by };
}

/** Ours against a peer's, round by round: what disturbs the machine disturbs neighbours alike. */
export function ratioTo(run: Run, scenario: LoadScenario, peer: string): Spread | null {
  const [ours, theirs] = [findLoad(run, "registry", scenario), findLoad(run, peer, scenario)];
  if (!ours || !theirs) return null;
  const ratios = ours.samples.flatMap((sample, round) => {
    const other = theirs.samples[round];
    return other ? [sample.perSecond / other.perSecond] : [];
  });
  return spreadOf(ratios);
}

function atMost(run: Run, input: { what: LatencyResult["what"]; share: number; mostMs: number }): Aim {
  const aim = `${input.what}: p${input.share * 100} of ${input.mostMs} ms or less`;
  const found = findLatency(run, "registry", input.what);
  if (!found) return { aim, measured: "-", met: null, by: "not measured" };
  const measured = latencyOf(found, input.share).median;
  const met = measured <= input.mostMs;
  return { aim, measured: `${measured.toFixed(1)} ms`, met, by: `${(measured - input.mostMs).toFixed(1)} ms` };
}

export const formatFactor = (factor: number): string =>
  factor < 1 ? `${(factor * 100).toFixed(0)} % of` : `${factor.toFixed(1)} x`;
