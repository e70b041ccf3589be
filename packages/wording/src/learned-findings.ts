import { type FoundEvidence, oneLine, WORDING_REACH, evidenceOfWording } from "@gaia/findings";
import { type Part, type Reading, type Span, stanceOfStretch } from "@gaia/reading";
import { NONE, PER_TOKEN } from "./features.ts";
import { MODEL, nearestBehaviour } from "./model.ts";
import { rowOf } from "./score.ts";
import type { Token } from "./tokens.ts";
import type { WeighedStretch, Wording } from "./wording.ts";
import { WORDED } from "./worded.ts";

const HINT =
  "No rule names it: its wording is close to texts that harm their readers. Say plainly what is done, for " +
  "whom and where to, or let a reviewer clear it.";
const MOST_PER_READING = 5;
const HIDDEN: ReadonlySet<Part> = new Set<Part>(["comment", "concealed", "attribute", "decoded"]);
const IN_CODE: ReadonlySet<Part> = new Set<Part>(["string", "code comment"]);

/**
 * Stretches whose wording weighs like texts that harm, those furthest above what counts for much where they stand first; what overlaps one
 * that is further is not said again. Of those that do not come up to it, one at most is told: all of them are one witness. `spokenOf` are
 * the places where a rule found what the text forbids or tells about: the model cannot hear a "never", so what holds one is held later, as
 * what is said aside is; but whoever writes a "never" does not silence it.
 */
export function learnedFindings(
  reading: Reading,
  wording: Wording,
  spokenOf: readonly SpokenOf[],
  scanner: string,
): FoundEvidence[] {
  if (reading.file.kind === "data" && !/\.ipynb$/i.test(reading.file.path)) return [];
  const heavy = wording.stretches
    .map((each): HeavyStretch => {
      const spoken = spokenOf.filter(({ start, end }) => each.start <= start && end <= each.end);
      return { ...each, above: each.score - heldFrom(reading, each, spoken) };
    })
    .filter(({ above }) => above > -WORDING_REACH)
    // Not by score alone: what is said aside must not crowd out what is said outright or hides.
    .toSorted((a, b) => b.above - a.above);
  const kept: HeavyStretch[] = [];
  for (const each of heavy) {
    if (kept.length === MOST_PER_READING || (each.above < 0 && kept.length > 0)) break;
    if (!kept.some(({ from, to }) => each.from < to && from < each.to)) kept.push(each);
  }
  return kept.map((each) => findingOf(reading, wording, each, scanner));
}

/** Where a rule found what the text forbids or tells about. */
interface SpokenOf extends Span {
  /** As somebody's words, between quotation marks or in a fence. */
  isQuoted: boolean;
}

/** Somebody's harmful words, quoted to be known again, weigh what they would if they were said. */
const QUOTED_BEYOND = 0.6;

interface HeavyStretch extends WeighedStretch {
  /** How far its score lies above what counts for much where it stands. */
  above: number;
}

/**
 * What hides from whoever reads the page is held sooner; what a list forbids outright never. What is said aside is held later: the comments
 * of code give orders all day long, and a page may teach about what it names.
 */
function heldFrom(reading: Reading, { start, end }: WeighedStretch, spoken: readonly SpokenOf[]): number {
  const passage = reading.passageAt(start);
  // A table of encodings shows what they look like.
  if (passage.isCarriedShown) return Infinity;
  if (HIDDEN.has(passage.part)) return MODEL.card.held_from_hidden;
  if (IN_CODE.has(passage.part) && reading.file.kind === "code") return MODEL.card.held_from_aside;
  const stance = stanceOfStretch(passage, reading.text.slice(start, end));
  if (stance === "denied") return Infinity;
  if (spoken.some(({ isQuoted }) => isQuoted)) return MODEL.card.held_from_aside + QUOTED_BEYOND;
  return stance === "aside" || spoken.length > 0 ? MODEL.card.held_from_aside : MODEL.card.held_from;
}

function findingOf(reading: Reading, wording: Wording, each: HeavyStretch, scanner: string): FoundEvidence {
  const row = rowOf(wording.features, each.from, each.to);
  const behaviour = nearestBehaviour(MODEL, row.features.subarray(0, row.words));
  const words = heaviest(wording, each);
  const { above } = each;
  return {
    rule: `instructions/worded-${behaviour}`,
    scanner,
    severity: above >= 0 ? "high" : "low",
    evidence: evidenceOfWording({
      file: reading.file.path,
      isManifest: reading.file.isManifest,
      above,
      isHidden: HIDDEN.has(reading.passageAt(each.start).part),
    }),
    confidence: "low",
    category: "instruction",
    file: reading.file.path,
    line: reading.lineAt(words[0]?.start ?? each.start),
    message: oneLine(
      `is worded like ${WORDED[behaviour] ?? "a text that harms its reader"} (score ${each.score.toFixed(2)}; ` +
        `most weight: ${words.map(({ word }) => `“${word}”`).join(", ")})`,
    ),
    hint: HINT,
    snippet: null,
  };
}

const MOST_WORDS = 4;

/** The words that made a stretch heavy, for the one who has to judge it. */
function heaviest({ tokens, features: { words } }: Wording, { from, to }: WeighedStretch): Token[] {
  const weightOf = (index: number): number =>
    // In range: features are below the room of the weights.
    words
      .subarray(index * PER_TOKEN, (index + 1) * PER_TOKEN)
      .reduce((sum, feature) => sum + (feature === NONE ? 0 : (MODEL.weights[feature] as number)), 0);
  const known = new Map<string, { token: Token; weight: number }>();
  for (let index = from; index < to; index += 1) {
    // In range: from and to are of these tokens.
    const token = tokens[index] as Token;
    if (token.word.startsWith("sign:") || token.word.length < 3 || token.word.length > 24) continue;
    const weight = weightOf(index);
    if (weight > (known.get(token.word)?.weight ?? 0)) known.set(token.word, { token, weight });
  }
  return [...known.values()]
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MOST_WORDS)
    .map(({ token }) => token);
}
