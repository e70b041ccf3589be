import { readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { expect, test } from "vitest";
import { imports, rooms, sources } from "./harness/read-rooms.ts";

/** Guards of the house: none has an exception, and none is to get one. */

/** More than these a reader does not keep in view; tests not counted. */
const MOST_FILES = 25;

test("a folder has at most 25 files", () => {
  const counts = new Map<string, number>();
  for (const { file } of sources) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > MOST_FILES)).toEqual([]);
});

test("no folders of a room lean on each other: files of a room's own folder, parents and children counted", () => {
  const tangled = rooms.flatMap((room) => {
    const circles = foldersInCircles(room.name);
    return circles.length === 0 ? [] : [[room.name, circles] as const];
  });
  expect(Object.fromEntries(tangled)).toEqual({});
});

/** A room gives out its names there; the site is written in JSX. */
const DOORS = new Set(["index.ts", "index.tsx"]);

/** Each group of folders that can all be reached from one another, its names joined. */
function foldersInCircles(name: string): string[] {
  const arrows = new Map<string, Set<string>>();
  for (const { room, file, from } of imports) {
    if (room.name !== name || !from.startsWith(".")) continue;
    const src = join(room.dir, "src");
    const target = normalize(join(dirname(file), from));
    // A door gives names out; who stands behind it leans on nobody by that.
    if ([file, target].some((path) => DOORS.has(relative(src, path)))) continue;
    const [here, there] = [file, target].map((path) => dirname(relative(src, path)));
    if (here === undefined || there === undefined || here === there) continue;
    arrows.set(here, (arrows.get(here) ?? new Set()).add(there));
  }
  const reached = new Map([...arrows.keys()].map((folder) => [folder, reachableFrom(folder, arrows)]));
  const groups = [...reached].flatMap(([folder, others]) => {
    const group = [...others].filter((other) => reached.get(other)?.has(folder) === true).toSorted();
    return group.includes(folder) ? [group.join(" ")] : [];
  });
  return [...new Set(groups)].toSorted();
}

function reachableFrom(folder: string, arrows: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>();
  const open = [folder];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const there of arrows.get(next) ?? []) {
      if (reached.has(there)) continue;
      reached.add(there);
      open.push(there);
    }
  }
  return reached;
}

/** Who writes leaves of the log: one room, which hides what names a skill that is not public, and a restore. */
const WRITERS_OF_LEAVES = [
  "packages/decisions/src/write-leaf.ts",
  "packages/decisions/src/write-statement.ts",
  // Puts leaves of storage back where a database was restored from before them.
  "packages/registry/src/log/adopt-stored.ts",
];

test("leaves of the log are written in these files alone", () => {
  const writers = sources.filter(({ file }) => /\.insert\(logLeaves\)/.test(readFileSync(file, "utf8")));
  expect(writers.map(({ file }) => file).toSorted()).toEqual(WRITERS_OF_LEAVES);
});

/** Who writes what: the one file that does, so that what belongs to it cannot be forgotten elsewhere. */
const ONE_WRITER: Record<string, { written: RegExp; by: string }> = {
  // With it come the leaf and the audit row of the decision (`writeDecision`).
  "a signed statement": { written: /\.insert\(attestations\)/, by: "packages/decisions/src/write-statement.ts" },
  // With it come the statement and what hangs on a tier (`writeTier`); a publish inserts its row, and begins at experimental.
  "another tier": { written: /\.set\(\{[^}]*\btier\b/, by: "packages/registry/src/kernel/tier.ts" },
  "a row of the audit log": { written: /\.insert\(auditLog\)/, by: "packages/db/src/audit.ts" },
};

test.for(Object.entries(ONE_WRITER))("%s is written in one file", ([, { written, by }]) => {
  const writers = sources.filter(({ file }) => written.test(readFileSync(file, "utf8")));
  expect(writers.map(({ file }) => file)).toEqual([by]);
});

test("a leaf and the audit row of its decision are written by one call", () => {
  const apart = sources.filter(({ file }) => {
    const text = readFileSync(file, "utf8");
    return /\b(?:write|insert\w*)Leaf\(/.test(text) && /\bappendAudit\(/.test(text);
  });
  expect(apart.map(({ file }) => file)).toEqual(["packages/decisions/src/write-decision.ts"]);
});
