import { expect, test } from "vitest";
import { type AuditFacts, auditChecklist } from "./audit-checklist.ts";
import { MANDATORY_SCANNERS } from "./judge.ts";

const FACTS: AuditFacts = {
  verdict: "ALLOW",
  cleared: false,
  completed: MANDATORY_SCANNERS,
  findings: 0,
  permissionsDeclared: true,
  undeclared: [],
  lastAudited: "1.0.0",
  added: [],
  dependencies: 2,
  unaudited: [],
  signerChanged: false,
  signedBefore: true,
};

const line = (item: string, facts: Partial<AuditFacts>) =>
  auditChecklist({ ...FACTS, ...facts }).find((one) => one.item === item);

test.each([
  ["manual-review", {}, "open", "Read its instructions and its code, every line."],
  ["signer", { signedBefore: false }, "open", /No other version of it was signed/],
  ["signer", {}, "met", /signed before/],
  ["signer", { signerChanged: true, signedBefore: false }, "look", /Its signer changed/],
  ["dependency-audit", { dependencies: 0 }, "met", "It brings no package."],
  ["dependency-audit", {}, "met", "Its packages were looked up (2)."],
  ["dependency-audit", { unaudited: ["ffmpeg (brew)"] }, "open", "No scanner looks up ffmpeg (brew)."],
  ["dependency-audit", { unaudited: ["a", "b", "c", "d", "e", "f", "g"] }, "open", /a, b, c, d, e and 2 more/],
  ["dependency-audit", { completed: [], unaudited: ["ffmpeg (brew)"] }, "look", /^Not audited by /],
] as const)(
  "a line that nothing has checked is for the admin to judge: %s of %o is %s (first week, A11)",
  (item, facts, state, text) => {
    expect(line(item, facts)).toMatchObject({
      state,
      text: typeof text === "string" ? text : expect.stringMatching(text),
    });
  },
);
