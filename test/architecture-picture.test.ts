import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ARROWS } from "./harness/arrows.ts";

/**
 * The picture of the arrows in docs/ARCHITECTURE.md, held against the table that the rooms are held to. A box is some rooms. An arrow
 * stands where one box imports another and no way over a third says so already; it is dotted where all that is imported so are types.
 */

const page = readFileSync("docs/ARCHITECTURE.md", "utf8");
const picture = /^```mermaid\n(.*?)^```$/ms.exec(page)?.[1] ?? "";

/** The rooms in each box, by its name. */
const boxes = new Map(
  [...picture.matchAll(/(\w+)\["([^"]+)"\]/g)].map(([, box = "", label = ""]) => [box, label.split(" · ")]),
);
const boxOf = new Map([...boxes].flatMap(([box, names]) => names.map((name) => [name, box] as const)));

const drawn = [...picture.matchAll(/(\w+)(?:\["[^"]+"\])? (-->|-\.->) (\w+)/g)].map(([, from, line, to]) =>
  [from, line, to].join(" "),
);

/** What the table allows between boxes: which boxes each imports, and whether it is more than types. */
function allowed(): Map<string, Map<string, boolean>> {
  const arrows = new Map([...boxes.keys()].map((box) => [box, new Map<string, boolean>()]));
  for (const [room, { imports, types = [] }] of Object.entries(ARROWS)) {
    const from = boxOf.get(room) ?? room;
    const seen = arrows.get(from);
    for (const target of [...imports, ...types]) {
      const to = boxOf.get(target) ?? target;
      if (to !== from) seen?.set(to, seen.get(to) === true || imports.includes(target));
    }
  }
  return arrows;
}

/** Whether `to` is reached from `from` over a third box. */
function isReachedOverOthers(arrows: Map<string, Map<string, boolean>>, from: string, to: string): boolean {
  const seen = new Set<string>();
  const open = [...(arrows.get(from)?.keys() ?? [])].filter((box) => box !== to);
  for (let box = open.pop(); box !== undefined; box = open.pop()) {
    if (box === to) return true;
    if (seen.has(box)) continue;
    seen.add(box);
    open.push(...(arrows.get(box)?.keys() ?? []));
  }
  return false;
}

test("every room stands in one box of the picture", () => {
  expect([...boxes.values()].flat().toSorted()).toEqual(Object.keys(ARROWS).toSorted());
});

test("the picture's arrows are those of the table", () => {
  const arrows = allowed();
  const wanted = [...arrows].flatMap(([from, targets]) =>
    [...targets]
      .filter(([to]) => !isReachedOverOthers(arrows, from, to))
      .map(([to, isMoreThanTypes]) => `${from} ${isMoreThanTypes ? "-->" : "-.->"} ${to}`),
  );
  expect(drawn.toSorted()).toEqual(wanted.toSorted());
});

test("every room has its line on the page", () => {
  const listed = page.slice(page.indexOf("## The rooms"), page.indexOf("## The arrows"));
  const spelled = Object.keys(ARROWS).map((room) => [room, room.replace(/^protocol-/, "protocols/")] as const);
  const missing = spelled.map(([, name]) => name).filter((name) => !listed.includes(`\`${name}\``));
  expect(missing, "not in *The rooms* of docs/ARCHITECTURE.md").toEqual([]);
});

/** A page that is read in one sitting. */
const MOST_PAGE_LINES = 210;

test("the page stays one page", () => {
  expect(page.split("\n").length).toBeLessThanOrEqual(MOST_PAGE_LINES);
});
