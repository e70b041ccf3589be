import { expect, test } from "vitest";
import { ANALYSER_NAMES } from "../scanner-names.ts";
import { ANALYSERS } from "./analysers.ts";

test("the names that are known without the analysers are theirs, in their order", () => {
  expect(ANALYSERS.map(({ name }) => name)).toEqual(ANALYSER_NAMES);
});
