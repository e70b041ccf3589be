import { judge } from "@gaia/policy";
import { ANALYSER_NAMES, OUTSIDE_SCANNERS, withSnippets } from "@gaia/scan";
import { mergeResolved } from "../advisories/version-dependencies.ts";
import type { Conclusion } from "./conclusion.ts";
import type { Carried, Inspected, Inspector, InspectorInput } from "./inspector.ts";
import { leftOut } from "./left-out.ts";
import { mergeFindings } from "./merge-findings.ts";
import { NPM_SCANNER } from "./npm/npm-requirement.ts";
import { npmDependencies } from "./npm-dependencies.ts";
import { orderFindings } from "./order-findings.ts";
import { outsideScanners } from "./outside-scanners.ts";
import { ownAnalysers } from "./own-analysers.ts";
import { permissionFindings } from "./permission-truth.ts";
import { usesOf } from "./uses-of.ts";
import { versionFindings } from "./version-difference.ts";

/** Every way of looking, all at the same time, with the names of the reports that it makes. */
const INSPECTORS: readonly { names: readonly string[]; inspect: Inspector }[] = [
  { names: OUTSIDE_SCANNERS, inspect: outsideScanners },
  { names: [NPM_SCANNER], inspect: npmDependencies },
  { names: ANALYSER_NAMES, inspect: ownAnalysers },
];

/** Every name that a report may have, in the order of an inspection. */
export const SCANNER_NAMES: readonly string[] = INSPECTORS.flatMap(({ names }) => names);

/** All of them together have this many times what one scanner has: whoever is not done by then is unscanned. */
const DEADLINE_FACTOR = 1.25;

const NOTHING: Carried = { scanners: [], findings: [], uses: null };

/**
 * Looks at a version in every way there is, and comes to one verdict (design §5). What is `carried` over from an earlier inspection is
 * not looked at again; permissions and versions are compared in any case.
 */
export async function runInspectors(
  input: Omit<InspectorInput, "carried">,
  carried: Carried = NOTHING,
): Promise<Conclusion> {
  const names = new Set(carried.scanners.map(({ name }) => name));
  const looking = INSPECTORS.filter((each) => each.names.some((name) => !names.has(name)));
  // Installing the scanners, once in a registry's life, is not the package's time.
  if (looking.some(({ inspect }) => inspect === outsideScanners)) await input.scanning.scanners();
  const abort = AbortSignal.any([input.abort, AbortSignal.timeout(input.scanning.timeoutMs * DEADLINE_FACTOR)]);
  const parts = await Promise.all(looking.map(({ inspect }) => inspect({ ...input, abort, carried: names })));
  input.abort.throwIfAborted();
  // An inspector that makes several reports may have been asked for one of them only.
  const made = parts.flatMap(({ scanners }) => scanners).filter(({ name }) => !names.has(name));
  const found = parts.flatMap(({ findings }) => findings).filter(({ scanner }) => !names.has(scanner));
  const scanners = [...carried.scanners, ...made].toSorted((a, b) => placeOf(a.name) - placeOf(b.name));
  const uses = names.has("gaia-code") ? carried.uses : usesIn(parts, scanners);
  const compared = [
    ...permissionFindings(input.subject.manifest, uses ?? []),
    ...(await versionFindings(input.ctx, input.subject, uses)),
  ];
  const findings = [...carried.findings, ...found, ...withSnippets(compared, input.subject.files)];
  const { verdict, reason } = judge({ scanners, findings: orderFindings(findings) });
  const retryable = made.some((scanner) => scanner.retryable);
  const merged = mergeFindings(findings);
  const resolved = mergeResolved(parts.flatMap((part) => part.resolved ?? []));
  return { verdict, reason, scanners, findings: merged, leftOut: leftOut(findings, merged), uses, resolved, retryable };
}

const placeOf = (name: string): number => SCANNER_NAMES.indexOf(name);

const usesIn = (parts: Inspected[], scanners: Inspected["scanners"]) =>
  isComplete(scanners, "gaia-code") ? usesOf(parts.flatMap(({ facts }) => facts)) : null;

const isComplete = (scanners: Inspected["scanners"], name: string): boolean =>
  scanners.some((scanner) => scanner.name === name && scanner.status === "completed");
