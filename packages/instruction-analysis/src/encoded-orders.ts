import type { Severity } from "@gaia/policy";
import { type Finding, oneLine } from "@gaia/findings";
import { CUT_PARTS, type Passage, type Reading, inPieces } from "@gaia/reading";

interface EncodedOrder {
  id: string;
  severity: Severity;
  message: string;
}

/** Prose that a skill holds in another writing: whoever wants a thing done by its reader writes it down. */
const ENCODED_ORDERS = {
  followed: {
    id: "hidden-encoded-order",
    severity: "high",
    message: "a text is encoded and the reader told to decode it and do what it says",
  },
  cut: {
    id: "hidden-in-pieces",
    severity: "high",
    message: "a text is cut into pieces inside its words and has to be put together to be read",
  },
  prose: { id: "hidden-encoded-prose", severity: "medium", message: "sentences are written as encoded text" },
} as const satisfies Record<string, EncodedOrder>;

const HINT = "Write it in plain words: what a skill asks for must be what its readers see.";

const FOLLOW = inPieces(
  "i",
  String.raw`\b(?:follow|obey|comply|carry (?:it|them|this|that)? ?out|act (?:up)?on|apply|execute|proceed|perform|do (?:what|as) (?:it|`,
  String.raw`they|this|that|the|told)|behave|adhere|treat (?:it|them|this|the result) as|(?:is|are|contains?|holds?) (?:the|your|`,
  String.raw`an?) (?:(?:\w+ ){0,2})(?:instructions?|orders?|steps?|directives?|guidance|rules|procedure)|instructions? (?:for|to) (?:the|`,
  String.raw`an?|your|this) (?:assistant|agent|model|ai|skill|reader)|for the (?:assistant|agent|model|ai)\b|(?:encoded|hidden|encrypted|`,
  String.raw`compressed|real|actual|full) (?:instructions?|guidance|steps?|directives?|orders?|rules))|\b(?:befolg|führ\w* .{0,20}aus|`,
  String.raw`wende .{0,20}an|sigue|siga|ejecut|aplique|suive[zr]?|suis|exécute|applique|siga|execute|segui|esegui)`,
);

const WORD = /\p{L}{2,}/gu;
/** Small words that prose cannot do without, in the languages that skills are mostly written in. */
const SMALL = inPieces(
  "giu",
  String.raw`(?<!\p{L})(?:the|to|and|of|in|is|it|you|your|this|that|with|for|from|not|be|on|do|all|any|der|die|das|`,
  String.raw`und|nicht|mit|den|ist|zu|el|los|las|que|del|con|para|una|por|le|les|des|et|pas|une|dans|vous|il|di|che|`,
  String.raw`non|per|com|não|uma|os|и|не|на|что|для)(?!\p{L})`,
);
const FEWEST_WORDS = 6;
const FEWEST_SMALL = 2;
const FEWEST_LETTERS = 12;

/** Encodings that are findings already, whatever they say. */
const TOLD = new Set(["tags", "selectors", "bits"]);

/** Findings about sentences that stand encoded in a file. `decoded` is the reading of its layers. */
export function encodedOrders(decoded: Reading, scanner: string): Finding[] {
  const perLine = new Map<number, Finding>();
  for (const passage of decoded.passages) {
    const { encoding, start, end } = passage;
    const says = decoded.text.slice(start, end);
    if (encoding === null || TOLD.has(encoding) || !isProse(says)) continue;
    const line = decoded.lineAt(start);
    const what = kindOf(passage, encoding);
    const known = perLine.get(line);
    if (known !== undefined && known.severity !== "medium") continue;
    perLine.set(line, {
      rule: `instructions/${what.id}`,
      scanner,
      severity: what.severity,
      confidence: "medium",
      category: "instruction",
      file: decoded.file.path,
      line,
      message: oneLine(`${what.message} (${encoding}): “${oneLine(says, 120)}”`),
      hint: HINT,
      snippet: null,
    });
  }
  return [...perLine.values()];
}

function kindOf(passage: Passage, encoding: string): EncodedOrder {
  // A table of encodings shows what they look like.
  if (passage.isCarriedShown) return ENCODED_ORDERS.prose;
  if (encoding.includes(CUT_PARTS)) return ENCODED_ORDERS.cut;
  return FOLLOW.test(`${passage.heading}\n${passage.leadIn.slice(-300)}`)
    ? ENCODED_ORDERS.followed
    : ENCODED_ORDERS.prose;
}

function isProse(text: string): boolean {
  const letters = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  if (letters >= FEWEST_LETTERS) return true;
  const words = text.match(WORD)?.length ?? 0;
  return words >= FEWEST_WORDS && (text.match(SMALL)?.length ?? 0) >= FEWEST_SMALL;
}
