import { describe, expect, test } from "vitest";
import { atSkillRoot } from "../src/index.ts";

const isManifest = (name: string) => name === "SKILL.md";
const atRoot = (...paths: string[]) =>
  atSkillRoot(
    paths.map((path) => ({ path, bytes: Buffer.from(path) })),
    isManifest,
  );
const rootOf = (...paths: string[]) => atRoot(...paths).files.map(({ path }) => path);

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

  test("what a system leaves hides no manifest, is no part of the skill, and is named (first week, A3)", () => {
    for (const junk of [".DS_Store", "._s", "Thumbs.db", "Desktop.ini", "__MACOSX/s/._SKILL.md", "__MACOSX/SKILL.md"]) {
      const { files, ignored } = atRoot(junk, "s/SKILL.md", "s/a");
      expect([files.map(({ path }) => path), ignored], junk).toEqual([["SKILL.md", "a"], [junk]]);
    }
    expect(atRoot("SKILL.md", "lib/.DS_Store", "lib/__macosx/x", "lib/a")).toMatchObject({
      files: [{ path: "SKILL.md" }, { path: "lib/a" }],
      ignored: ["lib/.DS_Store", "lib/__macosx/x"],
    });
    expect(atRoot("__MACOSX/SKILL.md")).toEqual({ files: [], ignored: ["__MACOSX/SKILL.md"] });
  });

  test("a name that only begins like a system's is a file of the skill", () => {
    const own = [".DS_Store.md", "._", "SKILL.md", "__MACOSX.md", "_.x", "a/Thumbs.db.txt", "desktop.ini/x"];
    expect(atRoot(...own)).toMatchObject({ files: own.map((path) => ({ path })), ignored: [] });
  });

  test("bytes go with their path, and the order is by path bytes", () => {
    const files = [
      { path: "s/SKILL.md", bytes: Buffer.from("1") },
      { path: "s/A", bytes: Buffer.from("2") },
    ];
    expect(atSkillRoot(files, isManifest).files).toEqual([
      { path: "A", bytes: Buffer.from("2") },
      { path: "SKILL.md", bytes: Buffer.from("1") },
    ]);
  });
});
