import type { Telling, Told } from "@gaia/findings";

/** So much of what a sentence says has to have been said in one sentence before. */
const SAID_BEFORE = 0.6;
/** A sentence of more than so many times its words says something else: one that lists words covers none. */
const MOST_TIMES_LONGER = 3;
/** Of a kind; the count says how many there are. */
const MOST_OF_A_KIND = 100;

/** So many sentences are held against those before: each costs a look at all of them. Those after count as new, which hides nothing. */
const MOST_SENTENCES = 200;

const ORDER: readonly Told["kind"][] = ["approval", "order", "command", "host", "write", "read"];

/**
 * What a version tells that the one before it did not (§10.2 compares permissions and tools; this, what is said). A program, host or path
 * is known by itself, a sentence by the stems of its words, so that the same in other words is silent. Pure; what weighs most comes first.
 */
export function newlyTold(before: Telling, after: Telling): { told: Told[]; leftOut: number } {
  const known = new Set(before.told.flatMap(keysOf));
  const said = [...new Set(before.sentences)].map(toSet);
  let looked = 0;
  const isNew = (one: Told): boolean => {
    if (one.kind !== "order" && one.kind !== "approval") return !keysOf(one).some((key) => known.has(key));
    if (known.has(`${one.kind} ${one.what}`)) return false;
    // A switch of a command is no sentence.
    if (one.what.startsWith("$ ")) return true;
    looked += 1;
    if (looked > MOST_SENTENCES) return true;
    const stems = toSet(one.what);
    return !said.some((sentence) => isCovered(stems, sentence));
  };
  const told = after.told.filter(isNew).toSorted(byWeight);
  const kept = ORDER.flatMap((kind) => told.filter((one) => one.kind === kind).slice(0, MOST_OF_A_KIND));
  return { told: kept, leftOut: told.length - kept.length };
}

/** Whoever wrote to a file may read it. */
const keysOf = ({ kind, what }: Told): string[] =>
  kind === "read" ? [`read ${what}`, `write ${what}`] : [`${kind} ${what}`];

const toSet = (stems: string): ReadonlySet<string> => new Set(stems.split(" "));

/** Said before, and neither forbidden now nor forbidden then alone. */
function isCovered(stems: ReadonlySet<string>, sentence: ReadonlySet<string>): boolean {
  if (stems.has("!") !== sentence.has("!")) return false;
  const words = [...stems].filter((each) => each !== "!");
  if (sentence.size > MOST_TIMES_LONGER * words.length + 1) return false;
  const shared = words.filter((each) => sentence.has(each)).length;
  return words.length > 0 && shared / words.length >= SAID_BEFORE;
}

const byWeight = (a: Told, b: Told): number =>
  ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) ||
  compare(a.file, b.file) ||
  a.line - b.line ||
  compare(a.what, b.what);

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
