import type { Row } from "../src/score.ts";
import { weigh } from "../src/score.ts";
import { RULES } from "./examples.ts";
import { fit, NEAR, nearest, type Told } from "./fit.ts";

/** What a model says of a text whose author it has never read. */
export interface Answer {
  author: string;
  behaviour: string;
  isHarmful: boolean;
  alone: number;
  embedded: number;
}

/** So much farther than NEAR no line that lacks one author comes to a stretch of ordinary pages. */
const MARGIN = 0.4;

/** Leaves out one author after the other, trains with the rest and asks about the one: the honest measure of a model that is shipped. */
export function examine(texts: readonly Told[], ordinary: readonly Row[]): Answer[] {
  const authors = [...new Set(texts.map(({ author }) => author))].filter((author) => author !== RULES);
  const close = nearest(ordinary, fit(texts, ordinary), NEAR - MARGIN);
  return authors.flatMap((held) => {
    const { weights, bias } = fit(
      texts.filter(({ author }) => author !== held),
      close,
    );
    return texts
      .filter(({ author }) => author === held)
      .map(({ author, behaviour, isHarmful, alone, embedded }) => ({
        author,
        behaviour,
        isHarmful,
        alone: weigh(alone, weights) + bias,
        embedded: weigh(embedded, weights) + bias,
      }));
  });
}

/** The answers as a table: what would be held from each score on, by author and behaviour at `heldFrom`. */
export function describeAnswers(answers: readonly Answer[], heldFrom: number): string {
  const share = (list: readonly Answer[], key: "alone" | "embedded", from: number): string =>
    list.length === 0 ? "-" : `${((100 * list.filter((each) => each[key] >= from).length) / list.length).toFixed(1)} %`;
  const row = (name: string, list: readonly Answer[], from: number): string => {
    const harmful = list.filter(({ isHarmful }) => isHarmful);
    const honest = list.filter(({ isHarmful }) => !isHarmful);
    const cells = (["alone", "embedded"] as const).flatMap((key) => [
      share(harmful, key, from),
      share(honest, key, from),
    ]);
    return `| ${[name, ...cells].join(" | ")} |`;
  };
  const by = (key: "author" | "behaviour"): string[] =>
    [...Map.groupBy(answers, (each) => each[key])].map(([name, list]) => row(name, list, heldFrom));
  const head = (name: string): string[] => [
    `| ${name} | harmful, alone | honest, alone | harmful, embedded | honest, embedded |`,
    "| --- | ---: | ---: | ---: | ---: |",
  ];
  const scores = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8];
  return [
    ...head("held from"),
    ...scores.map((from) => row(from.toFixed(1), answers, from)),
    "",
    ...head(`author, from ${heldFrom}`),
    ...by("author"),
    "",
    ...head(`behaviour, from ${heldFrom}`),
    ...by("behaviour"),
  ].join("\n");
}
