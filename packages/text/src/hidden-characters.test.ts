import { describe, expect, test } from "vitest";
import { escapeHidden, hasHidden, hiddenIn, replaceHidden, shownLine } from "./index.ts";

const TAG_A = "\u{E0061}";

test.each([
  ["a control", "a\u0007b", "control"],
  ["half a character", "a\uD800b", "control"],
  ["a line separator", "a\u2028b", "control"],
  ["an override", "a\u202Eb", "steering"],
  ["an isolate", "a\u2066b", "steering"],
  ["a tag", `a${TAG_A}b`, "steering"],
  ["a zero-width space", "a\u200Bb", "invisible"],
  ["a soft hyphen", "a\u00ADb", "invisible"],
  ["a mark of direction", "a\u200Fb", "invisible"],
  ["a Hangul filler", "a\u3164b", "invisible"],
  ["a joiner between letters that do not join", "a\u200Db", "invisible"],
  ["a selector behind a letter", "a\uFE0Fb", "invisible"],
  ["a selector for a byte", "a\u{E0101}b", "invisible"],
  ["an annotation", "a\uFFF9b", "invisible"],
])("%s is hidden", (_, text, kind) => {
  expect([...hiddenIn(text)]).toEqual([{ character: text.slice(1, -1), kind, offset: 1 }]);
  expect(replaceHidden(text, "")).toBe("ab");
  expect(hasHidden(text, { asName: true })).toBe(true);
});

test.each([
  ["plain ASCII", "a-b_c ~"],
  ["marks that combine", "e\u0301"],
  ["an emoji of several", "\u{1F469}\u200D\u{1F4BB}"],
  ["with a colour of skin", "\u{1F469}\u{1F3FD}\u200D\u{1F4BB}"],
  ["a heart with its selector", "\u2764\uFE0F"],
  ["a keycap", "1\uFE0F\u20E3"],
  ["the flag of a country", "\u{1F1E9}\u{1F1EA}"],
  ["the flag of a region", "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"],
  ["Persian with a non-joiner", "\u0645\u06CC\u200C\u062E"],
  ["Hindi with a joiner", "\u0938\u094D\u200D\u0924"],
  ["an ideograph with one selector", "\u845B\u{E0100}"],
  ["an Arabic sign around numbers", "\u06DD"],
])("%s is not", (_, text) => {
  expect(replaceHidden(text, "")).toBe(text);
  expect(hasHidden(text)).toBe(false);
});

test.each([
  ["selectors in a row", "\u2764\uFE0F\uFE0F", "\u2764"],
  ["selectors in a row behind an ideograph", "\u845B\u{E0100}\u{E0101}", "\u845B"],
  ["tags without a flag's end", `\u{1F3F4}${TAG_A}${TAG_A}${TAG_A}`, "\u{1F3F4}"],
  ["a flag of more letters than a region has", `\u{1F3F4}${TAG_A.repeat(7)}\u{E007F}`, "\u{1F3F4}"],
  ["a joiner behind the last letter", "\u0645\u200C", "\u0645"],
  ["two joiners", "\u{1F469}\u200D\u200D\u{1F4BB}", "\u{1F469}\u{1F4BB}"],
])("%s carry more than is seen, and go", (_, text, left) => {
  expect(replaceHidden(text, "")).toBe(left);
});

describe("the verbs", () => {
  test("a control stays where it is named, and nowhere else", () => {
    expect(replaceHidden("a\tb\nc\rd", "", { keep: "\t\n" })).toBe("a\tb\ncd");
    expect(hasHidden("a\nb")).toBe(true);
  });

  test("in a name private use counts, and an emoji keeps how it is drawn", () => {
    expect(hasHidden("\uE000")).toBe(false);
    expect(hasHidden("\uE000", { asName: true })).toBe(true);
    expect(hasHidden("\u2764\uFE0F.md", { asName: true })).toBe(false);
    expect(hasHidden("\u845B\u{E0100}", { asName: true })).toBe(true);
  });

  test("a replacement may depend on what is replaced", () => {
    expect(replaceHidden("a\u200Bb\u202Ec", ({ kind }) => (kind === "steering" ? "\uFFFD" : ""))).toBe("ab\uFFFDc");
  });

  test("what was JSON means the same when it is escaped", () => {
    const value = { text: `a\u202E${TAG_A}\u200B` };
    const escaped = escapeHidden(JSON.stringify(value));
    expect(escaped).toBe(String.raw`{"text":"a\u202e\udb40\udc61\u200b"}`);
    expect(JSON.parse(escaped)).toEqual(value);
  });

  test("a line for people is one line, and no longer than was asked", () => {
    expect(shownLine(" a\u202E\n\tb\u200B ", 20)).toBe("a b");
    expect(shownLine("word ".repeat(20), 12)).toBe("word word w…");
  });

  test("a long text of hidden characters takes no longer than its length", () => {
    const text = "\u200D\uFE0F".repeat(200_000);
    const started = performance.now();
    expect(replaceHidden(text, "")).toBe("");
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
