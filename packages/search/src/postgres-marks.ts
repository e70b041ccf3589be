/**
 * What stands before a word in `search_entries.words` to say where in the document it is, so that the index itself knows: a
 * punctuation mark, which no word has. `begin` is before the whole name, `use` before how much the skill is used.
 */
export const MARKS = { name: "=", tags: "#", tools: "@", begin: "^", use: "~" } as const;

const MOST_USED = 20;

/** How much a skill is used, 0 to 20: 0 for no download, then one more for each doubling. */
export const useLevel = (downloads: number): number =>
  downloads < 1 ? 0 : Math.min(1 + Math.floor(Math.log2(downloads)), MOST_USED);

/** All levels in groups, the most used first; each is small enough to be put in order, or of one popularity. */
export const USE_GROUPS: number[][] = [
  Array.from({ length: 10 }, (_, index) => MOST_USED - index),
  [10, 9, 8],
  [7, 6],
  [5],
  [4],
  [3],
  [2],
  [1],
  [0],
];
