import { expect, test } from "vitest";
import { nearnessOf } from "./near-names.ts";

test.each([
  ["web-search", "websearch", "reads the same"],
  ["web-search", "we-bsearch", "reads the same"],
  ["web-search", "web-5earch", "reads the same"],
  ["m1rror", "mirror", "reads the same"],
  ["burn-down", "bum-down", "reads the same"],
  ["web-serach", "web-search", "swapped"],
  ["web-searh", "web-search", "one letter"],
  ["web-searchh", "web-search", "one letter"],
  ["web-zearch", "web-search", "one letter"],
  ["official-web-search", "web-search", "affix"],
  ["web-search-patched", "web-search", "affix"],
  ["web-search", "web-search", null],
  ["web-search-tools", "web-search", null],
  // A number is a generation.
  ["gpt4-writer", "gpt5-writer", null],
  ["report-2", "report-3", null],
  // Short words are close by chance.
  ["map", "mop", null],
  ["notes", "votes", null],
] as const)("GE2 %s beside %s: %s", (name, known, nearness) => {
  expect(nearnessOf(name, known)).toBe(nearness);
});
