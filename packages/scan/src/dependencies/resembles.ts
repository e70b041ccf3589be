import { distance } from "fastest-levenshtein";
import unhomoglyph from "unhomoglyph";
import { WELL_KNOWN_NPM } from "./well-known-npm.ts";
import { WELL_KNOWN_PYPI } from "./well-known-pypi.ts";

/** In which way a name is close to one that everybody knows. */
export type Closeness =
  | "lookalike" // a digit or a foreign letter that reads as another: reque5ts
  | "swap" // two neighbours changed places: reqeusts
  | "letter" // one letter is another: requestz
  | "extra-or-missing" // one letter more or less: requestss, reqests
  | "separator" // only hyphens, dots and underscores differ: crossenv
  | "scope" // a scope's name written into the package's: types-node
  | "affix"; // the same with what somebody might add: python-requests-official

export interface Resemblance {
  known: string;
  closeness: Closeness;
}

const SHORTEST = 5;
const LONGEST = 60;

interface Names {
  exact: ReadonlySet<string>;
  /** Without separators -> the name. */
  bare: ReadonlyMap<string, string>;
  /** Every known name less one of its letters -> the names. */
  shortened: ReadonlyMap<string, readonly string[]>;
  /** @scope/name -> as one word. */
  flattened: ReadonlyMap<string, string>;
}

const NAMES: Record<"PyPI" | "npm", Names> = { PyPI: indexOf(WELL_KNOWN_PYPI), npm: indexOf(WELL_KNOWN_NPM) };

function indexOf(known: readonly string[]): Names {
  const shortened = new Map<string, string[]>();
  const long = known.filter((name) => name.length >= SHORTEST && !name.startsWith("@"));
  for (const name of long) {
    for (const less of withoutOne(name)) shortened.set(less, [...(shortened.get(less) ?? []), name]);
  }
  const scoped = known.filter((name) => name.startsWith("@"));
  return {
    exact: new Set(known),
    bare: new Map(long.map((name) => [bareOf(name), name])),
    shortened,
    flattened: new Map(scoped.map((name) => [bareOf(name.slice(1).replace("/", "-")), name])),
  };
}

function bareOf(name: string): string {
  return name.replaceAll(/[-_.]/g, "");
}

function withoutOne(name: string): string[] {
  return [...new Set(Array.from(name, (_, index) => name.slice(0, index) + name.slice(index + 1)))];
}

/**
 * The well-known package that a name could be mistaken for, or null: a well-known name resembles no other. Looks up, never compares
 * with the whole list; a name of more than 60 characters resembles nothing.
 */
export function findResemblance(ecosystem: "PyPI" | "npm", given: string): Resemblance | null {
  const name = normalised(ecosystem, given);
  const { exact, bare, flattened } = NAMES[ecosystem];
  if (name.length < SHORTEST || name.length > LONGEST || exact.has(name)) return null;
  if (name.startsWith("@")) return resemblingScope(name, exact);
  const looks = lookalike(ecosystem, name);
  if (looks !== null) return looks;
  const separated = bare.get(bareOf(name));
  if (separated !== undefined) return { known: separated, closeness: "separator" };
  const near = nearest(NAMES[ecosystem], name);
  if (near !== null) return near;
  const scoped = ecosystem === "npm" ? flattened.get(bareOf(name)) : undefined;
  // Before scopes came, Babel's packages had these very names.
  if (scoped !== undefined && !scoped.startsWith("@babel/")) return { known: scoped, closeness: "scope" };
  return affixed(exact, name);
}

function normalised(ecosystem: "PyPI" | "npm", name: string): string {
  const lower = name.toLowerCase();
  return ecosystem === "PyPI" ? lower.replaceAll(/[-_.]+/g, "-") : lower;
}

const DIGITS: [string, string][] = [
  ["0", "o"],
  ["1", "l"],
  ["1", "i"],
  ["3", "e"],
  ["4", "a"],
  ["5", "s"],
  ["7", "t"],
  ["vv", "w"],
  ["rn", "m"],
];

