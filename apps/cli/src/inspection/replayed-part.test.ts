import { type Finding, findingsDigest, type ScannerReport } from "@gaia/findings";
import { expect, test } from "vitest";
import { replayedPart } from "./replayed-part.ts";

const report: ScannerReport = {
  name: "gaia-code",
  version: "1",
  status: "completed",
  reason: null,
  retryable: false,
  rules_digest: "sha256:rules",
  duration_ms: 1,
};
const finding = (rule: string, scanner = "gaia-code"): Finding => ({
  rule,
  scanner,
  severity: "low",
  confidence: "high",
  category: "code",
  file: "a.py",
  line: 1,
  message: "m",
  hint: null,
  snippet: null,
});
const found = { scanners: [report], findings: [finding("a"), finding("b"), finding("x", "bandit")] };
const signed = { ...report, findings_digest: findingsDigest(report, found.findings) };

test("other rules are told apart from other findings by the same rules", () => {
  const outcome = (part: Parameters<typeof replayedPart>[0], here = found) => replayedPart(part, here);
  expect(outcome(signed)).toMatchObject({ outcome: "same" });
  expect(outcome(signed, { ...found, findings: found.findings.toReversed() })).toMatchObject({ outcome: "same" });
  const fewer = { ...found, findings: [finding("a")] };
  expect(outcome(signed, fewer)).toMatchObject({ outcome: "other" });
  const older = { ...signed, rules_digest: "sha256:older" };
  expect(outcome(older)).toMatchObject({ outcome: "other-rules", detail: expect.stringContaining("the same") });
  expect(outcome(older, fewer)).toMatchObject({ outcome: "other-rules", detail: expect.stringContaining("else") });
  expect(outcome({ ...signed, version: "2" })).toMatchObject({ outcome: "other-rules" });
  expect(outcome({ ...signed, findings_digest: undefined })).toMatchObject({ outcome: "not-replayed" });
  expect(outcome({ ...signed, name: "bandit" })).toMatchObject({ outcome: "not-replayed" });
  const unscanned = { ...found, scanners: [{ ...report, status: "unscanned" as const }] };
  expect(outcome(signed, unscanned)).toMatchObject({ outcome: "other" });
});
