import { anyOf } from "../engine/join-values.ts";
import { HOLE, joinSources, literal, sourceIn, sourcesOf, UNKNOWN, type Value } from "../engine/value.ts";
import type { LeanNode } from "../engine/lean-tree.ts";
import type { ApiCall } from "./program/js-api.ts";
import { findApi } from "./js-apis.ts";
import { callFunction } from "./program/js-function.ts";
import { pickedBy } from "./program/js-picked.ts";
import { type JsProgram, lineOf } from "./program/js-program.ts";
import { fromCodes } from "./program/js-text-methods.ts";

/** Whatever of a page is asked for by its kind. */
export const ELEMENTS = /^document\.(?:querySelectorAll|getElementsBy\w{3,9}|forms|elements)(?:\(\))?/;
const MOST_FOLDED = 12;
const ITERATORS = new Set([
  "map",
  "forEach",
  "filter",
  "flatMap",
  "find",
  "some",
  "every",
  "reduce",
  "then",
  "sort",
  "findLast",
]);

/** Methods that hand what they stand on to a function, one by one. */
export function overItems(
  program: JsProgram,
  node: LeanNode,
  self: Value,
  method: string,
  args: readonly Value[],
): Value | null {
  const [callback] = args;
  if (!ITERATORS.has(method) || callback === undefined) return null;
  const items = self.items;
  if (items !== null && method === "map" && items.length > 0 && items.length <= 4_000) {
    const first =
      callback.name === "String.fromCharCode"
        ? items.map((item) => fromCodes([item], 0))
        : (mapped(program, callback, items) ?? byApi(program, node, callback, items));
    if (first !== null) return { ...UNKNOWN, items: first, sources: joinSources(self.sources, spelled(items, first)) };
  }
  if (items !== null && method === "reduce" && items.length > 0 && items.length <= MOST_FOLDED) {
    const given = args.length > 1;
    return items
      .slice(given ? 0 : 1)
      .reduce(
        (all: Value, item) => callFunction(program, callback, [all, item]) ?? UNKNOWN,
        (given ? args[1] : items[0]) ?? UNKNOWN,
      );
  }
  const one = each(program, method, callback, items);
  if (one !== null) return one;
  const item: Value = (items !== null && items.length > 0 && method !== "sort" ? anyOf(items) : undefined) ?? {
    ...UNKNOWN,
    text: HOLE,
    sources: sourcesOf(self),
    ...(self.name !== "process.env" && (method === "then" || ELEMENTS.test(self.name ?? ""))
      ? { name: self.name }
      : {}),
    ...(self.place === undefined ? {} : { place: self.place }),
  };
  const isOne = items === null || items.length < 2 || items.length > MOST_EACH;
  const passedOn = isOne ? item : { ...item, text: HOLE, sources: sourcesOf(self) };
  const passed =
    method === "reduce"
      ? [{ ...UNKNOWN, text: HOLE, sources: sourcesOf(self) }, passedOn]
      : [passedOn, { ...UNKNOWN, type: "number" as const }];
  const result = callFunction(program, callback, passed);
  if (method === "filter" || method === "sort" || method === "find")
    return { ...self, items: null, text: HOLE, sources: joinSources(sourcesOf(self), picked(program, self, callback)) };
  if (method === "forEach") return UNKNOWN;
  if (result === null) return { ...UNKNOWN, text: HOLE, sources: joinSources(sourcesOf(self), sourcesOf(callback)) };
  return method === "then"
    ? result
    : { ...UNKNOWN, text: HOLE, sources: joinSources(sourcesOf(self), sourcesOf(result)) };
}

const EACH = new Set(["forEach", "some", "every", "flatMap", "map"]);
const MOST_EACH = 400;

/** A few texts that are known are handed over one by one, as in a loop. */
function each(program: JsProgram, method: string, callback: Value, items: readonly Value[] | null): Value | null {
  if (items === null || !EACH.has(method) || items.length < 2 || items.length > MOST_EACH) return null;
  if (!items.every(({ text }) => text !== null && text !== HOLE)) return null;
  const given = items.map((item) => callFunction(program, callback, [item, { ...UNKNOWN, type: "number" }]));
  if (given.every((value) => value === null)) return null;
  const results = given.map((value) => value ?? UNKNOWN);
  const sources = results.reduce((all: Value["sources"], value) => joinSources(all, sourcesOf(value)), []);
  return method === "map" ? { ...UNKNOWN, items: results, sources } : { ...UNKNOWN, text: HOLE, sources };
}

/** `list.map(atob)`: a function of a library for each. */
function byApi(program: JsProgram, node: LeanNode, callback: Value, items: readonly Value[]): Value[] | null {
  const api = callback.name === null ? null : findApi(callback.name);
  if (api === null || items.length > 200) return null;
  const call: Omit<ApiCall, "args"> = {
    program,
    node,
    name: callback.name ?? "",
    method: "",
    self: UNKNOWN,
    naming: callback.naming ?? "plain",
    line: lineOf(program, node),
  };
  return items.map((item) => api({ ...call, args: [item] }) ?? UNKNOWN);
}

/** Files that a filter picks by the names of secrets. */
function picked(program: JsProgram, self: Value, callback: Value): Value["sources"] {
  const node = program.functions[Number(/^function#(\d+)$/.exec(callback.name ?? "")?.[1] ?? -1)]?.node;
  if (node === undefined || node.end - node.start > 500 || sourceIn(self, "listing", "user-files") === null) return [];
  const source = pickedBy(program.text.slice(node.start, node.end), lineOf(program, node));
  return source === null ? [] : [source];
}

/** Numbers that became letters. */
function spelled(from: readonly Value[], to: readonly Value[]): Value["sources"] {
  const isSpelled =
    to.length >= 4 && from.every(({ type }) => type === "number") && to.every(({ text }) => text?.length === 1);
  return isSpelled ? [{ taint: "decoded", what: "character codes", line: 1 }] : [];
}

/** Short functions over known numbers and letters, as decoders are. */
function mapped(program: JsProgram, callback: Value, items: readonly Value[]): Value[] | null {
  const index = Number(/^function#(\d+)$/.exec(callback.name ?? "")?.[1] ?? -1);
  const called = program.functions[index];
  if (
    called === undefined ||
    called.node.end - called.node.start > 200 ||
    items.some(({ text }) => text === null || text === HOLE)
  )
    return null;
  const results = items.map((item, at) => {
    called.calls = 0;
    return callFunction(program, callback, [item, { ...literal(String(at)), type: "number" }]) ?? UNKNOWN;
  });
  return results;
}
