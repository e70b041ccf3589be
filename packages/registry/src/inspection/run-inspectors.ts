import { usesOf } from "@gaia/manifest";
import type { Looked } from "@gaia/db";
import { ADVISORY_GAPS, ANALYSER_NAMES, OUTSIDE_SCANNERS } from "@gaia/scan";
import type { ScannerReport } from "@gaia/findings";
import { mergeResolved } from "../advisories/version-dependencies.ts";
import { concludeFrom } from "./conclude-from.ts";
import type { Conclusion } from "./conclusion.ts";
import type { Carried, Inspected, Inspector, InspectorInput } from "./inspector.ts";
import { leftOut } from "./left-out.ts";
import { NPM_SCANNER } from "./npm/npm-requirement.ts";
import { npmDependencies } from "./npm-dependencies.ts";
import { outsideScanner } from "./outside-scanners.ts";
import { ownAnalysers } from "./own-analysers.ts";
import { SCANNER_NAMES } from "./scanner-names.ts";

interface WayOfLooking {
  names: readonly string[];
  inspect: Inspector;
  /** Runs a program that has to be installed first. */
  needsScanners: boolean;
}

/** Every way of looking, all at the same time, with the names of the reports that it makes. */
const INSPECTORS: readonly WayOfLooking[] = [
  ...OUTSIDE_SCANNERS.map((name) => ({ names: [name], inspect: outsideScanner(name), needsScanners: true })),
  { names: [NPM_SCANNER], inspect: npmDependencies, needsScanners: false },
  { names: ANALYSER_NAMES, inspect: ownAnalysers, needsScanners: false },
];

/** All of them together have this many times what one scanner has on the clock: whoever is not done by then is unscanned. */
const DEADLINE_FACTOR = 1.25;

const NOTHING: Carried = { scanners: [], findings: [], uses: null };

/** Told when an inspection begins and each time that a part of it ends: what is known so far, and who is at work. */
export type OnProgress = (soFar: Looked, atWork: string[], isInstalling: boolean) => void;

/**
 * Looks at a version in every way there is, and comes to one verdict (docs/lifecycle.md). What is `carried` over from an earlier look is
 * not looked at again; permissions and versions are compared in any case.
 */
export async function runInspectors(
  input: Omit<InspectorInput, "carried">,
  carried: Carried = NOTHING,
  onProgress: OnProgress = () => undefined,
): Promise<Conclusion> {
  const names = new Set(carried.scanners.map(({ name }) => name));
  const looking = INSPECTORS.filter((each) => each.names.some((name) => !names.has(name)));
  const parts: (Inspected | null)[] = looking.map(() => null);
  const tell = (isInstalling = false): void => {
    const atWork = looking.filter((_, at) => parts[at] === null).flatMap((each) => each.names);
    onProgress(
      collect(carried, parts),
      atWork.filter((name) => !names.has(name)),
      isInstalling,
    );
  };
  if (looking.some(({ needsScanners }) => needsScanners)) {
    tell(true);
    // Installing the scanners, once in a registry's life, is not the package's time.
    await input.scanning.scanners();
  }
  tell();
  const abort = AbortSignal.any([input.abort, AbortSignal.timeout(input.scanning.timeoutMs * DEADLINE_FACTOR)]);
  const [contextCost] = await Promise.all([
    countContext(input, abort),
    ...looking.map(async ({ inspect }, at) => {
      parts[at] = await inspect({ ...input, abort, carried: names });
      tell();
    }),
  ]);
  input.abort.throwIfAborted();
  const looked = collect(carried, parts);
  const made = looked.scanners.filter(({ name }) => !names.has(name));
  const concluded = await concludeFrom(input.ctx, input.subject, looked);
  return { ...concluded, contextCost, retryable: made.some(isWorthRetrying) };
}

/** No inspection waits longer for it, however many packages stand before this one. */
const MOST_COUNTING_MS = 60_000;

/** No verdict goes by it: where it cannot be counted, it is not shown. */
function countContext({ subject, scanning }: Omit<InspectorInput, "carried">, abort: AbortSignal) {
  const { name, files, manifest } = subject;
  const { file, bodyStart } = manifest.instructions;
  const about = { name, description: manifest.description.value, instructions: { file, bodyStart }, files };
  return scanning.countContext(about, AbortSignal.any([abort, AbortSignal.timeout(MOST_COUNTING_MS)]));
}

/** What was carried over, and what the parts that ended have said. */
function collect(carried: Carried, parts: readonly (Inspected | null)[]): Looked {
  const ended = parts.filter((part) => part !== null);
  const names = new Set(carried.scanners.map(({ name }) => name));
  // An inspector that makes several reports may have been asked for one of them only.
  const made = ended.flatMap(({ scanners }) => scanners).filter(({ name }) => !names.has(name));
  const found = ended.flatMap(({ findings }) => findings).filter(({ scanner }) => !names.has(scanner));
  const whole = new Set(made.filter(({ status }) => status === "completed").map(({ name }) => name));
  const unfinished = (carried.unfinished ?? []).filter(({ scanner }) => !whole.has(scanner));
  const isCodeWhole = whole.has("gaia-code");
  return {
    scanners: [...carried.scanners, ...made].toSorted((a, b) => placeOf(a.name) - placeOf(b.name)),
    findings: [...carried.findings, ...found, ...leftOut(unfinished, found)],
    uses: names.has("gaia-code") ? carried.uses : isCodeWhole ? usesOf(ended.flatMap(({ facts }) => facts)) : null,
    resolved: mergeResolved([
      ...(carried.resolved ? [carried.resolved] : []),
      ...ended.flatMap((part) => part.resolved ?? []),
    ]),
  };
}

/** A scanner that another try in a moment may help: where no advisories can be had at all, the registry looks again when they can. */
const isWorthRetrying = ({ retryable, reason }: ScannerReport): boolean =>
  retryable && ![ADVISORY_GAPS.away, ADVISORY_GAPS.none].some((gap) => reason?.includes(gap));

const placeOf = (name: string): number => SCANNER_NAMES.indexOf(name);
