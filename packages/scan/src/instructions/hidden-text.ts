import { type Finding, oneLine, type Severity } from "../finding.ts";
import type { Unseen } from "../view/invisible.ts";
import type { Disguise } from "../view/normalise.ts";
import type { TextFile } from "../view/text-file.ts";

interface HiddenText {
  id: string;
  severity: Severity;
  message: string;
}

/** What is a finding by being hidden, whatever it says. */
export const HIDDEN_TEXT: Record<Unseen["kind"] | "invisible" | "homoglyph" | "unread", HiddenText> = {
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
  invisible: { id: "hidden-split-words", severity: "medium", message: "invisible characters stand inside words" },
  homoglyph: {
    id: "hidden-lookalike-letters",
    severity: "high",
    message: "words hold letters of another script that look like Latin ones",
  },
  unread: { id: "hidden-unread-rest", severity: "medium", message: "the text is longer than what was read of it" },
};

const HINT = "Remove the characters; what a skill says must be what its readers see.";
/** One soft hyphen is typography. */
const MANY_WORDS = 4;

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
  for (const by of ["invisible", "homoglyph"] as const) {
    const words = disguises.filter((each) => each.by === by);
    const [first] = words;
    if (first === undefined || words.length < MANY_WORDS) continue;
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
