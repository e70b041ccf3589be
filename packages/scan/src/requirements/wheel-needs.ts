import { canonicalName, judgeRequirement } from "./judge-requirement.ts";

/** A wheel that is installed: what its metadata says that it requires, and the extras that the skill asks of it. */
export interface Wheel {
  name: string;
  version: string;
  requires: readonly string[];
  extras: readonly string[];
}

export interface WheelNeeds {
  /** `name@version`, in their order. */
  needs: string[];
  /** A requirement of it is not among the wheels, or could not be read. */
  needsMore: boolean;
}

interface Need {
  name: string;
  extras: string[];
}

/** What the wheel requires always, under "", and for each extra of it. */
type Needs = Map<string, Need[]>;

const MAX_REQUIRES = 500;
const MAX_STEPS = 20_000;
const ALWAYS = "";

/**
 * Which of the wheels need which (`Requires-Dist`, PEP 508): everything that they require, and what they require for extras that somebody
 * asks for. Whether a marker holds on this machine is not looked at. What it leaves out is not among the wheels, and so counts as more.
 */
export function needsOfWheels(wheels: readonly Wheel[]): Map<string, WheelNeeds> {
  const byName = new Map(wheels.map((wheel) => [wheel.name, wheel]));
  const required = new Map(wheels.map((wheel) => [wheel.name, readRequires(wheel.requires)]));
  const found = new Map(
    wheels.map(({ name }) => [name, { needs: new Set<string>(), needsMore: required.get(name)?.isWhole !== true }]),
  );
  const waiting = wheels.flatMap(({ name, extras }) =>
    [ALWAYS, ...extras.map(canonicalName)].map((extra) => ({ name, extra })),
  );
  const seen = new Set<string>();
  let steps = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const own = found.get(next.name);
    const key = `${next.name} ${next.extra}`;
    if (own === undefined || seen.has(key)) continue;
    seen.add(key);
    for (const { name, extras } of required.get(next.name)?.needs.get(next.extra) ?? []) {
      if ((steps += 1 + extras.length) > MAX_STEPS) return new Map([...found].map(([each]) => [each, UNREAD]));
      const wheel = byName.get(name);
      if (wheel === undefined) own.needsMore = true;
      // A package that names itself asks for more of its own extras.
      else if (name !== next.name) own.needs.add(`${name}@${wheel.version}`);
      waiting.push(...extras.map((extra) => ({ name, extra })));
    }
  }
  return new Map([...found].map(([name, { needs, needsMore }]) => [name, { needs: [...needs].toSorted(), needsMore }]));
}

const UNREAD: WheelNeeds = { needs: [], needsMore: true };

function readRequires(lines: readonly string[]): { needs: Needs; isWhole: boolean } {
  const needs: Needs = new Map();
  let isWhole = lines.length <= MAX_REQUIRES;
  for (const line of lines.slice(0, MAX_REQUIRES)) {
    const judged = judgeRequirement(line);
    if (judged.kind !== "package") {
      isWhole = false;
      continue;
    }
    const { name, text, marker } = judged;
    const extras = (/\[([^\]]*)\]/.exec(text)?.[1] ?? "").split(",").filter((extra) => extra !== "");
    for (const extra of extrasOf(marker ?? "")) {
      const known = needs.get(extra) ?? [];
      known.push({ name, extras: extras.map(canonicalName) });
      needs.set(extra, known);
    }
  }
  return { needs, isWhole };
}

/** The extras of which a marker speaks; none: it holds without any. */
function extrasOf(marker: string): string[] {
  const named = /\bextra\s*==\s*["']([^"']{1,100})["']|["']([^"']{1,100})["']\s*==\s*extra\b/g;
  const extras = [...marker.matchAll(named)].map(([, after, before]) => canonicalName(after ?? before ?? ""));
  return extras.length === 0 ? [ALWAYS] : [...new Set(extras)];
}
