import type { PackageFile } from "@gaia/archive";
import { describe, expect, it } from "vitest";
import { checkProfile, migrateFiles } from "../src/index.ts";
import { convertSkill, readSkill } from "@gaia/manifest";
import { utf8 } from "../../manifest/test/manifests.ts";

const file = (text: string, path = "SKILL.md"): PackageFile => ({ path, bytes: utf8(text) });
const BARE =
  "# Release notes\n\n[![badge](x.svg)](y)\n\nWrites release notes from a list\nof changes.\n\n## How\n\nMore.\n";

describe("a SKILL.md without front matter", () => {
  it("is refused at publish, with its own diagnostic alone", () => {
    const { skill, diagnostics } = readSkill([file(BARE)], { folder: "x" });
    expect(skill).toBeNull();
    expect(diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code)).toEqual(["SK2010"]);
    expect(
      checkProfile([file(BARE)], "openclaw").some(({ code, severity }) => code === "SK2010" && severity === "error"),
    ).toBe(true);
  });

  it("is read at import: the folder's name, the first paragraph, all of the text as its body", () => {
    const { skill, diagnostics } = readSkill([file(BARE)], { mode: "import", folder: "Release_Notes v2" });
    expect(skill).toMatchObject({
      name: { value: "release-notes-v2", origin: { how: "inferred" } },
      description: { value: "Writes release notes from a list of changes.", origin: { how: "inferred", line: 5 } },
      displayName: { value: "Release notes" },
      instructions: { bodyStart: 0, bodyLine: 1 },
    });
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(
      diagnostics.filter(({ code }) => ["SK2010", "SK3001", "SK3020"].includes(code)).map(({ severity }) => severity),
    ).toEqual(["warning", "warning", "warning"]);
    expect(diagnostics.filter(({ code }) => code === "SK9007")).toHaveLength(2);
  });

  it("takes the title where there is no folder, and becomes a skill that others accept, its body byte for byte", () => {
    for (const to of ["agent-skills", "gaia"] as const) {
      const result = convertSkill([file(BARE)], { to });
      if ("impossible" in result) throw new Error("impossible");
      expect(
        checkProfile(result.files, to, { folder: "release-notes" }).filter(({ severity }) => severity === "error"),
      ).toEqual([]);
      expect(new TextDecoder().decode(result.files[0]?.bytes).endsWith(`---\n${BARE}`)).toBe(true);
    }
    expect(migrateFiles([file(BARE)], { to: "gaia", folder: "my-notes" }).skill?.name.value).toBe("my-notes");
  });

  it("without a word to infer from stays unreadable", () => {
    for (const text of ["", "\n\n", "```\ncode\n```\n", "***\n"]) {
      const { skill, diagnostics } = readSkill([file(text)], { mode: "import" });
      expect(skill, text).toBeNull();
      expect(
        diagnostics.some(({ severity }) => severity === "error"),
        text,
      ).toBe(true);
    }
  });

  it("beside another manifest is no second one of another name", () => {
    const json = JSON.stringify({
      name: "aria-a",
      version: "1.0.0",
      description: "A.",
      author: "A",
      layer: 3,
      dependencies: [],
      focus_affinity: [],
      tools: [],
    });
    const aria = readSkill([file(json, "skill.json"), file(BARE), file("x", "__init__.py")]);
    expect(aria.diagnostics.map(({ code }) => code)).not.toContain("SK1002");
    expect(aria.skill?.name.value).toBe("a");
  });
});

describe("front matter without a name or a description", () => {
  it.each([
    ["none", "version: 1.0.0"],
    ["empty ones", "name:\ndescription: ''"],
    ["others than text", "name: [a]\ndescription: {a: b}"],
  ])("%s: inferred at import, refused at publish", (_what, fields) => {
    const files = [file(`---\n${fields}\n---\n# T\n\nDoes that.\n`)];
    const { skill } = readSkill(files, { mode: "import", folder: "my-skill" });
    expect([skill?.name.value, skill?.description.value]).toEqual(["my-skill", "Does that."]);
    expect(readSkill(files, { folder: "my-skill" }).skill).toBeNull();
  });
});
