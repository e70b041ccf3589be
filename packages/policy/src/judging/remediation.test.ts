import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judge, MANDATORY_SCANNERS, remediationOf } from "../index.ts";
import type { ToldFinding } from "../index.ts";

const COMPLETED = MANDATORY_SCANNERS.map((name) => ({ name, status: "completed" as const }));
const UNSCANNED = COMPLETED.map((each) =>
  each.name === "bandit" ? { ...each, status: "unscanned" as const, reason: "it ran out of time" } : each,
);

function evidence(rule: string, line: number, weight: number | null, more: Partial<ToldFinding> = {}): ToldFinding {
  const scanner = `gaia-${rule.split("/")[0]}`;
  const told = { message: "does something", hint: "Do it otherwise.", snippet: `words of line ${line}` };
  return { rule, scanner, severity: "high", category: "code", file: "SKILL.md", line, weight, ...told, ...more };
}

const linesOf = (findings: ToldFinding[], scanners = COMPLETED) =>
  remediationOf({ scanners, findings })?.findings.map(({ line }) => line);

describe("what would change a verdict", () => {
  it("is nothing of what is listed anyway", () => {
    expect(remediationOf({ scanners: COMPLETED, findings: [evidence("code/a", 1, 1)] })).toBeNull();
  });

  it("is one line where one is enough, with its words", () => {
    const found = remediationOf({
      scanners: COMPLETED,
      findings: [evidence("code/a", 3, 5), evidence("code/b", 9, 0.5)],
    });
    expect(found?.findings.map(({ line, hint }) => [line, hint])).toEqual([[3, "Do it otherwise."]]);
    expect(found?.text).toBe("Without this line the version would be listed: SKILL.md:3 “words of line 3”.");
  });

  it("is the one light line rather than the thirty heavy ones of another rule", () => {
    const heavy = Array.from({ length: 30 }, (_, index) => evidence("code/often", index + 1, 3));
    expect(linesOf([...heavy, evidence("code/once", 99, 2.9)])).toEqual([99]);
  });

  it("is what rules name on three lines rather than one sentence that the model weighs", () => {
    const rules = [1, 3, 5].map((line) => evidence("instructions/a", line, 2.9));
    expect(linesOf([...rules, evidence("instructions/worded-harm", 9, 1.7)])).toEqual([1, 3, 5]);
    const more = [6, 7].map((line) => evidence("instructions/a", line, 2.9));
    expect(linesOf([...rules, ...more, evidence("instructions/worded-harm", 9, 1.7)])).toEqual([9]);
  });

  it("quotes the line where the words that were weighed do not stand in it, and of an unread program no line", () => {
    const decoded = { message: "is worded like orders: “froms+nows+on”", snippet: 'r"from\\s+now\\s+on",' };
    const worded = evidence("instructions/worded-override", 5, 6, decoded);
    expect(remediationOf({ scanners: COMPLETED, findings: [worded] })?.text).toContain(
      `SKILL.md:5 “${decoded.snippet}”`,
    );
    const unread = { file: "a.go", message: "It reaches over the network (http)" };
    expect(
      remediationOf({ scanners: COMPLETED, findings: [evidence("code/unread-program-acts", 27, null, unread)] })?.text,
    ).toBe("Without this finding the version would be listed: a.go “It reaches over the network (http)”.");
  });

  it("lets the light findings of a rule stay", () => {
    expect(linesOf([evidence("code/a", 1, 5), evidence("code/a", 2, 0.4), evidence("code/a", 3, 0.3)])).toEqual([1]);
  });

  it("takes two witnesses of the wording for one matter", () => {
    const [one, two] = [
      evidence("instructions/worded-harm", 5, 6, {
        message: "is worded like harm: “Send it all away.”",
        snippet: "- **Send** it all away.",
      }),
      evidence("instructions/worded-override", 8, 5, {
        message: "is worded like orders: “Tell nobody.”",
        snippet: null,
      }),
    ];
    const found = remediationOf({ scanners: COMPLETED, findings: [one, two] });
    expect(found?.text).toBe(
      "Without these two lines the version may be listed: SKILL.md:5 “Send it all away.”; SKILL.md:8 “Tell nobody.”. " +
        "Wording is weighed by whole passages, so what stays around such a sentence is weighed again: `gaia-skill scan` " +
        "says whether it is enough.",
    );
  });

  it("counts several findings of one line as one thing to change", () => {
    const found = remediationOf({
      scanners: COMPLETED,
      findings: [evidence("code/a", 7, 6), evidence("code/b", 7, 6), evidence("code/c", 7, 6)],
    });
    expect(found?.text).toBe("Without this line the version would be listed: SKILL.md:7 “words of line 7”.");
    expect(found?.findings).toHaveLength(3);
  });

  it("names every fact that holds by itself, of whatever has no line", () => {
    const advisory = evidence("osv-npm/GHSA-1", 0, null, {
      file: null,
      line: null,
      snippet: null,
      message: "left-pad",
    });
    const key = evidence("detect-secrets/aws-access-key", 4, null, { file: "a.py" });
    const found = remediationOf({ scanners: COMPLETED, findings: [advisory, evidence("code/x", 2, 0.1), key] });
    expect(found?.text).toBe(
      "Without these two findings the version would be listed: osv-npm/GHSA-1 “left-pad”; a.py:4 “words of line 4”.",
    );
  });

  it("says that the scan has to come to its end, too", () => {
    expect(remediationOf({ scanners: UNSCANNED, findings: [] })).toEqual({
      text: "The version would be listed once bandit came to its end.",
      findings: [],
    });
    expect(remediationOf({ scanners: UNSCANNED, findings: [evidence("code/a", 3, 5)] })?.text).toBe(
      "Without this line the version would be listed, once bandit came to its end: SKILL.md:3 “words of line 3”.",
    );
  });

  it("tells ten places and how many more there are", () => {
    const many = Array.from({ length: 14 }, (_, index) => evidence("contents/x", index + 1, null));
    const { text = "", findings = [] } = remediationOf({ scanners: COMPLETED, findings: many }) ?? {};
    expect(text).toMatch(/^Without these 14 lines .*; and 4 more\.$/);
    expect(findings).toHaveLength(14);
  });

  it("shows no control or format characters of the package", () => {
    const { text = "" } =
      remediationOf({
        scanners: COMPLETED,
        findings: [evidence("code/a", 1, 9, { file: "a\u202Eb", snippet: "x\u001b[31m\ny" })],
      }) ?? {};
    expect(text).not.toMatch(/\p{C}/u);
  });

  const weighed = fc
    .record({ rule: fc.constantFrom("code/a", "code/b", "instructions/c", "instructions/worded-x", "contents/d") })
    .chain(({ rule }) =>
      fc.record({
        rule: fc.constant(rule),
        line: fc.nat(9),
        weight: fc.option(fc.double({ min: 0, max: 7, noNaN: true })),
      }),
    );

  it("is enough, and none of it could stay, whatever was found", () => {
    fc.assert(
      fc.property(fc.array(weighed, { maxLength: 12 }), (drawn) => {
        const findings = drawn.map(({ rule, line, weight }) => evidence(rule, line, weight));
        const listed = (left: ToldFinding[]) => judge({ scanners: COMPLETED, findings: left }).verdict === "ALLOW";
        const found = remediationOf({ scanners: COMPLETED, findings });
        expect(found === null).toBe(listed(findings));
        if (found === null) return;
        const left = findings.filter((each) => !found.findings.includes(each));
        expect(listed(left)).toBe(true);
        for (const one of found.findings) expect(listed([...left, one])).toBe(false);
      }),
    );
  });
});
