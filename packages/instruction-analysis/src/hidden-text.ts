import type { Severity } from "@gaia/policy";
import { type Finding, oneLine } from "@gaia/findings";
import type { Disguise, TextFile, Unseen } from "@gaia/reading";

const SPELLED = [
  "invisible",
  "hyphenation",
  "homoglyph",
  "spacing",
  "case",
  "pieces",
  "references",
] as const satisfies Disguise["by"][];

interface HiddenText {
  id: string;
  severity: Severity;
  message: string;
}

/** What is a finding by being hidden, whatever it says. */
const HIDDEN_TEXT: Record<Unseen["kind"] | (typeof SPELLED)[number] | "unread", HiddenText> = {
  tags: {
    id: "hidden-tag-characters",
    severity: "high",
    message: "Unicode tag characters carry a text that nobody sees",
  },
  selectors: {
    id: "hidden-variation-selectors",
    severity: "high",
    message: "a run of variation selectors carries bytes that nobody sees",
  },
  bits: {
    id: "hidden-zero-width-run",
    severity: "high",
    message: "a run of zero-width characters carries something that nobody sees",
  },
  override: {
    id: "hidden-direction-override",
    severity: "high",
    message: "a direction override shows letters in another order than they are read by programs",
  },
  embedding: {
    id: "hidden-direction-embedding",
    severity: "high",
    message: "a mark embeds text of the other direction where there is none",
  },
  invisible: { id: "hidden-split-words", severity: "high", message: "invisible characters stand inside words" },
  hyphenation: { id: "hidden-soft-hyphens", severity: "medium", message: "soft hyphens stand inside words" },
  spacing: {
    id: "hidden-spaced-words",
    severity: "high",
    message: "words are written letter by letter, so that no search finds them",
  },
  case: {
    id: "hidden-mixed-case",
    severity: "high",
    message: "words go up and down between capitals and small letters, as nobody writes",
  },
  references: {
    id: "hidden-character-references",
    severity: "high",
    message: "letters that need no character reference are written as such",
  },
  pieces: {
    id: "hidden-in-pieces",
    severity: "high",
    message: "a text is cut into pieces inside its words and has to be put together to be read",
  },
  homoglyph: {
    id: "hidden-lookalike-letters",
    severity: "high",
    message: "words hold letters of another script that look like Latin ones",
  },
  unread: { id: "hidden-unread-rest", severity: "medium", message: "the text is longer than what was read of it" },
};

const HINT = "Remove the characters; what a skill says must be what its readers see.";
/** How many different words of a file make it no accident: one soft hyphen is typography, one spaced word a headline. */
const MANY_WORDS = { invisible: 4, hyphenation: 4, homoglyph: 4, spacing: 3, case: 4, pieces: 1, references: 1 };

/** Findings about characters that hide, apart from what they spell. */
export function hiddenText(file: TextFile, unseen: Unseen[], disguises: Disguise[], scanner: string): Finding[] {
  const finding = (what: HiddenText, line: number, says: string): Finding => ({
    rule: `instructions/${what.id}`,
    scanner,
    severity: what.severity,
    confidence: "high",
    category: "instruction",
    file: file.path,
    line,
    message: oneLine(says === "" ? what.message : `${what.message}: “${oneLine(says, 120)}”`),
    hint: HINT,
    snippet: null,
  });
  const perLine = new Map(
    unseen
      .filter(({ kind, offset }) => kind !== "override" || !isRightToLeft(file.text, offset))
      .map((each) => [`${each.kind} ${file.lineOf(each.offset)}`, each]),
  );
  const findings = [...perLine.values()].map(({ kind, offset, says }) =>
    finding(HIDDEN_TEXT[kind], file.lineOf(offset), says),
  );
  for (const by of SPELLED) {
    const words = [
      ...new Map(disguises.filter((each) => each.by === by).map((each) => [each.word.toLowerCase(), each])).values(),
    ];
    const [first] = words;
    if (first === undefined || words.length < MANY_WORDS[by]) continue;
    findings.push(
      finding(
        HIDDEN_TEXT[by],
        first.line,
        words
          .slice(0, 8)
          .map(({ word }) => word)
          .join(" "),
      ),
    );
  }
  return findings;
}

/** Where Hebrew or Arabic stands on the line, an override may be typography. */
function isRightToLeft(text: string, offset: number): boolean {
  return /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u.test(
    text.slice(Math.max(0, offset - 200), offset + 200),
  );
}
