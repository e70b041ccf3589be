import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startCost } from "../../../test/harness/cost.ts";
import { SearchError, type SearchIndex } from "../src/index.ts";
import { LIBRARY, skill } from "./documents.ts";
import { HOSTILE_QUERIES, WORDLESS_QUERIES } from "./hostile-queries.ts";

/** What every adapter of `SearchIndex` must do. `open` gives an empty index of its own. */
export function searchConformance(title: string, open: () => Promise<SearchIndex>): void {
  describe(title, () => {
    let index: SearchIndex;
    beforeAll(async () => {
      index = await open();
    });
    afterAll(async () => {
      await index?.close();
    });
    const find = async (query: string, limit = 20) => (await index.find(query, { limit })).map(({ id }) => id);

    it("finds nothing, and does not fail, before anything was put", async () => {
      expect(await index.find("web-search", { limit: 10 })).toEqual([]);
      await index.check();
    });

    describe("in a library", () => {
      beforeAll(async () => {
        await index.clear();
        await index.put(LIBRARY);
      });

      it.each([
        ["the exact name", "web-search", "1"],
        ["the display name", "Invoice Reader", "2"],
        ["the beginning of a name", "invo", "2"],
        ["the beginning of the last word", "kubernetes oper", "3"],
        ["one letter left out", "kubernets", "3"],
        ["one letter changed", "invoise", "2"],
        ["one letter added", "invooice", "2"],
        ["two letters swapped", "invocie", "2"],
        ["two typos in a long word", "kuberntees", "3"],
        ["a typo in a word of the description", "clutser", "3"],
        ["several words", "invoice reader", "2"],
        ["the words in another order", "operator kubernetes", "3"],
        ["words of different fields", "ledgerworks invoice", "2"],
        ["a tag", "accounting", "2"],
        ["a tool's name", "parse_invoice", "2"],
        ["a part of a tool's name", "fetch", "1"],
        ["the publisher", "northwind", "1"],
        ["a word of the description", "scanned", "2"],
        ["Chinese, a whole name", "网页搜索工具", "4"],
        ["Chinese, a part of a name", "搜索", "4"],
        ["Chinese, a part of a description", "摘要", "4"],
        ["Cyrillic", "переводчик", "5"],
        ["Cyrillic in capitals", "ПЕРЕВОДЧИК", "5"],
        ["Cyrillic with a typo", "перевочдик", "5"],
        ["accents where the document has them", "résumé café", "6"],
        ["no accents where the document has them", "Bewerbungen fur Koche", "6"],
        ["letters and marks apart (NFD)", "Ko\u0308che", "6"],
        ["full-width letters", "ｉｎｖｏｉｃｅ", "2"],
        ["a space for the hyphen", "web search", "1"],
        ["an underscore for the hyphen", "web_search", "1"],
        ["a hyphen for the underscore", "code-review", "8"],
        ["the name written together", "websearch", "1"],
        ["capitals", "WEB-SEARCH", "1"],
      ])("finds first by %s", async (_, query, id) => {
        expect((await find(query))[0]).toBe(id);
      });

      it("puts the exact name above a far more popular skill that has the words in its description", async () => {
        const hits = await index.find("web search", { limit: 10 });
        expect(hits.map(({ id }) => id).slice(0, 2)).toEqual(["1", "7"]);
      });

      it.each(WORDLESS_QUERIES)("finds nothing without a word: %j", async (query) => {
        expect(await find(query)).toEqual([]);
      });

      it.each(["zzyzxqwv", "qqqqqqqqqqqq", "зщшзщшзщ", "龘靐齉"])(
        "finds nothing for a word that is nowhere: %j",
        async (query) => {
          expect(await find(query)).toEqual([]);
        },
      );

      it.each(HOSTILE_QUERIES)("Q1 takes %s for text, at a bounded cost", async (_, query) => {
        const cost = startCost();
        const hits = await index.find(query, { limit: 10 });
        expect(cost()).toBeLessThan(1_000);
        expect(hits.length).toBeLessThanOrEqual(10);
        expect((await find("invoice-reader"))[0]).toBe("2");
      });

      it.each([
        '"web-search"',
        "web-search:*",
        "(web-search)",
        "-web-search",
        "web-search\0",
        "'web-search'",
        "web-search \ud800",
      ])("Q1 operators around a name change nothing: %j", async (query) => {
        expect((await find(query))[0]).toBe("1");
      });

      it("Q1 a word after a minus or an exclamation mark is not excluded", async () => {
        expect(await find("invoice -reader")).toContain("2");
        expect(await find("invoice & !reader")).toContain("2");
      });

      it("keeps the limit, and gives the best within it", async () => {
        const all = await find("search web", 100);
        expect(all.length).toBeGreaterThan(1);
        expect(await find("search web", 1)).toEqual(all.slice(0, 1));
        for (const limit of [0, -5, Number.NaN]) expect(await find("web", limit)).toEqual([]);
        expect((await find("web", 1e9)).length).toBeGreaterThan(0);
      });

      it("gives scores above 0 and at most 1 that never rise", async () => {
        const scores = (await index.find("web search", { limit: 50 })).map(({ score }) => score);
        expect(scores.length).toBeGreaterThan(1);
        expect(scores.toSorted((a, b) => b - a)).toEqual(scores);
        for (const score of scores) expect(score > 0 && score <= 1).toBe(true);
      });

      it("gives no id twice", async () => {
        const ids = await find("web search", 100);
        expect(new Set(ids).size).toBe(ids.length);
      });
    });

    describe("as it changes", () => {
      beforeEach(async () => {
        await index.clear();
      });

      it("an update replaces the whole document", async () => {
        await index.put([skill(1, { name: "first", description: "watering gardens", tags: ["plants"] })]);
        await index.put([skill(1, { name: "second", description: "sharpening knives" })]);
        expect(await find("sharpening")).toEqual(["1"]);
        expect(await find("second")).toEqual(["1"]);
        for (const gone of ["first", "watering", "plants"]) expect(await find(gone)).toEqual([]);
      });

      it("takes the last of two documents with one id", async () => {
        await index.put([skill(1, { name: "violin" }), skill(1, { name: "trumpet" })]);
        expect(await find("trumpet")).toEqual(["1"]);
        expect(await find("violin")).toEqual([]);
      });

      it("forgets what is removed, and nothing else", async () => {
        await index.put([
          skill(1, { name: "violin" }),
          skill(2, { name: "violin-two" }),
          skill(3, { name: "trumpet" }),
        ]);
        await index.remove(["1", "999"]);
        await index.remove([]);
        expect(await find("violin")).toEqual(["2"]);
        expect(await find("trumpet")).toEqual(["3"]);
      });

      it("forgets everything when cleared, and can be filled again", async () => {
        await index.put([skill(1, { name: "violin" })]);
        await index.clear();
        expect(await find("violin")).toEqual([]);
        await index.put([skill(1, { name: "violin" })]);
        expect(await find("violin")).toEqual(["1"]);
      });

      it("among equals, downloads decide", async () => {
        const same = { display_name: "Weather", description: "Weather for a place." };
        await index.put([
          skill(1, { ...same, name: "aa-weather", downloads: 3 }),
          skill(2, { ...same, name: "bb-weather", downloads: 70_000 }),
          skill(3, { ...same, name: "cc-weather", downloads: 500 }),
        ]);
        expect(await find("weather")).toEqual(["2", "3", "1"]);
      });

      it("takes a thousand documents at once, and puts the one with the name first", async () => {
        const many = Array.from({ length: 1_000 }, (_, at) =>
          skill(at + 1, { name: `robot-${at + 1}`, description: "A robot that paints fences.", downloads: at * 100 }),
        );
        await index.put(many);
        expect((await find("robot-417"))[0]).toBe("417");
        expect(await find("fences", 1_000)).toHaveLength(1_000);
        expect(await find("fences", 7)).toHaveLength(7);
      });

      it("takes hostile documents as text", async () => {
        const text = "quote' back\\slash \"double\" nul\0 lone\ud800 (paren) a:*A & b | !c ';DROP TABLE skills;-- ﷺ⑴½";
        await index.put([
          skill(1, {
            name: "plain",
            display_name: text,
            description: `${text} lighthouse`,
            tags: [text],
            tools: [text],
            publisher: text,
          }),
          skill(2, {
            name: "long",
            description: `${"x".repeat(300_000)} ${"word ".repeat(60_000)}`,
            tags: Array(5_000).fill("tagged"),
          }),
        ]);
        expect(await find("lighthouse")).toEqual(["1"]);
        expect(await find("tagged")).toEqual(["2"]);
      });

      it.each(["", "0", "-1", "1.5", "1e3", "abc", "1'; --", "9".repeat(40), "1\0"])(
        "refuses %j as an id",
        async (id) => {
          await expect(index.put([{ ...skill(1), id }])).rejects.toMatchObject({
            name: "SearchError",
            code: "refused",
          });
          await expect(index.remove([id])).rejects.toBeInstanceOf(SearchError);
        },
      );

      it("puts of the same documents at once do not fail each other", async () => {
        const docs = Array.from({ length: 40 }, (_, at) =>
          skill(at + 1, { name: `boat-${at + 1}`, description: "Sails." }),
        );
        await Promise.all([docs, docs.toReversed(), docs].map((each) => index.put(each)));
        expect(await find("sails", 100)).toHaveLength(40);
      });
    });
  });
}
