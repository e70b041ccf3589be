import { replaceHidden } from "@gaia/text";
import semver from "semver";
import { ResolverError } from "./resolver-error.ts";

type Operator = ">=" | "<=" | "==" | "!=" | "~=" | "^" | "~" | ">" | "<";

/**
 * What each comparator means, for whoever explains it: with an example, and the same in `>=` and `<`. Two of their names come from Python
 * (PEP 440), two from npm; where the two disagree on how a partial version is meant, this table decides.
 */
export const COMPARATORS: readonly { write: string; means: string; example: string; same: string }[] = [
  { write: "1.2.3", means: "exactly this version", example: "1.2.3", same: "==1.2.3" },
  { write: "1.2, 1.2.x, 1.2.*", means: "any version that begins so", example: "1.2", same: ">=1.2.0, <1.3.0-0" },
  { write: "*", means: "any version", example: "*", same: ">=0.0.0" },
  { write: "==", means: "exactly this version; missing numbers are zero", example: "==1.2", same: "==1.2.0" },
  { write: "==1.2.*", means: "any version that begins so", example: "==1.2.*", same: ">=1.2.0, <1.3.0-0" },
  { write: "!=", means: "any version but this one", example: "!=1.2.3", same: "!=1.2.3" },
  { write: "!=1.2.*", means: "any version that does not begin so", example: "!=1.2.*", same: "!=1.2.*" },
  { write: ">=", means: "this version or a newer one", example: ">=1.2", same: ">=1.2.0" },
  { write: "<=", means: "this version or an older one", example: "<=1.2", same: "<=1.2.0" },
  { write: ">", means: "a newer version", example: ">1.2", same: ">1.2.0" },
  { write: "<", means: "an older version", example: "<2", same: "<2.0.0" },
  {
    write: "^",
    means: "no other leftmost number that is not zero (npm)",
    example: "^1.2.3",
    same: ">=1.2.3, <2.0.0-0",
  },
  {
    write: "~",
    means: "only the patch may rise; without a minor, that too (npm)",
    example: "~1.2.3",
    same: ">=1.2.3, <1.3.0-0",
  },
  { write: "~=", means: "the last number written may rise (PEP 440)", example: "~=1.4", same: ">=1.4.0, <2.0.0-0" },
];

/** One bound after `~=` and `^` were written out. `version` is SemVer; `build` counts only where an exact version named one. */
interface Bound {
  test: ">=" | "<=" | "==" | "!=" | ">" | "<" | "outside";
  version: string;
  build: string;
  /** The first version past it, for `outside`. */
  until?: string;
}

/** A parsed version range. Plain data. */
export interface Range {
  /** As given, trimmed. */
  text: string;
  /** All of them must hold. */
  bounds: Bound[];
  /** The one version that an exact range names, as `1.2.3` or `==1.2.3`; null for any other. */
  exact: string | null;
  /** `major.minor.patch` of every prerelease that the range asks for by name. */
  prereleasesOf: string[];
}

const LIMITS = { text: 256, comparators: 16 };

const COMPARATOR = /^(>=|<=|==|!=|~=|\^|~|>|<|=)?([0-9A-Za-z.+*-]+)$/;
/** A version that ends early, or in a wildcard. */
const PARTIAL = /^([0-9]{1,15})(?:\.([0-9]{1,15}))?(\.[xX*]){0,2}$/;

/**
 * Reads a version range of docs/specification.md §10.2: what `COMPARATORS` lists, and lists of them separated by commas or spaces, all
 * of which must hold.
 * @throws ResolverError `range_invalid`
 */
export function parseRange(text: string): Range {
  if (typeof text !== "string" || text.length > LIMITS.text)
    throw invalid(`A version range has at most ${LIMITS.text} characters.`);
  const trimmed = text.trim();
  if (trimmed === "*") return { text: trimmed, bounds: [], exact: null, prereleasesOf: [] };
  // A space after a comparator belongs to it: `>= 1.0`.
  const joined = trimmed.replace(/(?<=[<>=^~])[ \t]{1,16}(?=[0-9])/g, "");
  const items = joined.split(/[ \t]*,[ \t]*|[ \t]+/).filter((item) => item !== "");
  if (items.length === 0) throw invalid("The version range is empty; `*` is any version.");
  if (items.length > LIMITS.comparators)
    throw invalid(`A version range has at most ${LIMITS.comparators} comparators.`);
  const comparators = items.map(parseComparator);
  const [only] = comparators;
  return {
    text: trimmed,
    bounds: comparators.flatMap(toBounds),
    exact: comparators.length === 1 && only?.operator === "==" && !only.isPrefix ? only.version.raw : null,
    prereleasesOf: comparators
      .filter(({ operator, version }) => operator !== "!=" && version.prerelease.length > 0)
      .map(({ version }) => core(version)),
  };
}

/** Whether a text is a range. */
export function isRange(text: string): boolean {
  try {
    parseRange(text);
    return true;
  } catch (error) {
    if (error instanceof ResolverError) return false;
    throw error;
  }
}

/**
 * Whether a version is in a range. A prerelease is only when the range names a prerelease of the same `major.minor.patch`, as
 * semver has it; `!=` names none. Build metadata counts only against an exact version that has some.
 * @throws ResolverError `version_invalid` when `version` is not SemVer 2.0.0
 */
