import type { Analyser } from "../analysis/analyser.ts";
import { type Finding, lasting, oneLine, type Problem } from "../finding.ts";
import { rulesDigest } from "../rules-digest.ts";
import { checkArchives } from "./check-archives.ts";
import { checkBinaries } from "./check-binaries.ts";
import { checkHidden } from "./check-hidden.ts";
import { checkPacked, holdsTestVirus } from "./check-packed.ts";
import { CONTENTS_RULES, type ContentsMatch } from "./contents-rules.ts";

const MOST_LINES = 200_000;

/** Looks at what lies in a package: archives, programs, disguises, files that configure somebody's tools, packed code. */
export const contentsAnalyser: Analyser = {
  name: "gaia-contents",
  rulesDigest: rulesDigest(CONTENTS_RULES, [checkArchives, checkBinaries, checkHidden, checkPacked].map(String)),
  async analyse(view) {
    const viruses = view.binaries
      .filter(({ bytes }) => holdsTestVirus(bytes))
      .map(({ path }): ContentsMatch => ({ id: "test-virus", file: path, detail: "EICAR" }));
    const matches = [
      ...checkArchives(view),
      ...checkBinaries(view),
      ...checkHidden(view.texts),
      ...checkPacked(view.texts),
      ...viruses,
    ];
    const problems: Problem[] = view.texts
      .filter(({ kind, text, lineOf }) => kind === "code" && lineOf(text.length) > MOST_LINES)
      .map(({ path }) => lasting(`${path} has more than ${MOST_LINES} lines`));
    return { findings: matches.map(toFinding), problems, facts: [] };
  },
};

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
