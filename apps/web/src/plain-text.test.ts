import { describe, expect, it } from "vitest";
import { plainJson, plainText, shortText } from "./plain-text.ts";

describe("plainText", () => {
  it("X3 shows what would turn or hide text, and drops what cannot be seen", () => {
    expect(plainText("a\u202Egnp.exe")).toBe("a\uFFFDgnp.exe");
    expect(plainText("\u2066x\u2069 \u001b[31m \u0000 \u{e0041}")).toBe("\uFFFDx\uFFFD \uFFFD[31m \uFFFD \uFFFD");
    expect(plainText("ad\u200bmin\ufeff")).toBe("admin");
    expect(plainText("half \ud800 pair")).toBe("half \uFFFD pair");
  });

  it("leaves the text of people alone", () => {
    for (const text of ["Grüße\n\tan alle", "می‌خواهم", "👩‍👩‍👧", "日本語 — “x”"]) expect(plainText(text)).toBe(text);
  });
});

describe("plainJson", () => {
  it("reaches every string and key, and stops at a depth", () => {
    const made = plainJson(JSON.parse('{"a\u202e":["\u202e",{"__proto__":{"x":"\u202e"}}],"n":1,"z":null}'));
    expect(JSON.stringify(made)).not.toContain("\u202e");
    expect(JSON.stringify(made)).toContain("__proto__");
    const deep: unknown = JSON.parse("[".repeat(5_000) + "]".repeat(5_000));
    expect(JSON.stringify(plainJson(deep)).length).toBeLessThan(200);
  });
});

describe("shortText", () => {
  it("cuts between code points", () => {
    expect(shortText("abc", 3)).toBe("abc");
    expect(shortText("ab😀", 3)).toBe("ab…");
  });
});
