import { expect, test } from "vitest";
import { judgeTaken } from "./taken.ts";

const wanted = {
  name: "tool",
  version: "1.0.0",
  publisherId: 1,
  contentDigest: "sha256:a",
  visibility: null,
  isStaged: false,
};
const shown = { visibility: "public" as const, isReadable: true, isBare: false };
const there = {
  id: 7,
  version: "1.0.0",
  status: "published" as const,
  contentDigest: "sha256:a",
  inspectionId: "of-it",
};

test.each([
  ["no skill of that name", null, { kind: "free" }],
  ["a skill of theirs without that number", { ...shown, publisherId: 1, version: null }, { kind: "free" }],
  ["somebody else's skill", { ...shown, publisherId: 2, version: null }, { kind: "refused", code: "name_taken" }],
  [
    "what somebody else staged and rejected",
    { ...shown, isBare: true, publisherId: 2, version: null },
    { kind: "free" },
  ],
  ["somebody else's, with the same content", { ...shown, publisherId: 2, version: there }, { code: "name_taken" }],
  [
    "the same content",
    { ...shown, publisherId: 1, version: there },
    { kind: "same", versionId: 7, inspectionId: "of-it" },
  ],
  [
    "the same content, yanked meanwhile",
    { ...shown, publisherId: 1, version: { ...there, status: "yanked" as const } },
    { kind: "same" },
  ],
  [
    "other content",
    { ...shown, publisherId: 1, version: { ...there, contentDigest: "sha256:b" } },
    { code: "version_exists", reason: expect.stringContaining("was published with other content") },
  ],
  [
    "the same content under other build metadata",
    { ...shown, publisherId: 1, version: { ...there, version: "1.0.0+b" } },
    { code: "version_exists" },
  ],
  [
    "the same content, purged",
    { ...shown, publisherId: 1, version: { ...there, status: "purged" as const } },
    { code: "version_exists", reason: expect.stringContaining("was purged") },
  ],
  [
    "a skill of theirs that is none of theirs to see",
    { visibility: "private" as const, isReadable: false, isBare: false, publisherId: 1, version: there },
    { code: "name_taken" },
  ],
])("a release where there is %s", (_, standing, answer) => {
  expect(judgeTaken(standing, wanted)).toMatchObject(answer);
});

test("a version is published as its skill is seen, and says so where it is asked for otherwise", () => {
  const standing = { ...shown, publisherId: 1, version: null };
  expect(judgeTaken(standing, { ...wanted, visibility: "public" })).toEqual({ kind: "free" });
  expect(judgeTaken(standing, { ...wanted, visibility: "private" })).toMatchObject({
    kind: "refused",
    code: "conflict",
  });
  const hidden = { ...standing, visibility: "private" as const };
  expect(judgeTaken(hidden, { ...wanted, visibility: "public" })).toMatchObject({ kind: "refused", code: "conflict" });
  expect(judgeTaken(hidden, wanted)).toEqual({ kind: "free" });
});
