import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HOLD_FROM, judge, MANDATORY_SCANNERS, weigh } from "../index.ts";

const SCANNERS = MANDATORY_SCANNERS.map((name) => ({ name, status: "completed" as const }));
const seen = (rule: string, weight: number | null, severity: "critical" | "high" | "medium" | "low" = "high") => ({
  rule,
  scanner: "gaia-instructions",
  severity,
  message: `says ${rule}`,
  file: "SKILL.md",
  line: 3,
  weight,
});
const verdictOf = (findings: ReturnType<typeof seen>[], holdFrom?: number) =>
  judge({ scanners: SCANNERS, findings, ...(holdFrom === undefined ? {} : { holdFrom }) });

describe("evidence is weighed together", () => {
  test("a skill of which nothing is said is not held", () => {
    expect(weigh([]).probability).toBeLessThan(HOLD_FROM);
    expect(weigh([]).probability).toBeGreaterThan(0);
  });

  const evidence = fc.array(
    fc.record({ rule: fc.constantFrom("a/1", "a/2", "a/3"), weight: fc.double({ min: 0, max: 9, noNaN: true }) }),
  );

  test("more evidence never makes harm less likely, and its order says nothing", () => {
    fc.assert(
      fc.property(evidence, evidence, (some, more) => {
        const { probability } = weigh(some);
        expect(weigh([...some, ...more]).probability).toBeGreaterThanOrEqual(probability - 1e-12);
        expect(weigh(some.toReversed()).probability).toBeCloseTo(probability, 12);
      }),
    );
  });

  test("one rule counts once, and so does the model, whatever it names", () => {
    const once = weigh([{ rule: "code/a", weight: 3 }]).probability;
    expect(
      weigh([
        { rule: "code/a", weight: 3 },
        { rule: "code/a", weight: 2 },
      ]).probability,
    ).toBe(once);
    const worded = weigh([
      { rule: "instructions/worded-miner", weight: 3 },
      { rule: "instructions/worded-conceal", weight: 2 },
    ]);
    expect(worded.probability).toBe(once);
    expect(
      weigh([
        { rule: "code/a", weight: 3 },
        { rule: "code/b", weight: 2 },
      ]).probability,
    ).toBeGreaterThan(once);
  });

  test("two that are too weak alone hold together, and the reason says how", () => {
    const weak = seen("instructions/one", 2.8);
    expect(verdictOf([weak])).toMatchObject({ verdict: "ALLOW" });
    expect(verdictOf([weak]).reason).toMatch(/likely to harm; held from 43 %/);
    const both = verdictOf([weak, seen("code/two", 2.8)]);
    expect(both.verdict).toBe("REVIEW");
    expect(both.reason).toMatch(
      /^\d+ % likely to harm, and held from 43 %, by .*\(weight 2\.8\): says .*; with .*\(weight 2\.8\)\.$/,
    );
  });

  test("the threshold is a setting", () => {
    const strong = seen("code/one", 4.5);
    expect(verdictOf([strong]).verdict).toBe("REVIEW");
    expect(verdictOf([strong], 0.99).verdict).toBe("ALLOW");
    expect(verdictOf([seen("code/one", 1)], 0.01).verdict).toBe("REVIEW");
  });

  test("evidence of one kind holds, however much of it there is, and what is sure or a fact is not talked down", () => {
    const heap = Array.from({ length: 40 }, (_, at) => seen(`code/${at}`, 9));
    expect(verdictOf(heap).verdict).toBe("REVIEW");
    expect(verdictOf([seen("instructions/worded-miner", 9), seen("instructions/worded-conceal", 9)]).verdict).toBe(
      "REVIEW",
    );
    expect(verdictOf([seen("code/sure", 0, "critical")], 1).verdict).toBe("BLOCK");
    expect(verdictOf([seen("contents/fact", null)], 1).verdict).toBe("REVIEW");
  });

  test("evidence that is nearly sure withholds where witnesses of two kinds agree, and the reason names them", () => {
    const worded = seen("instructions/worded-fake-prerequisite", 9);
    const agreeing = [
      [seen("instructions/stranger-address", null, "low"), "stranger's address"],
      [seen("instructions/prerequisite-archive-password", 3), "fetched program"],
      [seen("code/execution-encoded-payload", 3), "encoded payload"],
      [seen("code/exfiltration-credential-file", 3), "secret that leaves"],
    ] as const;
    for (const [other, kind] of agreeing) {
      const { verdict, reason } = verdictOf([worded, other]);
      expect([kind, verdict]).toEqual([kind, "BLOCK"]);
      expect(reason).toMatch(/^\S.* likely to harm, and withheld from 97 %, by /);
      expect(reason).toContain("kinds agree");
      expect(reason).toContain(kind);
      expect(judge({ scanners: SCANNERS, findings: [worded, other], blockFrom: 1.01 }).verdict).toBe("REVIEW");
    }
  });

  test("what is only recorded, or of another matter, agrees with nothing", () => {
    const worded = seen("instructions/worded-fake-prerequisite", 9);
    expect(verdictOf([worded, seen("code/exfiltration-credential-file", 0, "low")]).verdict).toBe("REVIEW");
    expect(verdictOf([worded, seen("code/exfiltration-credential-file", 2)]).verdict).toBe("REVIEW");
    expect(verdictOf([worded, seen("code/destruction-around", 3)]).verdict).toBe("REVIEW");
    const weak = [seen("instructions/worded-harm", 2), seen("instructions/stranger-address", null, "low")];
    expect(verdictOf(weak).verdict).toBe("ALLOW");
  });
});
