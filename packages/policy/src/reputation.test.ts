import * as fc from "fast-check";
import { expect, test } from "vitest";
import { LIFT_MOST, liftRanking, reputationOf } from "./reputation.ts";

const NOBODY = { audited: 0, raters: 0, ratingSum: 0, ageDays: 0, downloads: 0, upheld: 0 };

test("no entry of a ranking goes further than the bound, up or down, whatever the lifts are", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: LIFT_MOST }), { maxLength: 60 }), (lifts) => {
      const places = lifts.map((_, place) => place);
      const lifted = liftRanking(places, (place) => lifts[place] ?? 0);
      for (const [now, before] of lifted.entries()) expect(Math.abs(now - before)).toBeLessThanOrEqual(LIFT_MOST);
      expect(lifted.toSorted((a, b) => a - b)).toEqual(places);
    }),
  );
});

test("reputation: nothing for a newcomer, most for the audited, bounded for the praised, none after two upheld reports", () => {
  expect(reputationOf(NOBODY)).toEqual({ score: 0, lift: 0 });
  const praised = reputationOf({ ...NOBODY, raters: 1_000_000, ratingSum: 5_000_000 });
  expect(praised.score).toBeLessThanOrEqual(0.25);
  const audited = { audited: 1, raters: 400, ratingSum: 1_900, ageDays: 800, downloads: 2_000_000, upheld: 0 };
  expect(reputationOf(audited)).toMatchObject({ lift: LIFT_MOST });
  expect(reputationOf({ ...audited, upheld: 2 })).toEqual({ score: 0, lift: 0 });
  // A thousand ones take no more than the praise that there was.
  const shamed = reputationOf({ ...audited, raters: 1_400, ratingSum: 2_900 });
  expect(reputationOf(audited).score - shamed.score).toBeLessThanOrEqual(0.25);
});

test("reputation never falls for what is good, nor rises for what is bad", () => {
  const facts = fc.record({
    audited: fc.float({ min: 0, max: 1, noNaN: true }),
    raters: fc.constant(10),
    ratingSum: fc.integer({ min: 10, max: 49 }),
    ageDays: fc.integer({ min: 0, max: 5_000 }),
    downloads: fc.integer({ min: 0, max: 10_000_000 }),
    upheld: fc.integer({ min: 0, max: 5 }),
  });
  fc.assert(
    fc.property(facts, (one) => {
      const { score } = reputationOf(one);
      expect(reputationOf({ ...one, ratingSum: one.ratingSum + 1 }).score).toBeGreaterThanOrEqual(score);
      expect(reputationOf({ ...one, ageDays: one.ageDays + 1 }).score).toBeGreaterThanOrEqual(score);
      expect(reputationOf({ ...one, upheld: one.upheld + 1 }).score).toBeLessThanOrEqual(score);
    }),
  );
});
