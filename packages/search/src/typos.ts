/** As many letters of a word are looked up; beyond them the distance alone decides. */
const LOOKUP_LETTERS = 8;
/** A longer word is never taken for a typo of another. */
const LONGEST = 32;
const ONE_TYPO_FROM = 4;
const TWO_TYPOS_FROM = 9;

/** How many typos a word of this length may have: none below 4 letters, one below 9, else two. */
export function typosAllowed(word: string): 0 | 1 | 2 {
  const { length } = Array.from(word);
  if (length < ONE_TYPO_FROM || length > LONGEST || /^\p{N}+$/u.test(word)) return 0;
  return length < TWO_TYPOS_FROM ? 1 : 2;
}

/**
 * How many letters are left out of a kept word for its keys: as many as a word may have typos, and two already of one with 8
 * letters, for a query of 9 may mean it with two typos and loses its last letter to `LOOKUP_LETTERS`.
 */
export function typosKept(word: string): 0 | 1 | 2 {
  return Array.from(word).length === LOOKUP_LETTERS ? 2 : typosAllowed(word);
}

/**
 * The keys under which a word is kept, and asked for, so that words within `typos` of each other share one (symmetric
 * deletion): its first 8 letters, with up to `typos` of them left out. At most 37.
 */
export function typoKeys(word: string, typos: number): string[] {
  let level = [Array.from(word).slice(0, LOOKUP_LETTERS).join("")];
  const keys = new Set(level);
  for (let left = typos; left > 0; left -= 1) {
    level = level.flatMap((key) => {
      const letters = Array.from(key);
      return letters.map((_, index) => letters.toSpliced(index, 1).join(""));
    });
    for (const key of level) keys.add(key);
  }
  return [...keys];
}

/**
 * Damerau-Levenshtein distance (optimal string alignment): letters put in, left out, changed, or two neighbours swapped.
 * Both words have at most 64 letters.
 */
export function typosBetween(one: string, other: string): number {
  const [a, b] = [Array.from(one), Array.from(other)];
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min(at(above, j) + 1, at(row, j - 1) + 1, at(above, j - 1) + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) least = Math.min(least, at(before, j - 2) + 1);
      row.push(least);
    }
    before = above;
    above = row;
  }
  return at(above, b.length);
}

const at = (row: number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY;
