import { expect, test } from "vitest";
import { isLeakedSecret, mayOwnerPurge } from "../index.ts";

const NOW = new Date("2026-03-04T12:00:00Z");
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);

test.each([
  [0, false, true],
  [72, false, true],
  [72.001, false, false],
  [10_000, false, false],
  [10_000, true, true],
])("P1 %s hours old, a secret in it: %s -> its owner may purge it: %s", (hours, hasSecret, may) => {
  expect(mayOwnerPurge({ thereSince: hoursAgo(hours), hasSecret }, NOW)).toBe(may);
});

test.each([
  ["detect-secrets/aws-access-key", "high", "secret", true],
  ["detect-secrets/secret-keyword", "medium", "secret", true],
  ["detect-secrets/aws-access-key", "low", "secret", false],
  ["code/remote-code", "critical", "code", false],
] as const)("P1 %s, %s, of the category %s is a leaked secret: %s", (rule, severity, category, isLeaked) => {
  expect(isLeakedSecret({ rule, severity, category, scanner: "any", file: "tools.py" })).toBe(isLeaked);
});
