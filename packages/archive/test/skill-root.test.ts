import { describe, expect, test } from "vitest";
import { atSkillRoot } from "../src/index.ts";

const isManifest = (name: string) => name === "SKILL.md";
const rootOf = (...paths: string[]) =>
  atSkillRoot(
    paths.map((path) => ({ path, bytes: Buffer.from(path) })),
    isManifest,
  ).map(({ path }) => path);

describe("the root of a skill", () => {
  test("one top folder with a manifest is taken off", () => {
    expect(rootOf("package/SKILL.md", "package/a/b")).toEqual(["SKILL.md", "a/b"]);
  });

  test("files stay as they are where a manifest is at the root, or none is in the one folder", () => {
    for (const paths of [
      ["SKILL.md", "x/SKILL.md"],
      ["a/SKILL.md", "b/x"],
      ["a/SKILL.md", "x"],
      ["a/b/SKILL.md"],
      ["a/x"],
      [],
      ["x"],
    ]) {
      expect(rootOf(...paths)).toEqual(paths);
    }
  });

  test("Finder's folder beside the skill's is kept, and does not stand in the way", () => {
    expect(rootOf("__MACOSX/s/._SKILL.md", "s/SKILL.md")).toEqual(["SKILL.md", "__MACOSX/s/._SKILL.md"]);
    const clash = ["__MACOSX/x", "s/SKILL.md", "s/__macosx/x"];
    expect(rootOf(...clash)).toEqual(clash);
    expect(rootOf("__MACOSX/SKILL.md")).toEqual(["__MACOSX/SKILL.md"]);
  });

  test("bytes go with their path, and the order is by path bytes", () => {
    const files = [
      { path: "s/SKILL.md", bytes: Buffer.from("1") },
      { path: "s/A", bytes: Buffer.from("2") },
    ];
    expect(atSkillRoot(files, isManifest)).toEqual([
      { path: "A", bytes: Buffer.from("2") },
      { path: "SKILL.md", bytes: Buffer.from("1") },
    ]);
  });
});
