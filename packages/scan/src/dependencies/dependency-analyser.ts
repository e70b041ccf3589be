import type { Severity } from "@gaia/policy";
import type { SkillView } from "@gaia/reading";
import { type Analyser, type Finding, lasting, oneLine } from "@gaia/findings";
import { type DependencyName, dependencyNames } from "./dependency-names.ts";
import { type Closeness, differingPart, findResemblance, type Resemblance } from "./resembles.ts";

/** Names only: what is installed, not what it does. Versions and advisories are asked elsewhere, with a network. */
export const dependencyAnalyser: Analyser<SkillView> = {
  name: "gaia-dependencies",
  async analyse(view) {
    const { names, isWhole } = dependencyNames(view);
    const findings = names.flatMap((each) => [...resembling(each), ...internal(each)]);
    const problems = isWhole ? [] : [lasting("it names more packages to install than are read")];
    return { findings, problems, facts: [] };
  },
};

const RULE_OF: Record<Closeness, { rule: string; says: string }> = {
  lookalike: { rule: "lookalike-name", says: "reads like" },
  swap: { rule: "typosquat-name", says: "has two letters in another order than" },
  letter: { rule: "typosquat-name", says: "has one letter other than" },
  "extra-or-missing": { rule: "typosquat-name", says: "has one letter more or less than" },
  separator: { rule: "separator-name", says: "differs only in its separators from" },
  scope: { rule: "scope-confusion", says: "looks as if it were" },
  affix: { rule: "combosquat-name", says: "adds to its name what makes it look genuine:" },
};

function resembling(asked: DependencyName): Finding[] {
  const resemblance = findResemblance(asked.ecosystem, asked.name);
  if (resemblance === null) return [];
  const { rule, says } = RULE_OF[resemblance.closeness];
  const name = oneLine(asked.name, 100);
  return [
    finding(asked, {
      rule,
      severity: severityOf(resemblance, asked.name),
      message: `${name} on ${asked.ecosystem} ${says} the well-known ${resemblance.known}.`,
      hint: `If ${resemblance.known} is meant, write that; if not, check who publishes ${name}.`,
    }),
  ];
}

/** From here on a letter put in by chance seldom gives another word. */
const TELLING_LETTERS = 7;
const TELLING_SWAP = 5;

/**
 * High only where the name is hardly anything but a misspelling. One letter more or less is how honest packages are named
 * too (preact), and so are another first letter (bpython) and short words.
 */
function severityOf({ known, closeness }: Resemblance, name: string): Severity {
  const { part, atStart } = differingPart(known, name.toLowerCase());
  switch (closeness) {
    case "lookalike":
      return "high";
    case "swap":
      return part.length >= TELLING_SWAP ? "high" : "medium";
    case "letter":
      return part.length >= TELLING_LETTERS && !atStart ? "high" : "medium";
    case "extra-or-missing":
    case "separator":
    case "scope":
      return "medium";
    case "affix":
      return "low";
  }
}

const INTERNAL = /(?:^|[-_./@])(?:internal|intranet|corp|corporate|inhouse|in-house|private)(?:$|[-_./])/i;

/** A name that looks like a company's own: with a second index beside the public one, whoever registers it there is installed. */
function internal(asked: DependencyName): Finding[] {
  if (!INTERNAL.test(asked.name) || asked.name.startsWith("@")) return [];
  const name = oneLine(asked.name, 100);
  if (asked.index === null) {
    return [
      finding(asked, {
        rule: "internal-name",
        severity: "low",
        message: `${name} looks like a name from inside a company, and is asked of the public ${asked.ecosystem}.`,
        hint: "Make sure that the public package of this name is the one that is meant.",
      }),
    ];
  }
  return [
    finding(asked, {
      rule: "index-confusion",
      severity: "high",
      message:
        `${name} looks like a name from inside a company, and ${oneLine(asked.index, 40)} adds an index beside ` +
        `the public one: whoever registers it there decides what is installed.`,
      hint: "Take packages of your own from one index only, and pin them by hash.",
    }),
  ];
}

function finding(
  asked: DependencyName,
  { rule, ...rest }: { rule: string; severity: Severity; message: string; hint: string },
): Finding {
  return {
    ...rest,
    rule: `dependencies/${rule}`,
    scanner: "gaia-dependencies",
    confidence: rest.severity === "high" ? "high" : "medium",
    category: "dependency",
    file: asked.file,
    line: asked.line,
    snippet: null,
  };
}
