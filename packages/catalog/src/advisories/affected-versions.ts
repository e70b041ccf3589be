import type { RangeEvent, AffectedVersions } from "@gaia/db";
import { compareKeys, type Ecosystem, type VersionKey, versionKey } from "./version-order.ts";

/** OSV's way to write "from the first version", and "without limit". */
const FIRST = "0";
const NO_LIMIT = "*";

/**
 * Makes a question of what is stored: is this version affected? (OSV schema 1.x, "Evaluation".) A version that the
 * ecosystem does not know is affected only where it is listed by name.
 */
export function affectedTest(ecosystem: Ecosystem, affected: AffectedVersions): (version: string) => boolean {
  const listed = new Set(affected.versions.map((each) => sameVersion(ecosystem, each)));
  const ranges = affected.ranges.map(({ events }) => {
    const read = events.map(({ kind, version }) => ({ kind, key: eventKey(ecosystem, version) }));
    return {
      limits: read.filter(({ kind }) => kind === "limit").map(({ key }) => key),
      turns: read.filter(({ kind }) => kind !== "limit"),
    };
  });
  return (version) => {
    if (listed.has(sameVersion(ecosystem, version))) return true;
    const key = versionKey(ecosystem, version);
    if (key === null) return false;
    return ranges.some(({ limits, turns }) => isBeforeLimits(key, limits) && isTurnedOn(key, turns));
  };
}

/** Null stands for "the first version" of an `introduced`, and for "no limit" of a `limit`. */
type EventKey = VersionKey | null;
interface Turn {
  kind: RangeEvent["kind"];
  key: EventKey;
}

function eventKey(ecosystem: Ecosystem, version: string): EventKey {
  return version === FIRST || version === NO_LIMIT ? null : versionKey(ecosystem, version);
}

function isBeforeLimits(key: VersionKey, limits: EventKey[]): boolean {
  return limits.length === 0 || limits.some((limit) => limit === null || compareKeys(key, limit) < 0);
}

/** The last turn that the version has reached decides; of two at one version, the one that ends. */
function isTurnedOn(key: VersionKey, turns: Turn[]): boolean {
  let last: Turn | null = null;
  for (const turn of turns) {
    const order = turn.key === null ? 1 : compareKeys(key, turn.key);
    const isReached = turn.kind === "last_affected" ? order > 0 : order >= 0;
    if (!isReached) continue;
    const later = last === null ? 1 : compareEventKeys(turn.key, last.key);
    if (later > 0 || (later === 0 && turn.kind !== "introduced")) last = turn;
  }
  return last?.kind === "introduced";
}

function compareEventKeys(a: EventKey, b: EventKey): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return compareKeys(a, b);
}

/** One text for all spellings of a version: `1.0` and `1.0.0` on PyPI. */
function sameVersion(ecosystem: Ecosystem, version: string): string {
  const key = versionKey(ecosystem, version);
  return key === null ? version : `=${key.join(" ")}`;
}

export function isEventVersion(ecosystem: Ecosystem, { kind, version }: RangeEvent): boolean {
  if (version === FIRST && kind === "introduced") return true;
  if (version === NO_LIMIT && kind === "limit") return true;
  return versionKey(ecosystem, version) !== null;
}