export function satisfies(version: string, range: Range): boolean {
  const parsed = parseVersion(version);
  if (parsed === null) throw new ResolverError("version_invalid", `${shown(version)} is not a SemVer 2.0.0 version.`);
  return isIn(parsed, range);
}

/** The same for a version that was read already. */
export function isIn(parsed: semver.SemVer, range: Range): boolean {
  if (parsed.prerelease.length > 0 && !range.prereleasesOf.includes(core(parsed))) return false;
  return range.bounds.every((bound) => holds(parsed, bound));
}

/** A SemVer 2.0.0 version exactly as written, or null. */
export function parseVersion(text: string): semver.SemVer | null {
  if (typeof text !== "string" || text.length > LIMITS.text) return null;
  const parsed = semver.parse(text);
  return parsed !== null && parsed.version + buildOf(parsed) === text ? parsed : null;
}

/** Negative when `a` is the older version, positive when it is the newer one; build metadata decides last, so that the order is total. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => {
    const parsed = parseVersion(text);
    if (parsed === null) throw new ResolverError("version_invalid", `${shown(text)} is not a SemVer 2.0.0 version.`);
    return parsed;
  }) as [semver.SemVer, semver.SemVer];
  return left.compare(right) || left.compareBuild(right);
}

interface Comparator {
  operator: Operator;
  version: semver.SemVer;
  /** How many of major, minor, patch were written. */
  parts: number;
  /** It ends in `.x` or `.*`, or is a bare version that ends early: whatever begins so. */
  isPrefix: boolean;
}

function parseComparator(item: string): Comparator {
  const [, written, versionText = ""] = COMPARATOR.exec(item) ?? [];
  const [partial, major, minor, wildcard] = PARTIAL.exec(versionText) ?? [];
  const parts = partial === undefined ? 3 : minor === undefined ? 1 : 2;
  const version = parseVersion(partial === undefined ? versionText : `${major}.${minor ?? 0}.0`);
  if (version === null || (wildcard !== undefined && versionText.split(".").length > 3))
    throw invalid(`${shown(item)} is not a version comparator.`);
  if (wildcard !== undefined && ![undefined, "=", "==", "!="].includes(written))
    throw invalid(`${shown(item)} has a wildcard, which only ==, != or nothing stands before.`);
  if (written === "~=" && parts === 1)
    throw invalid(`${shown(item)} needs at least two numbers, as ~=${versionText}.0.`);
  // The pattern lets no other operator through.
  const operator = written === undefined || written === "=" ? "==" : (written as Operator);
  const isPrefix = wildcard !== undefined || (partial !== undefined && written === undefined);
  return { operator, version, parts, isPrefix };
}

function toBounds({ operator, version, parts, isPrefix }: Comparator): Bound[] {
  const { major, minor } = version;
  const past = () => (parts === 1 ? below(major + 1) : below(major, minor + 1));
  const bound = (test: Bound["test"], text: string, build = ""): Bound => ({ test, version: text, build });
  switch (operator) {
    case "^":
      return [bound(">=", version.version), bound("<", caretLimit(version, parts))];
    case "~":
      return [bound(">=", version.version), bound("<", past())];
    case "~=":
      return [bound(">=", version.version), bound("<", parts === 2 ? below(major + 1) : below(major, minor + 1))];
    case "==":
    case "!=":
      if (isPrefix && operator === "==") return [bound(">=", version.version), bound("<", past())];
      if (isPrefix) return [{ ...bound("outside", version.version), until: past() }];
      return [bound(operator, version.version, buildOf(version))];
    default:
      return [bound(operator, version.version)];
  }
}

/** The first version that may break: the next of the leftmost number that is not zero, among those written. */
function caretLimit({ major, minor, patch }: semver.SemVer, parts: number): string {
  if (major > 0 || parts === 1) return below(major + 1);
  if (minor > 0 || parts === 2) return below(major, minor + 1);
  return below(major, minor, patch + 1);
}

/** The lowest prerelease of a version, so that its own prereleases are out as well. */
function below(major: number, minor = 0, patch = 0): string {
  const text = `${major}.${minor}.${patch}-0`;
  if (parseVersion(text) === null) throw invalid("A number in the version range is too large.");
  return text;
}

function holds(version: semver.SemVer, { test, version: limit, build, until }: Bound): boolean {
  const order = version.compare(limit);
  const same = order === 0 && (build === "" || buildOf(version) === build);
  switch (test) {
    case ">=":
      return order >= 0;
    case "<=":
      return order <= 0;
    case ">":
      return order > 0;
    case "<":
      return order < 0;
    case "==":
      return same;
    case "!=":
      return !same;
    case "outside":
      return order < 0 || version.compare(until ?? limit) >= 0;
  }
}

function core({ major, minor, patch }: semver.SemVer): string {
  return `${major}.${minor}.${patch}`;
}

function buildOf({ build }: semver.SemVer): string {
  return build.length > 0 ? `+${build.join(".")}` : "";
}

function invalid(message: string): ResolverError {
  return new ResolverError("range_invalid", message);
}

function shown(text: string): string {
  return `"${replaceHidden(String(text).slice(0, 60), "\uFFFD", { asName: true })}"`;
}
