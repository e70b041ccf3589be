import { describe, expect, test } from "vitest";
import type { Outcome } from "./detectors.ts";
import type { Sample } from "./sample.ts";
import { missedAims, tally } from "./tally.ts";
import { shown, wilson } from "./wilson.ts";

const sample = (label: Sample["label"], behaviour = "conceal"): Sample => ({
  id: "",
  label,
  layer: "instruction",
  behaviour,
  insertion: "readme",
  evasion: "none",
  split: "test",
  publisher: "maple",
  piece: "",
  files: [],
});
const outcome = (flagged: boolean, error: string | null = null): Outcome => ({
  flagged,
  error,
  reason: "",
  rules: [],
  verdict: flagged ? "REVIEW" : "ALLOW",
  spent: null,
});

describe("the figures of the detection bench", () => {
  test("the interval is Wilson's: known values, and never outside of 0 and 1", () => {
    expect(shown(wilson(81, 263))).toBe("30.8 % (25.5-36.6)");
    expect(shown(wilson(0, 10))).toBe("0.0 % (0.0-27.8)");
    expect(shown(wilson(10, 10))).toBe("100.0 % (72.2-100.0)");
    expect(shown(wilson(0, 0))).toBe("-");
  });

  test("a sample that was not looked at is an error and no detection", () => {
    const samples = [sample("malicious"), sample("malicious"), sample("benign"), sample("benign")];
    const outcomes = [outcome(true), outcome(false, "out of time"), outcome(false), outcome(true)];
    const { recall, falseAlarms, errors } = tally(samples, outcomes, () => true);
    expect([recall.hits, recall.of, falseAlarms.hits, falseAlarms.of, errors.hits, errors.of]).toEqual([
      1, 2, 1, 2, 1, 4,
    ]);
  });

  test("a behaviour under its floor is named although the whole is above its aim", () => {
    const samples = [
      ...Array.from({ length: 95 }, () => sample("malicious")),
      ...Array.from({ length: 5 }, () => sample("malicious", "override")),
    ];
    const outcomes = samples.map(({ behaviour }, index) => outcome(behaviour === "conceal" || index % 2 === 0));
    const missed = missedAims(samples, { name: "own", outcomes, made: [] }, 10);
    expect(missed).toEqual(["override: 40.0 %, the aim is 80 %"]);
  });
});
