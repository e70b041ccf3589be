import { ROOM } from "../src/features.ts";
import { type Row, rowOf, weigh } from "../src/score.ts";
import { type Page, readPages, RULES, type Text } from "./examples.ts";
import { type Example, type Line, train } from "./svm.ts";

/** What a mistake costs: on a text alone, between paragraphs of an honest skill, on an example of a rule, on a stretch of ordinary pages, on sentences of texts. */
const COST = {
  text: 1,
  embedded: 0.5,
  ruleExample: 1,
  ordinary: 0.8,
  honestPiece: 0.6,
  harmfulPiece: 0.5,
  dressing: 0.5,
};
/** Ordinary stretches are taken in once a line comes closer to them than this; most are far and teach nothing. */
export const NEAR = -0.8;
const ROUNDS = 2;
/** A sentence of a harmful text that weighs so much less than its heaviest one, and less than this, dresses it. */
const DRESSING = { below: 0.6, under: 0.1, heaviest: 0.3 };

/** A text with its rows: alone, embedded, and by its sentences and pairs of them. */
export interface Told extends Text {
  alone: Row;
  embedded: Row;
  pieces: Row[];
}

/** Reads each text alone and between two paragraphs of honest skills, drawn by a generator of its own. */
export function tell(texts: readonly Text[], honestSkills: readonly string[]): Told[] {
  const paragraphs = honestSkills.flatMap((skill) =>
    skill.split(/\n{2,}/).filter((part) => part.length > 80 && part.length < 400 && !part.startsWith("---")),
  );
  let seed = 7;
  const draw = (): string => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return paragraphs[Math.floor((seed / 2 ** 32) * paragraphs.length)] ?? "";
  };
  return texts.flatMap((text) => {
    const pages = readPages(text.text);
    const alone = wholeOf(pages);
    const pieces = pages.slice(0, 1).flatMap(piecesOf);
    const embedded = wholeOf(readPages(`${draw()}\n\n${text.text}\n\n${draw()}`));
    return alone === null || embedded === null ? [] : [{ ...text, alone, embedded, pieces }];
  });
}

function wholeOf([page]: Page[]): Row | null {
  return page === undefined || page.tokens === 0 ? null : rowOf(page.features, 0, page.tokens);
}

/** Every stretch of ordinary pages that the analyser would judge. */
export function stretchRows(pages: readonly { path: string; text: string }[]): Row[] {
  return pages.flatMap(({ path, text }) =>
    readPages(text, path).flatMap(({ features, stretches }) =>
      stretches.map(({ from, to }) => rowOf(features, from, to)),
    ),
  );
}

const SHORTEST_PIECE = 4;

/** The sentences of a page, and each with the next. */
function piecesOf({ features, sentences }: Page): Row[] {
  const cuts = sentences.flatMap((sentence, index) =>
    index === 0 || sentence !== sentences[index - 1] ? [index] : [],
  );
  return cuts.flatMap((from, index) =>
    [1, 2].flatMap((count) => {
      const to = index + count > cuts.length ? undefined : (cuts[index + count] ?? sentences.length);
      const isWhole = from === 0 && to === sentences.length;
      return to === undefined || isWhole || to - from < SHORTEST_PIECE ? [] : [rowOf(features, from, to)];
    }),
  );
}

/**
 * A harmful text harms by one of its sentences, and the others dress it in some topic: of several instances one decides (Andrews et al.,
 * NIPS 2002). All sentences of an honest text are honest.
 */
function judgedPieces({ isHarmful, rows }: { isHarmful: boolean; rows: Row[] }, line: Line): Example[] {
  if (!isHarmful) return rows.map((row) => ({ row, isHarmful: false, cost: COST.honestPiece }));
  const weighed = rows
    .map((row) => ({ row, score: weigh(row, line.weights) + line.bias }))
    .toSorted((a, b) => b.score - a.score);
  const [heaviest] = weighed;
  if (heaviest === undefined || heaviest.score < 0) return [];
  const dressing = weighed.filter(
    ({ score }) =>
      heaviest.score >= DRESSING.heaviest && score < heaviest.score - DRESSING.below && score < DRESSING.under,
  );
  return [
    { row: heaviest.row, isHarmful: true, cost: COST.harmfulPiece },
    ...dressing.map(({ row }) => ({ row, isHarmful: false, cost: COST.dressing })),
  ];
}

/** The line between the harmful and the honest texts that also leaves the ordinary stretches on the honest side. */
export function fit(texts: readonly Told[], ordinary: readonly Row[]): Line {
  const by = telling(texts);
  const own = texts.flatMap(({ alone, embedded, isHarmful, author }): Example[] => [
    { row: scaled(alone, by), isHarmful, cost: author === RULES ? COST.ruleExample : COST.text },
    ...(author === RULES ? [] : [{ row: scaled(embedded, by), isHarmful, cost: COST.embedded }]),
  ]);
  const pieces = texts.map(({ isHarmful, pieces: own }) => ({ isHarmful, rows: own.map((row) => scaled(row, by)) }));
  let line = train(own);
  const near = new Map<Row, Row>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const row of nearest(ordinary, unscaled(line, by), NEAR)) if (!near.has(row)) near.set(row, scaled(row, by));
    line = train([
      ...own,
      ...pieces.flatMap((each) => judgedPieces(each, line)),
      ...[...near.values()].map((row) => ({ row, isHarmful: false, cost: COST.ordinary })),
    ]);
  }
  return unscaled(line, by);
}

/** The rows that weigh more than `than`. */
export function nearest(rows: readonly Row[], line: Line, than: number): Row[] {
  return rows.filter((row) => weigh(row, line.weights) + line.bias > than);
}

/** The same line over rows that are not scaled. */
function unscaled({ weights, bias }: Line, by: Float64Array): Line {
  // In range: both have ROOM numbers.
  return { bias, weights: weights.map((weight, feature) => weight * (by[feature] as number)) };
}

const SMOOTHING = 0.5;
const LEAST = 0.25;

/** How much each feature tells the classes apart, by its log-count ratio (Wang and Manning, ACL 2012): what tells more counts more. */
function telling(all: readonly Told[]): Float64Array {
  // The rules' examples say the same words again and again, because they are the rules' words.
  const texts = all.filter(({ author }) => author !== RULES);
  const harmful = new Float64Array(ROOM).fill(SMOOTHING);
  const honest = new Float64Array(ROOM).fill(SMOOTHING);
  for (const { isHarmful, alone } of texts) {
    const counts = isHarmful ? harmful : honest;
    for (const feature of alone.features) counts[feature] = (counts[feature] as number) + 1;
  }
  const share = harmful.reduce((sum, count) => sum + count, 0) / honest.reduce((sum, count) => sum + count, 0);
  return harmful.map((count, feature) => LEAST + Math.abs(Math.log(count / (honest[feature] as number) / share)));
}

function scaled({ features, values, words }: Row, by: Float64Array): Row {
  return { features, words, values: values.map((value, index) => value * (by[features[index] as number] as number)) };
}
