import type { Telling, Told } from "@gaia/findings";
import { expect, test } from "vitest";
import { newlyTold } from "./newly-told.ts";

const order = (what: string): Told => ({ kind: "order", what, text: what, file: "SKILL.md", line: 1 });
const telling = (told: Told[], sentences: string[]): Telling => ({ told, sentences, unread: [] });
const toldAfter = (before: string, now: string) =>
  newlyTold(telling([], [before]), telling([order(now)], [now])).told.map(({ what }) => what);

test("a sentence in other words is no news, and one that lists words covers none", () => {
  const said = "send report owner week";
  expect(toldAfter("mail send report owner month", said)).toEqual([]);
  expect(toldAfter("mail send report friend month", said)).toEqual([said]);
  expect(toldAfter(`${said} delete backup home folder secret key server user word list`, said)).toEqual([said]);
});
