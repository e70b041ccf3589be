import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cpuMs } from "../../../test/harness/cpu-time.ts";
import { ADDRESS, patternIndex } from "@gaia/reading";
import { readRuleExamples } from "../test/examples/rule-examples.ts";
import { RULE_SIEVE, rulePatterns } from "./rules.ts";

const examples = [...(await readRuleExamples()).values()].flatMap(({ positive, negative }) => [
  ...positive,
  ...negative,
]);

test("each pattern matches the same in mixtures of the rules' examples with the sieve and without", () => {
  const mixture = fc
    .array(fc.tuple(fc.constantFrom(...examples), fc.constantFrom("\n\n", " ", "", "\u00a0", "🚫")), {
      minLength: 1,
      maxLength: 12,
    })
    .map((pieces) => pieces.flat().join(""));
  const property = fc.property(mixture, (text) => {
    const sieved = patternIndex(text, ADDRESS, RULE_SIEVE);
    const whole = patternIndex(text, ADDRESS);
    for (const pattern of rulePatterns()) {
      const hits = whole.hits(pattern);
      if (hits.length > 0) expect(sieved.mayHit(pattern)).toBe(true);
      expect(sieved.hits(pattern)).toEqual(hits);
    }
  });
  fc.assert(property, { numRuns: 60 });
});

test("what the sieve costs on the rules' own examples is a fraction of what it saves", () => {
  const text = examples.slice(0, 600).join("\n\n");
  const cost = (sieve?: typeof RULE_SIEVE): number => {
    const from = cpuMs();
    const index = patternIndex(text, ADDRESS, sieve);
    for (const pattern of rulePatterns()) index.hits(pattern);
    return cpuMs() - from;
  };
  // The least of a few: the first round compiles the patterns, and what else the machine does only adds.
  const rounds = [1, 2, 3, 4].map(() => [cost(RULE_SIEVE), cost()] as const);
  const sieved = Math.min(...rounds.map(([each]) => each));
  const whole = Math.min(...rounds.map(([, each]) => each));
  expect(sieved, `${sieved} and ${whole} ms`).toBeLessThan(whole / 1.5);
});
