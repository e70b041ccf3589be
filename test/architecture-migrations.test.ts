import { readdirSync } from "node:fs";
import { expect, test } from "vitest";

const names = readdirSync(new URL("../migrations/", import.meta.url)).filter((name) => name.endsWith(".sql"));

// Two branches may take the same number at once; a registry with both would not start.
test("each migration has a number of its own", () => {
  const numbers = names.map((name) => name.slice(0, 4));
  expect(numbers.filter((number) => !/^\d{4}$/.test(number))).toEqual([]);
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
});
