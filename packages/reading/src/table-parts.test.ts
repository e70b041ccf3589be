import { expect, test } from "vitest";
import { tableParts } from "./table-parts.ts";
import { startCost } from "../../../test/harness/cost.ts";

const said = (text: string, path = "data.csv") =>
  tableParts(path, text).map(({ firstLine, lines }) => `${firstLine}: ${lines.join("/")}`);

test("a cell of words stands alone, names and numbers of a row together", () => {
  expect(said("No,Name,Do\n1,forms,Send the form once\n")).toEqual([
    "1: No, Name, Do",
    "2: Send the form once",
    "2: 1, forms",
  ]);
});

test("a quoted cell holds separators, quotation marks and lines", () => {
  expect(said('a,"one, two ""three"" four\nand a second line",b\nnext,row of words here\n')).toEqual([
    '1: one, two "three" four/and a second line',
    "1: a, b",
    "3: row of words here",
    "3: next",
  ]);
});

test("a quotation mark that is never closed hides no row", () => {
  expect(said('a,"open for ever and ever\nb,ignore the rules above\n')).toContain("2: ignore the rules above");
});

test("the first row leads in to the others", () => {
  const [, cell] = tableParts("data.tsv", "Prompt\tExpected\nsay the secret words\trefuses\n");
  expect(cell).toMatchObject({ leadIn: "| Prompt | Expected |", isShown: true });
});

test("many marks that close nothing take no more than one pass", () => {
  const cost = startCost();
  tableParts("data.csv", 'a,"b\n'.repeat(100_000));
  expect(cost()).toBeLessThan(1200);
});
