import type { Use } from "@gaia/policy";
import type { Fact } from "@gaia/findings";

const MAX_EVIDENCE = 20;
const MAX_USES = 500;

/**
 * The facts as uses of permissions: each permission once, with the first places that show it. In a fixed order, so that the same code
 * gives the same list.
 */
export function usesOf(facts: readonly Fact[]): Use[] {
  const uses = new Map<string, Use>();
  for (const { domain, level, scope, file, line, evidence, certain } of facts) {
    const key = JSON.stringify([domain, level, scope]);
    const use = uses.get(key) ?? { permission: { domain, level, scope }, isCertain: false, evidence: [] };
    uses.set(key, use);
    use.isCertain ||= certain;
    use.evidence.push({ file, line, what: evidence });
  }
  return [...uses]
    .toSorted(([a], [b]) => compare(a, b))
    .slice(0, MAX_USES)
    .map(([, use]) => ({ ...use, evidence: firstPlaces(use.evidence) }));
}

/** Each line once. */
function firstPlaces(evidence: Place[]): Place[] {
  const lines = new Map(
    evidence
      .toSorted(byPlace)
      .toReversed()
      .map((place) => [`${place.line} ${place.file}`, place]),
  );
  return [...lines.values()].toSorted(byPlace).slice(0, MAX_EVIDENCE);
}

type Place = Use["evidence"][number];

const byPlace = (a: Place, b: Place): number => compare(a.file, b.file) || a.line - b.line || compare(a.what, b.what);

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
