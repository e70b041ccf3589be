import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** As in `T13`, `AZ5` and `H-B12`. */
const ID = String.raw`(?:H-[A-Z]\d{1,2}|[A-Z]{1,2}\d{1,2})`;

/** A title that begins with ids: `test("T3 T8 …")`, `describe.skipIf(…)("T10: …")`, and a row of `test.each`: `["G4 …", …]`. */
const TITLE = new RegExp(String.raw`(?<=[([,=]\s*)["'\`]((?:${ID}[,:]?\s+)+)`, "g");

/** The name of a case in a table, which becomes a title: `A1-parent`, or `S6-${name}`. */
const CASE = new RegExp(String.raw`["'\`](${ID})-[a-z$]`, "g");

/** Files with such tables. */
const TABLES = ["test/harness/hostile", "test/inspection/evasion"];

const isSource = (name: string): boolean => /\.tsx?$/.test(name) && !name.endsWith(".d.ts");

function sourcesBelow(root: string, dir: string): string[] {
  return readdirSync(join(root, dir), { withFileTypes: true }).flatMap((entry) => {
    const path = `${dir}/${entry.name}`;
    if (entry.isDirectory())
      return /^(?:node_modules|dist|training|threats)$/.test(entry.name) ? [] : sourcesBelow(root, path);
    return isSource(entry.name) ? [path] : [];
  });
}

/** The ids at the start of the titles in one text. */
export const idsInTitles = (text: string): string[] =>
  [...text.matchAll(TITLE)].flatMap((match) => (match[1] ?? "").match(new RegExp(ID, "g")) ?? []);

/** Id -> the files that test it, sorted: those with its titles, and the tables whose cases are named by it. */
export function filesByThreat(root: string): Map<string, string[]> {
  const found = new Map<string, Set<string>>();
  const add = (id: string, file: string): void => {
    found.set(id, (found.get(id) ?? new Set()).add(file));
  };
  for (const file of ["test", "packages", "apps"].flatMap((dir) => sourcesBelow(root, dir))) {
    const text = readFileSync(join(root, file), "utf8");
    // Suites that several files run are no test files by their names.
    if (/\.test\.tsx?$/.test(file) || /\bfrom "vitest"/.test(text)) for (const id of idsInTitles(text)) add(id, file);
    if (TABLES.some((dir) => file.startsWith(`${dir}/`)))
      for (const [, id] of text.matchAll(CASE)) if (id !== undefined) add(id, file);
  }
  return new Map([...found].map(([id, files]) => [id, [...files].toSorted()]));
}
