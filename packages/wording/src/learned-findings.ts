import { type FoundEvidence, oneLine, WORDING_REACH, evidenceOfWording, withoutSecrets } from "@gaia/findings";
import { type Part, type Reading, type Span, stanceOfStretch } from "@gaia/reading";
import { heaviestSentence } from "./heaviest-sentence.ts";
import { clearBehaviour, MODEL } from "./model.ts";
import { rowOf } from "./score.ts";
import type { WeighedStretch, Wording } from "./wording.ts";
import { WORDED } from "./worded.ts";

const HINT =
  "The model of wording found this, not a rule: the passage reads like texts that harm their readers. Say plainly what is done, for " +
  "whom and where to, or have an admin look at the version.";
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
  return kept.flatMap((each) => findingsOf(reading, wording, each, scanner));
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

function findingsOf(reading: Reading, wording: Wording, each: HeavyStretch, scanner: string): FoundEvidence[] {
  const row = rowOf(wording.features, each.from, each.to);
  const behaviour = clearBehaviour(MODEL, row.features.subarray(0, row.words));
  const { above } = each;
  const told = heaviestSentence(reading.text, wording, each);
  const worded: FoundEvidence = {
    rule: `instructions/worded-${behaviour ?? "harm"}`,
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
    line: reading.lineAt(told.start),
    message: oneLine(
      `is worded like ${WORDED[behaviour ?? ""] ?? UNCLEAR}: ${quoted(reading.text.slice(told.start, told.end))}`,
    ),
    hint: HINT,
    snippet: null,
  };
  const stranger = strangersAddress(reading, wording, each, scanner);
  return stranger === null ? [worded] : [worded, stranger];
}

const UNCLEAR = "a text that harms its reader";
const MOST_QUOTED = 160;

const quoted = (text: string): string => `“${withoutSecrets(oneLine(text, MOST_QUOTED))}”`;

const STRANGERS: ReadonlySet<string> = new Set(
  ["ip", "paste", "shortener", "drop", "stranger"].map((kind) => `host:${kind}`),
);

/** An address in a heavy stretch that nobody answers for: a fact beside the wording, and a witness of another kind. */
function strangersAddress(
  reading: Reading,
  { tokens }: Wording,
  { from, to, above }: HeavyStretch,
  scanner: string,
): FoundEvidence | null {
  const token = above < 0 ? undefined : tokens.slice(from, to).find(({ word }) => STRANGERS.has(word));
  if (token === undefined) return null;
  return {
    rule: "instructions/stranger-address",
    scanner,
    severity: "low",
    confidence: "medium",
    category: "instruction",
    file: reading.file.path,
    line: reading.lineAt(token.start),
    message: oneLine(
      `leads to an address that is neither the skill's own nor a known one: ${quoted(reading.text.slice(token.start, token.end))}`,
    ),
    hint: "Take what is needed from a package index or from whoever makes it; link the skill's own site in its manifest.",
    snippet: null,
  };
}
