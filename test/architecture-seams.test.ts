import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as db from "@gaia/db";
import { is, Table } from "drizzle-orm";
import { expect, test } from "vitest";
import { imports, roomNameOf, rooms, sources } from "./harness/read-rooms.ts";

/** Seams between rooms that the table of arrows cannot say: what a room does, and not whom it imports. */

/** How a source writes rows, or takes rows that it is going to write. */
const WRITES = new RegExp(
  [
    /\.(?:insert|update|delete)\(|\.for\(\s*"(?:no key )?update"/,
    /\b(?:INSERT\s+INTO|UPDATE\s+\S+(?:\s+(?:AS\s+)?\w+)?\s+SET|DELETE\s+FROM|TRUNCATE|MERGE\s+INTO|nextval|setval)\b/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "i",
);

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
  expect([...new Set(others)].toSorted()).toEqual(["executeRows", "folded"]);
});

test("the catalog imports no room that writes: of doors that could write it knows what reads", () => {
  const using = new Set(imports.filter(({ from }) => from === "@gaia/db").map(({ room }) => room.name));
  const writing = new Set([...using].filter((name) => writersIn(name).length > 0));
  expect([...writing]).toEqual(expect.arrayContaining(["decisions", "identity", "registry"]));
  const asked = imports.filter(({ room, typeOnly }) => room.name === "catalog" && !typeOnly);
  const writers = asked.filter(({ from }) => writing.has(/^@gaia\/([^/]+)/.exec(from)?.[1] ?? ""));
  expect(writers.map(({ file, from }) => `${file} imports ${from}`)).toEqual([]);
});

/** What a protocol may import whole; of rooms that write it takes verbs, each by the subpath that names them. */
const BEHIND_PROTOCOLS = new Set(["archive", "artefacts", "catalog", "edge", "policy", "text"]);
const VERBS = /^@gaia\/(?:registry|identity)\/[\w-]+$/;
/** Doors of the registry for threads and processes that look at packages: no verbs. */
const NO_VERBS = new Set(["reading", "analysing", "inspecting"].map((name) => `@gaia/registry/${name}`));
const isProtocol = (room: string): boolean => room.startsWith("protocol-");
const protocols = rooms.filter(({ name }) => isProtocol(name));

const mayStandBehindProtocols = (from: string): boolean =>
  BEHIND_PROTOCOLS.has(roomNameOf(from) ?? "") || (VERBS.test(from) && !NO_VERBS.has(from));

test("a protocol imports edge, catalog and named verbs: no table, and no other protocol", () => {
  expect(protocols.length).toBeGreaterThan(1);
  const others = imports.filter(
    ({ room, from }) => isProtocol(room.name) && roomNameOf(from) !== null && !mayStandBehindProtocols(from),
  );
  expect(others.map(({ file, from }) => `${file} imports ${from}`)).toEqual([]);
  expect(
    ["@gaia/db", "@gaia/registry", "@gaia/registry/inspecting", "@gaia/protocol-osv", "@gaia/server"].filter((from) =>
      mayStandBehindProtocols(from),
    ),
  ).toEqual([]);
  expect(mayStandBehindProtocols("@gaia/registry/publishing")).toBe(true);
});

test("only the server mounts protocols", () => {
  const mounting = imports.filter(({ from }) => isProtocol(roomNameOf(from) ?? ""));
  expect([...new Set(mounting.map(({ file }) => file))]).toEqual(["apps/server/src/http/protocols.ts"]);
});

test.each(protocols)("$name lies as every protocol does, and each line of its checklist names a test", ({ dir }) => {
  const readme = readFileSync(join(dir, "README.md"), "utf8");
  // What a protocol does without, its README says.
  for (const name of ["area", "routes", "shapes", "errors"].map((each) => `src/${each}.ts`))
    expect(existsSync(join(dir, name)) || readme.includes(`There is no \`${name}\``), name).toBe(true);
  const lines = readme.split("## Checklist")[1]?.match(/^- .*$/gm) ?? [];
  expect(
    lines.length,
    `lines \`- claim: "title" (\`file\`)\` below "## Checklist" of ${dir}/README.md`,
  ).toBeGreaterThan(4);
  expect(new Set(lines).size, "each line once").toBe(lines.length);
  for (const line of lines) {
    const [, title = "", file = ""] = /"([^"]+)" \(`([^`]+)`\)$/.exec(line) ?? [];
    expect(existsSync(file) && readFileSync(file, "utf8").includes(`"${title}"`), line).toBe(true);
  }
});

test("the edge names no address of any protocol: what it has to know of one is handed in", () => {
  const naming = sources.filter(
    ({ file, room }) =>
      room.name === "edge" && /["'`/]\/?(?:api\/v1|api\\\/v1)\b/.test(withoutComments(readFileSync(file, "utf8"))),
  );
  expect(naming.map(({ file }) => file)).toEqual([]);
});

/** How JSON of the registry would be read without its type. */
const UNTYPED_JSON = new RegExp(
  [
    /\benv\.api\b|\{[^}]*\bapi\b[^}]*\} = [\w.]*\benv\b/,
    /\.json\(\)|\bJSON\.parse\(|\bnew Request\(|(?<!\.)\bfetch\(/,
    /\bas Record<|["'`](?:\$\{[^}]*\})?\/auth\//,
  ]
    .map(({ source }) => source)
    .join("|"),
);
/** Files of the site that may, and for what. */
const MAY_READ_JSON: Record<string, RegExp> = {
  // The one client asks the application: as the viewer, or in person.
  "apps/web/src/registry-api.ts": /\breturn env\.api\(/,
  "apps/web/src/in-person.ts": /\breturn env\.api\(/,
  // The payload of an envelope is text in its answer, and is shown, not believed.
  "apps/web/src/statement.ts": /: unknown = plainJson\(JSON\.parse\(/,
  // The API's document, which the build brings along.
  "apps/web/src/docs/api/document.ts": /: Document = JSON\.parse\(/,
  // A key as text, of another protocol than the API's.
  "apps/web/src/pages/hub-key.ts": /\/hub\/keys\/registry\.pub/,
};

test("the site reads no JSON but through its typed client", () => {
  const lines = sources
    .filter(({ room }) => room.name === "web")
    .flatMap(({ file }) =>
      withoutComments(readFileSync(file, "utf8"))
        .split("\n")
        .filter((line) => UNTYPED_JSON.test(line))
        .map((line) => ({ file, line: line.trim() })),
    );
  const doors = lines.filter(({ file, line }) => MAY_READ_JSON[file]?.test(line) !== true);
  expect(doors.map(({ file, line }) => `${file}: ${line}`)).toEqual([]);
  // Each of those that may does so once.
  expect(lines.map(({ file }) => file).toSorted()).toEqual(Object.keys(MAY_READ_JSON).toSorted());
});

test.each([
  'const told = await askFor(asked, "/auth/account");',
  "const path = `${publicUrl}/auth/state`;",
  "new Request(`${env.publicUrl}/auth/state`)",
  "const read: unknown = await answer.json();",
  "const body = JSON.parse(await answer.text());",
  "const answer = await env.api(request);",
  "const { api, publicUrl } = asked.env;",
  "const answer = await fetch(url);",
  "const state = told as Record<string, unknown>;",
])("this is JSON without its type: %s", (code) => {
  expect(UNTYPED_JSON.test(code)).toBe(true);
});
