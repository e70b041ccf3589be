import { DIAGNOSTIC_CODES, diagnosticOfArchive } from "@gaia/manifest";
import { archiveCodesOf, ELSEWHERE_CODES } from "@gaia/manifest/kernel";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DIAGNOSTIC_MEANINGS } from "./diagnostic-meanings.ts";
import { diagnosticsPage } from "./diagnostics-page.ts";

const known = [...Object.keys(DIAGNOSTIC_CODES), ...Object.keys(ELSEWHERE_CODES)];

describe("docs/diagnostics.md", () => {
  // Written anew by `npx vitest run --project authoring diagnostics-page -u`.
  it("is what the tables say", async () => {
    await expect(diagnosticsPage()).toMatchFileSnapshot("../../../docs/diagnostics.md");
  });

  it("has every code once, with what it says", () => {
    expect(new Set(known).size).toBe(known.length);
    expect(Object.keys(DIAGNOSTIC_MEANINGS).toSorted()).toEqual(known.toSorted());
    for (const code of known) expect(diagnosticsPage().split(`| \`${code}\` |`)).toHaveLength(2);
  });

  it("knows only codes that the archive reader has", () => {
    const source = readFileSync(new URL("../../archive/src/archive-error.ts", import.meta.url), "utf8");
    for (const code of known)
      for (const one of archiveCodesOf(code)) {
        expect(source).toContain(`"${one}"`);
        expect(diagnosticOfArchive(one)?.code).toBe(code);
      }
    expect(diagnosticOfArchive("toString")).toBeNull();
  });
});
