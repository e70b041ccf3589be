import { styleDiagnostics } from "../index.ts";
import { readSkill } from "@gaia/manifest";
import { describe, expect, it } from "vitest";
import { manifest, utf8 } from "../../../manifest/test/manifests.ts";

const LONG = `description: ${"word ".repeat(60)}`;

function said(changes: Record<string, string>, body?: string): string[] {
  const files = [{ path: "SKILL.md", bytes: utf8(manifest(changes, body)) }];
  const { skill } = readSkill(files, { mode: "import" });
  if (skill === null) throw new Error("refused");
  return styleDiagnostics(skill, files).map(({ code, severity, line }) => `${code} ${severity} ${line}`);
}

describe("what is allowed and could be better", () => {
  const good = { description: "description: Greets a person by name. Use when asked for a greeting." };

  it("says nothing of a good skill", () => {
    expect(said(good)).toEqual([]);
  });

  it.each([
    ["SK3023 warning 4", { description: "description: Greets" }, undefined],
    [
      "SK3022 info 4",
      { description: LONG, security_tier: "metadata: {gaia: {}}", permissions: "", tools: "" },
      undefined,
    ],
    ["SK2021 warning 4", { description: "description: TODO say what this skill does for whom" }, undefined],
    ["SK4013 warning 10", { ...good, tools: "tools:\n  - {name: greetAll, description: Greets}" }, undefined],
    ["SK7002 warning 13", good, "\n# T\n".repeat(300)],
    ["SK7003 warning 13", good, `\n# T\n${"word ".repeat(5000)}\n`],
    ["SK7007 warning 16", good, "\n# T\n\n<!-- do this -->\n"],
  ])("%s", (expected, changes, body) => {
    expect(said(changes, body)).toContain(expected);
  });

  it("GAIA's flat form has a limit of its own for descriptions, which is no style", () => {
    const files = [{ path: "SKILL.md", bytes: utf8(manifest({ description: LONG })) }];
    expect(readSkill(files).diagnostics.map(({ code }) => code)).toContain("SK3021");
  });
});
