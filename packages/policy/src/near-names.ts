/** In which way a skill's name is close to another's. */
export type Nearness = "reads the same" | "swapped" | "one letter" | "affix";

/** Shorter names are close to each other by chance. */
const SHORTEST = 5;
/** Two words of this length rarely differ in one letter by chance. */
const SHORTEST_EDITED = 7;

const READ_AS: readonly [string, string][] = [
  ["0", "o"],
  ["1", "l"],
  ["i", "l"],
  ["3", "e"],
  ["4", "a"],
  ["5", "s"],
  ["7", "t"],
  ["vv", "w"],
  ["rn", "m"],
];

/** A name as a hurried reader sees it: no hyphens, digits as the letters that they look like. Names are `[a-z0-9-]`. */
export const readName = (name: string): string =>
  READ_AS.reduce((read, [seen, letter]) => read.replaceAll(seen, letter), name.replaceAll("-", ""));

const PREFIXES = ["official-", "original-", "real-", "true-", "secure-", "safe-", "fixed-", "new-", "latest-", "the-"];
const SUFFIXES = [
  "-official",
  "-original",
  "-latest",
  "-secure",
  "-patched",
  "-hotfix",
  "-installer",
  "-setup",
  "-update",
];

/**
 * How a new name could be mistaken for a known one; null: it could not. `reads the same` is for nobody's eyes to tell apart; the others are
 * what a misspelling or a lure looks like. A number that differs is a generation and no misspelling.
 */
export function nearnessOf(name: string, known: string): Nearness | null {
  if (name === known || name.length < SHORTEST || known.length < SHORTEST) return null;
  if (readName(name) === readName(known)) return isOtherNumber(name, known) ? null : "reads the same";
  if (PREFIXES.some((one) => name === one + known) || SUFFIXES.some((one) => name === known + one)) return "affix";
  if (Math.min(name.length, known.length) < SHORTEST_EDITED || isOtherNumber(name, known)) return null;
  return editOf(name, known);
}

const isOtherNumber = (a: string, b: string): boolean =>
  a.replaceAll(/\d/g, "") === b.replaceAll(/\d/g, "") && digits(a) && digits(b);
const digits = (name: string): boolean => /\d/.test(name);

/** One letter more, less or another, or two neighbours that changed places; linear in the names. */
function editOf(a: string, b: string): "swapped" | "one letter" | null {
  if (Math.abs(a.length - b.length) > 1) return null;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (left.length <= 1 && right.length <= 1) return "one letter";
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0] ? "swapped" : null;
}
