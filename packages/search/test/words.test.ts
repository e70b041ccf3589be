import { describe, expect, it } from "vitest";
import { toRows } from "../src/postgres-document.ts";
import { fitClasses } from "../src/postgres-classes.ts";
import { parseQuery } from "../src/postgres-query.ts";
import { typoKeys, typosAllowed, typosBetween, typosKept } from "../src/typos.ts";
import { readCompounds, toKey } from "../src/words.ts";
import { skill } from "./documents.ts";

const WORD = /^[\p{L}\p{M}\p{N}]+$/u;
const read = (text: string) => readCompounds(text, { most: 100, splitCamel: true }).flatMap(({ words }) => words);

describe("words", () => {
  it("Q2 no character of Unicode's first three planes gets anything but letters, marks and digits into a word or an operand", () => {
    const seen: string[] = [];
    for (let start = 0; start < 0x30000; start += 64) {
      const letters = Array.from({ length: 64 }, (_, at) => String.fromCodePoint(start + at));
      for (const { words, joined } of readCompounds(letters.map((letter) => `a${letter}b`).join(" "), {
        most: 1_000,
        splitCamel: true,
      })) {
        seen.push(...words, joined);
      }
    }
    expect(seen.length).toBeGreaterThan(100_000);
    expect(seen.filter((word) => !WORD.test(word))).toEqual([]);
  });

  it("Q2 what goes to the database as tsvector and tsquery has quotes only around words", () => {
    const text = `x'y"z\\ a:*A b&c|d !e <-> ' '' $1 ⑴½ﷺ ＇q＇ \0`;
    const [row] = toRows([skill(1, { display_name: text, description: text, tags: [text] })]).documents;
    expect(row?.words.replaceAll(/'[=#@^~]?[\p{L}\p{M}\p{N}]+' ?/gu, "")).toBe("");
    const query = parseQuery(text);
    if (!query) throw new Error("there are words in it");
    const { all: wanted, terms, key } = query;
    for (const each of [
      wanted,
      ...fitClasses({ wanted, terms, key, band: { from: 0, to: 1 } }).map((one) => one.query),
    ]) {
      expect(each.replaceAll(/'[=#@^]?[\p{L}\p{M}\p{N}]+'(?::\*)?|[()&| ]/gu, "")).toBe("");
    }
  });

  it.each([
    ["web-search_tool/v1.2", ["web", "search", "tool", "v1", "2"]],
    ["fetchJSONData", ["fetch", "json", "data"]],
    ["Ёлка ÉCOLE Straße", ["елка", "ecole", "strasse"]],
    ["网页搜索 API", ["网页", "页搜", "搜索", "api"]],
    ["用API搜", ["用", "api", "搜"]],
    ["ガイド", ["ガイ", "イド"]],
    ["हिन्दी", ["हिन्दी"]],
    ["한국어", ["한국어"]],
    ["ไทย", ["ไท", "ทย"]],
  ])("reads %j", (text, words) => {
    expect(read(text)).toEqual(words);
  });

  it("reads at most as many words as it may, of at most 64 letters", () => {
    expect(readCompounds("a b c d-e-f", { most: 4, splitCamel: true }).flatMap(({ words }) => words)).toHaveLength(4);
    expect(read("x".repeat(500))).toEqual(["x".repeat(64)]);
    expect(toKey("y".repeat(500))).toHaveLength(64);
    expect(parseQuery("word ".repeat(100))?.terms.length).toBeLessThanOrEqual(16);
  });

  it("leaves out empty words only where others remain", () => {
    expect(parseQuery("how to search the web")?.terms.map(({ word }) => word)).toEqual(["search", "web"]);
    expect(parseQuery("the")?.terms.map(({ word }) => word)).toEqual(["the"]);
  });
});

describe("typos", () => {
  it.each([
    ["search", "search", 0],
    ["serach", "search", 1],
    ["seach", "search", 1],
    ["searchh", "search", 1],
    ["sezrch", "search", 1],
    ["kuberntees", "kubernetes", 1],
    ["abcdef", "badcfe", 3],
    ["поиск", "писк", 1],
    ["", "abc", 3],
  ])("%s and %s are %i apart", (one, other, typos) => {
    expect(typosBetween(one, other)).toBe(typos);
    expect(typosBetween(other, one)).toBe(typos);
  });

  it("allows none below 4 letters, one below 9, then two; none in numbers", () => {
    expect(["pdf", "json", "security", "kubernetes", "20240101"].map(typosAllowed)).toEqual([0, 1, 1, 2, 0]);
  });

  it("words within the allowed distance share a key", () => {
    const letters = "abcde";
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const change = (word: string) => {
      const at = random(word.length);
      const letter = letters[random(letters.length)] ?? "a";
      const swapped = `${word.slice(0, at)}${word
        .slice(at, at + 2)
        .split("")
        .toReversed()
        .join("")}${word.slice(at + 2)}`;
      const changes = [word.slice(0, at) + word.slice(at + 1), word.slice(0, at) + letter + word.slice(at), swapped];
      return changes[random(3)] ?? word;
    };
    let compared = 0;
    for (let round = 0; round < 20_000; round += 1) {
      const word = Array.from({ length: 5 + random(12) }, () => letters[random(letters.length)]).join("");
      const query = random(2) === 0 ? change(word) : change(change(word));
      const allowed = typosAllowed(query);
      if (query.length < 4 || typosBetween(word, query) > allowed) continue;
      compared += 1;
      const kept = new Set(typoKeys(word, typosKept(word)));
      expect(
        typoKeys(query, allowed).some((key) => kept.has(key)),
        `${query} for ${word}`,
      ).toBe(true);
    }
    expect(compared).toBeGreaterThan(5_000);
  });

  it("keeps a word under at most 37 keys", () => {
    expect(
      Math.max(...["abcdefghijklmnop", "abcdefgh", "abcde"].map((word) => typoKeys(word, typosAllowed(word)).length)),
    ).toBe(37);
  });
});
