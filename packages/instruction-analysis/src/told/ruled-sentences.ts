import { ADDRESS, hostKinds, patternIndex, type Reading, type SkillView, type Span } from "@gaia/reading";
import { matchesOf, sentenceAround } from "../matching/match-rules.ts";
import { INSTRUCTION_RULES, RULE_SIEVE } from "../rules.ts";

/** What a rule's behaviour is to whoever compares two versions; the others are found by what they name. */
const BEHAVIOURS: Readonly<Record<string, "order" | "approval">> = {
  consent: "approval",
  coercion: "order",
  concealment: "order",
  override: "order",
  persistence: "order",
  propagation: "order",
  tampering: "order",
  unwatched: "order",
};

const KINDS = new Map(
  INSTRUCTION_RULES.flatMap((rule) => {
    const kind = BEHAVIOURS[rule.id.slice(0, rule.id.indexOf("-"))];
    return kind === undefined ? [] : [[rule, kind] as const];
  }),
);

/**
 * The sentences of a text in which a rule finds a standing order, or an approval that is waived: by the words alone, without weighing
 * whether harm is meant.
 */
export function ruledSentences(view: SkillView): (reading: Reading) => (Span & { kind: "order" | "approval" })[] {
  const kinds = hostKinds(view);
  return (reading) => {
    const index = patternIndex(reading.text, ADDRESS, RULE_SIEVE);
    const kindsOf = kinds(reading, index.hits(ADDRESS));
    return [...KINDS].flatMap(([rule, kind]) =>
      matchesOf(rule, reading, index, kindsOf).map((match) => ({
        ...sentenceAround(reading, reading.passageAt(match.start), match),
        kind,
      })),
    );
  };
}
