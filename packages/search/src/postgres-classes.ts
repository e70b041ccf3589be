import { MARKS } from "./postgres-marks.ts";
import { anyOf, type Term } from "./postgres-query.ts";

/** One kind of fit: a tsquery, and the scores of documents that fit it and none before it. */
export interface FitClass {
  query: string;
  /** The score of a document that nobody uses. */
  least: number;
  /** What being used by everybody adds. */
  spread: number;
}

/** Scores above `from`, below `to`. */
export interface Band {
  from: number;
  to: number;
}

/**
 * The kinds of fit within one band of scores, best first: all words in the name, begun in the name, … anywhere. A document is of the
 * first one that it fits, so the best of very many are found class after class, from the index alone.
 * @param wanted tsquery of unmarked words: what a document must have to be of any class
 * @param key when given, documents whose name begins with it are of the first class, whatever else they have
 */
export function fitClasses(input: { wanted: string; terms: Term[]; key?: string | undefined; band: Band }): FitClass[] {
  const { wanted, terms, key, band } = input;
  const { name, tags, tools, begin } = MARKS;
  const someInName = inFields(anyOf(terms.flatMap(({ operands }) => operands)), [name]);
  return spread(band, [
    ...(key ? [`'${begin}${key}':*`] : []),
    wholeWords(inFields(wanted, [name])),
    inFields(wanted, [name]),
    inFields(wanted, [name, tags]),
    ...(terms.length > 1 ? [`(${wanted}) & ${someInName}`] : []),
    inFields(wanted, [name, tags, tools]),
    wanted,
  ]);
}

/** The same in short, for what is found for want of something better: in the name, or anywhere. */
export const roughClasses = ({ wanted, band }: { wanted: string; band: Band }): FitClass[] =>
  spread(band, [inFields(wanted, [MARKS.name]), wanted]);

function spread(band: Band, queries: string[]): FitClass[] {
  const step = (band.to - band.from) / queries.length;
  return queries.map((query, index) => ({ query, least: band.to - (index + 1) * step, spread: step * 0.9 }));
}

/** The same tsquery asked of these fields: each word may stand in any of them. */
function inFields(query: string, marks: string[]): string {
  return query.replaceAll(/'([^']+)'(:\*)?/g, (_, word: string, prefix = "") =>
    anyOf(marks.map((mark) => `'${mark}${word}'${prefix}`)),
  );
}

/** The same tsquery without beginnings of words. */
const wholeWords = (query: string): string => query.replaceAll(":*", "");
