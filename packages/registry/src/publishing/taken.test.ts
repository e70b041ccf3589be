import { expect, test } from "vitest";
import { judgeTaken } from "./taken.ts";

const wanted = { name: "tool", version: "1.0.0", publisherId: 1, contentDigest: "sha256:a" };
const there = {
  id: 7,
  version: "1.0.0",
  status: "published" as const,
  contentDigest: "sha256:a",
  inspectionId: "of-it",
};

test.each([
  ["no skill of that name", null, { kind: "free" }],
  ["a skill of theirs without that number", { publisherId: 1, version: null }, { kind: "free" }],
  ["somebody else's skill", { publisherId: 2, version: null }, { kind: "refused", code: "name_taken" }],
  ["somebody else's, with the same content", { publisherId: 2, version: there }, { code: "name_taken" }],
  ["the same content", { publisherId: 1, version: there }, { kind: "same", versionId: 7, inspectionId: "of-it" }],
  [
    "the same content, yanked meanwhile",
    { publisherId: 1, version: { ...there, status: "yanked" as const } },
    { kind: "same" },
  ],
  [
    "other content",
    { publisherId: 1, version: { ...there, contentDigest: "sha256:b" } },
    { code: "version_exists", reason: expect.stringContaining("was published with other content") },
  ],
  [
    "the same content under other build metadata",
    { publisherId: 1, version: { ...there, version: "1.0.0+b" } },
    { code: "version_exists" },
  ],
  [
    "the same content, purged",
    { publisherId: 1, version: { ...there, status: "purged" as const } },
    { code: "version_exists", reason: expect.stringContaining("was purged") },
  ],
])("a release where there is %s", (_, standing, answer) => {
  expect(judgeTaken(standing, wanted)).toMatchObject(answer);
});
