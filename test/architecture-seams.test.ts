import { readFileSync } from "node:fs";
import * as db from "@gaia/db";
import { is, Table } from "drizzle-orm";
import { expect, test } from "vitest";
import { imports, sources } from "./harness/read-rooms.ts";

/** Seams between rooms that the table of arrows cannot say: what a room does, and not whom it imports. */

/** How a source writes rows, or takes rows that it is going to write. */
const WRITES =
  /\.(?:insert|update|delete)\(|\.for\(\s*"(?:no key )?update"|\b(?:INSERT\s+INTO|UPDATE\s+\S+(?:\s+(?:AS\s+)?\w+)?\s+SET|DELETE\s+FROM|TRUNCATE|MERGE\s+INTO|nextval|setval)\b/i;

const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/[^\n]*/gm, "");
const isWriting = (text: string): boolean => WRITES.test(withoutComments(text));
const writersIn = (room: string): string[] =>
  sources
    .filter((source) => source.room.name === room && isWriting(readFileSync(source.file, "utf8")))
    .map(({ file }) => file);

test("the catalog writes nothing", () => {
  expect(writersIn("catalog")).toEqual([]);
  // It sees writing where it is.
  expect(writersIn("registry").length).toBeGreaterThan(50);
});

test.each([
  "await tx.insert(skills).values({ name })",
  "await ctx.db.update(skills).set({ downloads })",
  "await tx\n    .delete(notices)\n    .where(mine)",
  'query.for("update")',
  'query.for("no key update", { of: versions })',
  "sql`INSERT INTO skills (name) VALUES (${name})`",
  "sql`UPDATE skills SET downloads = 1`",
  "sql`update ${skills} as s set downloads = 1`",
  "sql`DELETE FROM ${skills}`",
  "sql`SELECT nextval('attestation_sequence')`",
])("this is writing: %s", (code) => {
  expect(isWriting(code)).toBe(true);
});

test("of the database the catalog takes tables, and the one function that reads rows", () => {
  const taken = sources
    .filter(({ room }) => room.name === "catalog")
    .flatMap(({ file }) =>
      [...readFileSync(file, "utf8").matchAll(/^import \{([^}]*)\} from "@gaia\/db";/gm)].flatMap(([, names = ""]) =>
        names
          .split(",")
          .map((name) => name.trim())
          .filter((name) => name !== "" && !name.startsWith("type ")),
      ),
    );
  expect(taken.length).toBeGreaterThan(20);
  const others = taken.filter((name) => !is((db as Record<string, unknown>)[name], Table));
  expect([...new Set(others)]).toEqual(["executeRows"]);
});

test("the catalog imports no room that writes: of doors that could write it knows what reads", () => {
  const using = new Set(imports.filter(({ from }) => from === "@gaia/db").map(({ room }) => room.name));
  const writing = new Set([...using].filter((name) => writersIn(name).length > 0));
  expect([...writing]).toEqual(expect.arrayContaining(["decisions", "identity", "registry"]));
  const asked = imports.filter(({ room, typeOnly }) => room.name === "catalog" && !typeOnly);
  const writers = asked.filter(({ from }) => writing.has(/^@gaia\/([^/]+)/.exec(from)?.[1] ?? ""));
  expect(writers.map(({ file, from }) => `${file} imports ${from}`)).toEqual([]);
});