function lookalike(ecosystem: "PyPI" | "npm", name: string): Resemblance | null {
  const { exact } = NAMES[ecosystem];
  const plain = unhomoglyph(name);
  if (/[^\x00-\x7f]/.test(name) && exact.has(plain)) return { known: plain, closeness: "lookalike" };
  for (const [digit, letter] of DIGITS) {
    if (!name.includes(digit)) continue;
    const read = name.replaceAll(digit, letter);
    if (read.length >= SHORTEST && exact.has(read)) return { known: read, closeness: "lookalike" };
  }
  return null;
}

/** The part between separators in which two names of one length differ, as the first has it, and whether it differs at its start. */
export function differingPart(a: string, b: string): { part: string; atStart: boolean } {
  const at = [...a].findIndex((letter, index) => letter !== b[index]);
  const start = Math.max(...["-", "_", ".", "/"].map((separator) => a.lastIndexOf(separator, at))) + 1;
  return { part: /^[^-_./]*/.exec(a.slice(start))?.[0] ?? "", atStart: at === start };
}

/** Names one edit away: both are one letter short of something common. */
function nearest({ exact, shortened }: Names, name: string): Resemblance | null {
  const found: Resemblance[] = [];
  for (const known of shortened.get(name) ?? []) found.push({ known, closeness: "extra-or-missing" });
  for (const less of withoutOne(name)) {
    if (exact.has(less) && less.length >= SHORTEST) found.push({ known: less, closeness: "extra-or-missing" });
    for (const known of shortened.get(less) ?? []) {
      if (known.length !== name.length) continue;
      if (isSwap(known, name)) found.push({ known, closeness: "swap" });
      else if (distance(known, name) === 1) found.push({ known, closeness: "letter" });
    }
  }
  const order = ["swap", "letter", "extra-or-missing"];
  const [best] = found
    .filter(({ known }) => !isOtherNumber(known, name))
    .sort((a, b) => order.indexOf(a.closeness) - order.indexOf(b.closeness) || (a.known < b.known ? -1 : 1));
  return best ?? null;
}

/** Two letters that stand side by side, changed. */
function isSwap(a: string, b: string): boolean {
  const at = [...a].findIndex((letter, index) => letter !== b[index]);
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

/** mysql and mysql2, pyqt5 and pyqt6, d3-array: a number is a generation, no misspelling. */
function isOtherNumber(a: string, b: string): boolean {
  return a.replaceAll(/\d/g, "") === b.replaceAll(/\d/g, "");
}

/** `@type/node`: right package, wrong scope. */
function resemblingScope(name: string, exact: ReadonlySet<string>): Resemblance | null {
  const [scope = "", rest = ""] = name.slice(1).split("/");
  for (const known of exact) {
    if (!known.startsWith("@")) continue;
    const [knownScope = "", knownRest = ""] = known.slice(1).split("/");
    if (knownRest !== rest || knownScope.length < SHORTEST || Math.abs(knownScope.length - scope.length) > 1) continue;
    if (isSwap(knownScope, scope) || distance(knownScope, scope) === 1) return { known, closeness: "scope" };
  }
  return null;
}

const PREFIXES = ["official-", "original-", "real-", "true-", "secure-", "safe-", "fixed-", "new-", "latest-"];
const SUFFIXES = [
  "official",
  "original",
  "latest",
  "secure",
  "security-update",
  "patched",
  "hotfix",
  "installer",
  "setup",
  "update",
  "updater",
  "upgrade",
  "python3",
  "nodejs",
];

/** What makes a name look more genuine than the real one. */
function affixed(exact: ReadonlySet<string>, name: string): Resemblance | null {
  const cores = [
    ...PREFIXES.filter((prefix) => name.startsWith(prefix)).map((prefix) => name.slice(prefix.length)),
    ...SUFFIXES.filter((suffix) => name.endsWith(`-${suffix}`)).map((suffix) => name.slice(0, -suffix.length - 1)),
  ];
  const known = cores.find((core) => core.length >= SHORTEST && exact.has(core));
  return known === undefined ? null : { known, closeness: "affix" };
}
