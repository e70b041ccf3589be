import type { SkillView } from "@gaia/reading";
import { type Analyser, type Finding, lasting, oneLine, type Problem } from "@gaia/findings";
import { checkArchives } from "./check-archives.ts";
import { checkBinaries } from "./check-binaries.ts";
import { checkHidden } from "./check-hidden.ts";
import { checkPacked, holdsTestVirus } from "./check-packed.ts";
import { CONTENTS_RULES, type ContentsMatch } from "./contents-rules.ts";

const MOST_LINES = 200_000;
const MOST_CHARACTERS = 2_000_000;
/** Of one rule; the rest of a library of compiled classes says nothing new. */
const MOST_MATCHES = 40;

/** Looks at what lies in a package: archives, programs, disguises, files that configure somebody's tools, packed code. */
export const contentsAnalyser: Analyser<SkillView> = {
  name: "gaia-contents",
  async analyse(view) {
    const viruses = view.binaries
      .filter(({ bytes }) => holdsTestVirus(bytes))
      .map(({ path }): ContentsMatch => ({ id: "test-virus", file: path, detail: "EICAR" }));
    const matches = [
      ...checkArchives(view),
      ...checkBinaries(view),
      ...checkHidden(view.texts),
      ...checkPacked(view.texts, new Set(view.code.filter(({ from }) => from === "file").map(({ path }) => path))),
      ...viruses,
    ];
    const problems: Problem[] = view.texts
      .filter(({ kind, text, lineOf }) => kind === "code" && lineOf(text.length) > MOST_LINES)
      .map(({ path }) => lasting(`${oneLine(path)} has more than ${MOST_LINES} lines`));
    const long = view.texts
      .filter(({ kind, text }) => kind !== "data" && text.length > MOST_CHARACTERS)
      .map(({ path }) => lasting(`${oneLine(path)} has more than ${MOST_CHARACTERS} characters`));
    return { findings: worstOf(matches).map(toFinding), problems: [...problems, ...long], facts: [] };
  },
};

const RANK = { critical: 0, high: 1, medium: 2, low: 3 };
const severityOf = ({ id, severity }: ContentsMatch) => severity ?? CONTENTS_RULES[id].severity;

/** Of each rule the gravest, up to a bound. */
function worstOf(matches: ContentsMatch[]): ContentsMatch[] {
  const counts = new Map<string, number>();
  return matches
    .toSorted((a, b) => RANK[severityOf(a)] - RANK[severityOf(b)])
    .filter(({ id }) => {
      const count = (counts.get(id) ?? 0) + 1;
      counts.set(id, count);
      return count <= MOST_MATCHES;
    });
}

function toFinding({ id, file, line, detail, severity }: ContentsMatch): Finding {
  const rule = CONTENTS_RULES[id];
  return {
    rule: `contents/${id}`,
    scanner: "gaia-contents",
    severity: severity ?? rule.severity,
    confidence: "high",
    category: "content",
    file,
    line: line ?? null,
    message: oneLine(`${rule.title}: ${detail}`),
    hint: rule.hint,
    snippet: null,
  };
}
