import { describe, expect, test } from "vitest";
import { HOLD_FROM, weigh } from "@gaia/policy";
import { evidenceOfCode, evidenceOfRule, evidenceOfWording, weightOf } from "./evidence.ts";
import { EVIDENCE_KINDS } from "./evidence-kinds.ts";
import { EVIDENCE } from "./evidence-weights.ts";

const RULE = { rule: "instructions/none-such", severity: "high", file: "SKILL.md", isManifest: true } as const;
const SAID = { ...RULE, isHidden: false, isSure: false, isQuoted: false, wording: 0 };
const weight = (evidence: ReturnType<typeof evidenceOfRule>): number => weightOf(evidence) ?? Number.NaN;

describe("what evidence weighs", () => {
  test("there is a weight for each kind, none below zero, and the judgement starts from where they were fitted", () => {
    expect(Object.keys(EVIDENCE.weights).toSorted()).toEqual([...EVIDENCE_KINDS].toSorted());
    expect(Object.values(EVIDENCE.weights).filter((each) => !(each >= 0))).toEqual([]);
    expect(Object.values(EVIDENCE.rules).filter((share) => !(share > 0 && share <= 1))).toEqual([]);
    expect(weigh([]).probability).toBeCloseTo(1 / (1 + Math.exp(-EVIDENCE.prior)), 12);
  });

  test("a fact has none, and what is only recorded weighs nothing", () => {
    expect(weightOf(undefined)).toBeNull();
    expect(weight(evidenceOfRule({ ...SAID, severity: "low" }))).toBe(0);
    expect(weight(evidenceOfCode({ ...RULE, severity: "low" }))).toBe(0);
  });

  test("an order weighs more where its words bear it out or where it hides, less where it is quoted or in a fixture", () => {
    const plain = weight(evidenceOfRule(SAID));
    expect(weight(evidenceOfRule({ ...SAID, wording: 1 }))).toBeGreaterThan(plain);
    expect(weight(evidenceOfRule({ ...SAID, isHidden: true }))).toBeGreaterThan(plain);
    expect(weight(evidenceOfRule({ ...SAID, isQuoted: true }))).toBeLessThan(plain);
    expect(weight(evidenceOfRule({ ...SAID, file: "evals/a.md", isManifest: false }))).toBeLessThan(plain);
    const spokenOf = weight(evidenceOfRule({ ...SAID, severity: "low", isLowered: true }));
    expect(spokenOf).toBeGreaterThan(0);
    expect(spokenOf).toBeLessThan(plain);
  });

  test("what is sure and said outright in the manifest holds by itself, however many honest skills speak of it", () => {
    for (const rule of ["instructions/none-such", ...Object.keys(EVIDENCE.rules)]) {
      const evidence = evidenceOfRule({ ...SAID, rule, isSure: true, wording: -2 });
      expect(weigh([{ rule, weight: weight(evidence) }]).probability).toBeGreaterThanOrEqual(HOLD_FROM);
    }
  });

  test("a program weighs more than the same in a document beside the manifest", () => {
    const at = (file: string, isManifest = false) =>
      weight(evidenceOfCode({ ...RULE, rule: "code/none-such", file, isManifest }));
    expect(at("run.py")).toBeGreaterThan(at("references/a.md"));
    expect(at("SKILL.md", true)).toBeGreaterThan(at("references/a.md"));
    expect(at("references/a.md")).toBeGreaterThan(0);
  });

  test("a wording weighs the more the further it lies above its bar, and has an end", () => {
    const at = (above: number): number =>
      weight(evidenceOfWording({ file: "SKILL.md", isManifest: true, isHidden: false, above }));
    expect(at(-1)).toBe(0);
    expect(at(0)).toBeGreaterThan(at(-0.5));
    expect(at(0.5)).toBeGreaterThan(at(0));
    expect(at(50)).toBe(at(5));
  });
});
