import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { MODEL } from "../src/model.ts";
import { digestOfTexts, readTexts } from "../training/examples.ts";
import { isWhole, PAGES, readPackageList } from "../training/published.ts";

test("the model was made of the texts that are there: else `npm run train:wording -- --write --skills FOLDER`", () => {
  expect(MODEL.card.made_of).toBe(digestOfTexts());
});

test("every author has harmful and honest texts, and none stands there twice", () => {
  const texts = readTexts();
  for (const [author, own] of Map.groupBy(texts, (text) => text.author)) {
    // The honest texts of an author of whole skills are the rest of the skills; one wrote hard honest ones alone.
    if (author.startsWith("whole-") || author === "prose-hard.txt") continue;
    expect([author, own.some(({ isHarmful }) => isHarmful), own.some(({ isHarmful }) => !isHarmful)]).toEqual([
      author,
      true,
      true,
    ]);
  }
  expect(new Set(texts.map(({ text }) => text)).size).toBe(texts.length);
});

test("a package is taken only as the bytes that its list names, and none of those that measure is trained with", () => {
  const bytes = new TextEncoder().encode("a package");
  const digest = "sha512-RNkYqWPfJT/92ahQhUVqNDPnTOI7mOp5bpgHKEqqDTD7TAt/ROMCqE7FbZkDFXqm+vTnEiW9VmQ2a1HtYjZ1rg==";
  expect(isWhole(bytes, `sha512-${createHash("sha512").update(bytes).digest("base64")}`)).toBe(true);
  expect(isWhole(bytes, digest)).toBe(false);
  const pages = readPackageList(PAGES);
  expect(pages.every(({ integrity }) => /^sha512-[\w+/]{86}==$/.test(integrity))).toBe(true);
  const measuring = readPackageList(new URL("../../../test/detection/published.json", import.meta.url));
  expect(measuring.map(({ name }) => name).filter((name) => pages.some((page) => page.name === name))).toEqual([]);
});
