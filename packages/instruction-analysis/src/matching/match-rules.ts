import {
  before,
  type HostKind,
  type Passage,
  type PatternIndex,
  type Reading,
  type Span,
  inPieces,
} from "@gaia/reading";
import type { InstructionRule, Window } from "./rule.ts";

const NEW_CLAUSE = /[;:]\s|\b(?:but|instead)\b/i;
const CELL_END = /(?<!\\)\|(?=\s)/g;
const MOST_MATCHES = 2_000;
const NEAR: Record<Window, number> = { line: 600, sentence: 400, paragraph: 600, section: 1_500, file: Infinity };

/** The places in a reading where a rule matches, by its words alone. */
export function matchesOf(
  rule: InstructionRule,
  reading: Reading,
  index: PatternIndex,
  kindsOf: (window: Span) => Set<HostKind>,
): Span[] {
  const [anchor, ...others] = rule.all;
  // What the sieve says of each comes before anything is looked for.
  if (anchor === undefined || !rule.all.every(index.mayHit) || rule.context?.any.some(index.mayHit) === false)
    return [];
  if (index.hits(anchor).length === 0 || others.some((pattern) => index.hits(pattern).length === 0)) return [];
  const found: Span[] = [];
  let lastEnd = -1;
  for (const hit of index.hits(anchor)) {
    // Within what was found already: the same match again.
    if (hit.start < lastEnd) continue;
    const passage = reading.passageAt(hit.start);
    if (rule.where !== undefined && !rule.where.includes(passage.part)) continue;
    const window = windowAround(rule.within, reading, passage, hit, rule.near);
    const said = cellAround(rule.within, reading.text, passage, hit, window);
    const span = spanOf(others, hit, said, rule.ordered === true, index);
    if (span === null) continue;
    if (rule.unbroken === true && isBroken(reading.text, hit, span, others[0], index)) continue;
    if (rule.none?.some((pattern) => firstIn(index.hits(pattern), window) !== undefined)) continue;
    if (!hasContext(rule, reading, passage, hit, index)) continue;
    if (rule.host !== undefined) {
      const kinds = kindsOf(window);
      if (!rule.host.some((kind) => kinds.has(kind))) continue;
    }
    found.push(span);
    lastEnd = span.end;
    if (found.length === MOST_MATCHES) break;
  }
  return found;
}

/** Whether a new clause begins behind the first of the concepts, or a comma that no list has parts it from the second. */
function isBroken(text: string, hit: Span, span: Span, second: RegExp | undefined, index: PatternIndex): boolean {
  if (NEW_CLAUSE.test(text.slice(hit.end, span.end))) return true;
  const next = second && firstIn(index.hits(second), { start: hit.end, end: span.end });
  const between = text.slice(hit.end, next?.start ?? hit.end);
  return between.includes(",") && !/\b(?:or|nor)\b/i.test(between);
}

function hasContext(
  rule: InstructionRule,
  reading: Reading,
  passage: Passage,
  hit: Span,
  index: PatternIndex,
): boolean {
  if (rule.context === undefined) return true;
  const window = windowAround(rule.context.within, reading, passage, hit, undefined);
  return rule.context.any.some((pattern) => firstIn(index.hits(pattern), window) !== undefined);
}

function spanOf(others: RegExp[], hit: Span, window: Span, ordered: boolean, index: PatternIndex): Span | null {
  const span = { ...hit };
  for (const pattern of others) {
    const from = ordered ? span.end : window.start;
    const next = ordered
      ? firstIn(index.hits(pattern), { start: from, end: window.end })
      : nearest(index.hits(pattern), window, hit);
    if (next === undefined) return null;
    span.start = Math.min(span.start, next.start);
    span.end = Math.max(span.end, next.end);
  }
  return span;
}

function firstIn(hits: Span[], window: Span): Span | undefined {
  let low = 0;
  let high = hits.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    // In range: middle < hits.length.
    if ((hits[middle] as Span).start < window.start) low = middle + 1;
    else high = middle;
  }
  const first = hits[low];
  return first !== undefined && first.end <= window.end ? first : undefined;
}

/** The one that is closest to the anchor, on either side of it. */
function nearest(hits: Span[], window: Span, anchor: Span): Span | undefined {
  const after = firstIn(hits, { start: anchor.start, end: window.end });
  const starts = before(hitStarts(hits), anchor.start);
  const behind = hits[starts];
  const isBehind = behind !== undefined && behind.start < anchor.start && behind.start >= window.start;
  if (!isBehind) return after;
  if (after === undefined) return behind;
  return anchor.start - behind.end <= after.start - anchor.end ? behind : after;
}

