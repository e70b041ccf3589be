import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ADDRESS } from "../host-kind.ts";
import { inAddresses } from "../patterns/pattern.ts";
import { patternIndex } from "./pattern-index.ts";
import { fold } from "./folded.ts";
import { requiredLiterals } from "./required-literals.ts";
import { sieveOf } from "./sieve.ts";

const SPELLINGS = ["do not", "run", "every", "k", "straße", "σας", "读取", "🚫", "ſend", "ſ", "K", "_", "-", "a"];
const ATOMS = [...SPELLINGS, "\\s", "\\s{1,3}", "\\w{0,3}", "[ab]", "[^\\s.]{1,4}", "\\S{1,3}\\s", "['’]?", "[0-9]{2}"];
const EDGES = ["\\b", "(?<!\\w)", "(?!\\w)", "(?<![\\w/-])", "(?=\\s|$)", "(?<!not\\s{1,2})", "^"];

/** Patterns as rules write them: bounded, of words, gaps and assertions. */
const source = fc.letrec<{ node: string; atom: string; series: string; either: string }>((tie) => ({
  atom: fc.constantFrom(...ATOMS),
  series: fc
    .array(fc.oneof(tie("node"), fc.constantFrom(...EDGES)), { minLength: 1, maxLength: 4 })
    .map((all) => all.join("")),
  either: fc
    .tuple(fc.array(tie("series"), { minLength: 1, maxLength: 4 }), fc.constantFrom("", "?", "{0,2}", "{1,2}"))
    .map(([all, times]) => `(?:${all.join("|")})${times}`),
  node: fc.oneof({ maxDepth: 3 }, tie("atom"), tie("either")),
})).series;

const text = fc
  .array(
    fc.constantFrom(...SPELLINGS, " ", " ", "\n", "\t ", "İ", "S", "K", "Do\nNOT", "12", "https://a.example/run "),
    { maxLength: 80 },
  )
  .map((pieces) => pieces.join(""));

describe("a sieve changes no pattern's matches", () => {
  test.each(["gi", "giu", "g"])("flags %s", (flags) => {
    const property = fc.property(source, text, fc.boolean(), (written, said, isOfAddresses) => {
      const plain = new RegExp(written, flags);
      const pattern = isOfAddresses ? inAddresses(plain) : plain;
      const sieved = patternIndex(
        said,
        ADDRESS,
        sieveOf(() => [pattern]),
      ).hits(pattern);
      expect(sieved).toEqual(patternIndex(said, ADDRESS).hits(pattern));
    });
    fc.assert(property, { numRuns: 3_000 });
  });
});

test("what a pattern takes for the same letter folds to the same", () => {
  const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
    (char) => !/[\ud800-\udfff]/.test(char),
  );
  const text = all.join("");
  const apart: string[] = [];
  for (const char of all.filter((each) => each.toLowerCase() !== each || each.toUpperCase() !== each)) {
    for (const flags of ["gi", "giu"]) {
      for (const same of text.match(new RegExp(char, flags)) ?? []) {
        if (fold(same.charCodeAt(0)) !== fold(char.charCodeAt(0))) apart.push(`${char} ${same}`);
      }
    }
  }
  expect(apart).toEqual([]);
});

const literalsOf = (pattern: RegExp): string[] | null => {
  const needs = requiredLiterals(pattern);
  return needs && [...needs.literals.keys()].map((each) => each.replace("\u0001", "^"));
};

test.each<[RegExp, string[] | null]>([
  [/(?<!\w)(?:do\s{1,3}not|never)\s{1,3}(?:\w{2,9}\s){0,3}trust/gi, ["^do not ", "^never "]],
  [/\b(?:curl|wget)\b[^\n]{0,80}\|\s{0,3}ba?sh/gi, ["^curl", "^wget"]],
  [/\w{3,9}@\w{3,9}/gi, ["@"]],
  [/[a-z]{3,9}/gi, null],
  [/(?:secret|x{0,3})/gi, null],
  [/secret.*/gi, null],
])("what %s asks for", (pattern, literals) => {
  expect(literalsOf(pattern)).toEqual(literals);
});
