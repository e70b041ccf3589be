import type { Judged, Outcome } from "./detectors.ts";
import type { Sample } from "./sample.ts";
import { type Share, wilson } from "./wilson.ts";

/** The three columns of one group of samples. */
export interface Tally {
  /** Of the malicious ones, not ALLOW. */
  recall: Share;
  /** Of the benign ones, not ALLOW. */
  falseAlarms: Share;
  /** Of all, not or not wholly looked at: unscanned, crashed, out of time. */
  errors: Share;
}

export interface Row {
  name: string;
  own: Tally;
  baseline: Tally | null;
}

export interface Table {
  title: string;
  rows: Row[];
}

export function tally(
  samples: readonly Sample[],
  outcomes: readonly Outcome[],
  keep: (sample: Sample) => boolean,
): Tally {
  const kept = samples.flatMap((sample, index) => {
    const outcome = outcomes[index];
    return keep(sample) && outcome !== undefined ? [{ sample, outcome }] : [];
  });
  const malicious = kept.filter(({ sample }) => sample.label === "malicious");
  const benign = kept.filter(({ sample }) => sample.label === "benign");
  const flagged = (among: typeof kept): number => among.filter(({ outcome }) => outcome.flagged).length;
  return {
    recall: wilson(flagged(malicious), malicious.length),
    falseAlarms: wilson(flagged(benign), benign.length),
    errors: wilson(kept.filter(({ outcome }) => outcome.error !== null).length, kept.length),
  };
}

/** By layer, behaviour, evasion and place of insertion. */
export function toTables(samples: readonly Sample[], own: Judged, baseline: Judged | null): Table[] {
  const row = (name: string, keep: (sample: Sample) => boolean): Row => ({
    name,
    own: tally(samples, own.outcomes, keep),
    baseline: baseline === null ? null : tally(samples, baseline.outcomes, keep),
  });
  const by = (key: (sample: Sample) => string): Row[] =>
    [...new Set(samples.map(key))].map((name) => row(name, (sample) => key(sample) === name));
  const layers = ["instruction", "code"] as const;
  return [
    { title: "All, and by layer", rows: [row("all", () => true), ...by((sample) => sample.layer)] },
    { title: "By behaviour (benign: its legitimate counterparts)", rows: by((sample) => sample.behaviour) },
    ...layers.flatMap((layer) => [
      {
        title: `By evasion, ${layer} layer (benign: what has the form for an honest reason)`,
        rows: by((sample) => (sample.layer === layer ? sample.evasion : "")).filter(({ name }) => name !== ""),
      },
      {
        title: `By place, ${layer} layer`,
        rows: by((sample) => (sample.layer === layer ? sample.insertion : "")).filter(({ name }) => name !== ""),
      },
    ]),
  ];
}

/** The aims of the project that this run misses, one sentence each. */
export function missedAims(samples: readonly Sample[], own: Judged, p95Ms: number): string[] {
  const of = (keep: (sample: Sample) => boolean): Tally => tally(samples, own.outcomes, keep);
  const aim = (name: string, share: Share, least: number): string[] =>
    share.share !== null && share.share < least
      ? [`${name}: ${(100 * share.share).toFixed(1)} %, the aim is ${100 * least} %`]
      : [];
  const alarms = of(() => true).falseAlarms.share ?? 0;
  const behaviours = [
    ...new Set(samples.filter(({ label }) => label === "malicious").map(({ behaviour }) => behaviour)),
  ];
  return [
    ...aim("code layer", of(({ layer }) => layer === "code").recall, 0.97),
    ...aim("instruction layer", of(({ layer }) => layer === "instruction").recall, 0.9),
    ...behaviours.flatMap((name) => aim(name, of(({ behaviour }) => behaviour === name).recall, 0.8)),
    ...(alarms > 0.01 ? [`false alarms: ${(100 * alarms).toFixed(1)} %, the aim is 1 %`] : []),
    ...(p95Ms > 150 ? [`own analysers: p95 of ${p95Ms.toFixed(0)} ms a skill, the aim is 150 ms`] : []),
  ];
}