const startsOf = new WeakMap<readonly Span[], number[]>();

function hitStarts(hits: readonly Span[]): number[] {
  const known = startsOf.get(hits) ?? hits.map(({ start }) => start);
  startsOf.set(hits, known);
  return known;
}

/** The stretch around a hit that one rule looks at. */
function windowAround(within: Window, reading: Reading, passage: Passage, hit: Span, near: number | undefined): Span {
  const reach = near ?? NEAR[within];
  const cut = (span: Span): Span => ({
    start: Math.max(span.start, hit.start - reach),
    end: Math.min(span.end, hit.end + reach),
  });
  if (within === "file") return { start: 0, end: reading.text.length };
  if (within === "paragraph") return cut(passage);
  if (within === "section") return cut(sectionOf(reading, passage, hit, reach));
  if (within === "line") return cut(lineAround(reading.text, passage, hit, reach));
  return cut(sentenceAround(reading, passage, hit));
}

/** In the row of a table each cell is a sentence; what makes a match harmless may stand in any of them. */
function cellAround(within: Window, text: string, passage: Passage, hit: Span, window: Span): Span {
  const isRow = within === "sentence" && /^\s{0,8}\|/.test(text.slice(passage.start, passage.start + 9));
  if (!isRow) return window;
  // A bar in code is a pipe.
  const bare = text.slice(window.start, window.end).replaceAll(/`[^`\n]{0,400}`/g, (code) => "_".repeat(code.length));
  const end = bare.slice(hit.end - window.start).search(CELL_END);
  const starts = [...bare.slice(0, hit.start - window.start).matchAll(CELL_END)].at(-1);
  return {
    start: starts === undefined ? window.start : window.start + starts.index + starts[0].length,
    end: end === -1 ? window.end : hit.end + end,
  };
}

function lineAround(text: string, passage: Span, hit: Span, reach: number): Span {
  const from = Math.max(passage.start, hit.start - reach);
  const to = Math.min(passage.end, hit.end + reach);
  const end = text.slice(hit.end, to).indexOf("\n");
  return { start: from + text.slice(from, hit.start).lastIndexOf("\n") + 1, end: end === -1 ? to : hit.end + end };
}

/** Passages under one heading, the hidden ones among them too. */
function sectionOf(reading: Reading, passage: Passage, hit: Span, reach: number): Span {
  const { passages } = reading;
  const at = before(hitStarts(passages), hit.start);
  let first = at;
  let last = at;
  const isSame = (other: Passage | undefined) => other?.section === passage.section;
  while (isSame(passages[first - 1]) && (passages[first]?.start ?? 0) > hit.start - reach) first -= 1;
  while (isSame(passages[last + 1]) && (passages[last]?.end ?? 0) < hit.end + reach) last += 1;
  return { start: passages[first]?.start ?? passage.start, end: passages[last]?.end ?? passage.end };
}

const LONGEST_SENTENCE = 500;
const SENTENCE_END = inPieces(
  "g",
  "(?<!\\b(?:e\\.g|i\\.e|vs|etc|cf|approx|no))[.!?][\"'”’)\\]`*_]{0,3}\\s{1,4}(?=[\"'“‘(`[*_]{0,3}[^\\sa-z])|[。！？]|",
  String.raw`\n\s{0,8}(?=[-*•|#>]|\d{1,3}[.)]\s)`,
);

/** Up to the nearest ends of a sentence; in a fence a line is one. */
export function sentenceAround(reading: Reading, passage: Passage, hit: Span): Span {
  const { text } = reading;
  if (passage.part === "fence") return lineAround(text, passage, hit, LONGEST_SENTENCE);
  const from = Math.max(passage.start, hit.start - LONGEST_SENTENCE);
  const to = Math.min(passage.end, hit.end + LONGEST_SENTENCE);
  let start = from;
  for (const match of text.slice(from, hit.start + 1).matchAll(SENTENCE_END)) {
    if (from + match.index + match[0].length <= hit.start) start = from + match.index + match[0].length;
  }
  const end = text.slice(hit.end, to).search(SENTENCE_END);
  return { start, end: end === -1 ? to : hit.end + end + 1 };
}
