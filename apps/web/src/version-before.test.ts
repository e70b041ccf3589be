import { expect, test } from "vitest";
import { versionBefore } from "./version-before.ts";

const VERSIONS = [
  { version: "2.0.0", status: "published" },
  { version: "1.2.0", status: "quarantined" },
  { version: "1.1.0", status: "published" },
  { version: "1.0.0", status: "yanked" },
];

test("the version before one is the next older that was published", () => {
  expect(versionBefore(VERSIONS, "2.0.0")).toBe("1.1.0");
  expect(versionBefore(VERSIONS, "1.2.0")).toBe("1.1.0");
});

test("where none was, it is the next older there is", () => {
  expect(versionBefore(VERSIONS, "1.1.0")).toBe("1.0.0");
  expect(versionBefore(VERSIONS, "1.0.0")).toBeNull();
});

test("of one that is not in the list it is the newest there", () => {
  expect(versionBefore(VERSIONS, "3.0.0-rc.1")).toBe("2.0.0");
  expect(versionBefore([], "1.0.0")).toBeNull();
});
