import { expect, test } from "vitest";
import { MODEL } from "../../src/instructions/learned/model.ts";
import { digestOfTexts, readTexts } from "../../training/examples.ts";

test("the model was made of the texts that are there: else `npm run train:wording -- --write`", () => {
  expect(MODEL.card.made_of).toBe(digestOfTexts());
});

test("every author has harmful and honest texts, and none stands there twice", () => {
  const texts = readTexts();
  for (const [author, own] of Map.groupBy(texts, (text) => text.author)) {
    // The honest texts of an author of whole skills are the rest of the skills.
    if (author.startsWith("whole-")) continue;
    expect([author, own.some(({ isHarmful }) => isHarmful), own.some(({ isHarmful }) => !isHarmful)]).toEqual([
      author,
      true,
      true,
    ]);
  }
  expect(new Set(texts.map(({ text }) => text)).size).toBe(texts.length);
});
