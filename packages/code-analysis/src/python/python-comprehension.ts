import { anyOf } from "../engine/join-values.ts";
import { fieldOf, type LeanNode } from "../engine/lean-tree.ts";
import {
  HOLE,
  joinSources,
  literal,
  type Source,
  sourcesOf,
  UNKNOWN,
  type Value,
  wholeText,
  withSources,
} from "../engine/value.ts";
import { isNetworkPackage } from "./apis/network-packages.ts";
import { bind } from "./python-assign.ts";
import { PATH } from "./values/operator.ts";
import { classOf, functionOf, lineOf, memberOf, newFrame, type PyFrame, type PyProgram } from "./values/program.ts";

const MOST_ITEMS = 4_096;
const MOST_STEPS = 60_000;

interface Building {
  body: LeanNode;
  clauses: readonly LeanNode[];
  conditions: readonly LeanNode[];
  frame: PyFrame;
  program: PyProgram;
  found: Value[];
  /** Where what it runs over comes from. */
  over: readonly Source[];
  isWhole: boolean;
}

/** A list that is built element by element: what it runs over is gone through as far as it is known, and is one of all where it is not. */
export function evaluateComprehension(node: LeanNode, frame: PyFrame, program: PyProgram): Value {
  const inner = newFrame(frame.module, frame, {
    ...frame,
    names: new Map(),
    parent: frame,
    returns: null,
    globals: new Set(),
  });
  const body = fieldOf(node, "body");
  const clauses = node.children.filter((child) => child.type === "for_in_clause");
  const conditions = node.children.filter((child) => child.type === "if_clause");
  if (body === null || clauses.length === 0) return UNKNOWN;
  const building: Building = { body, clauses, conditions, frame: inner, program, found: [], over: [], isWhole: true };
  build(building, 0);
  const { found, over, isWhole } = building;
  if (body.type === "pair") {
    const pairs = found.filter((each) => each.items !== null);
    const entries = new Map(
      pairs.map((each, index): [string, Value] => [
        wholeText(each.items?.[0]) ?? `${HOLE}${index}`,
        each.items?.[1] ?? UNKNOWN,
      ]),
    );
    const keys = pairs.flatMap((each) => (each.items?.[0] === undefined ? [] : sourcesOf(each.items[0])));
    return {
      ...UNKNOWN,
      entries,
      sources: joinSources(over, keys.filter(({ taint }) => taint === "user-data").slice(0, 4)),
    };
  }
  if (isWhole || found.length > 1) return { ...UNKNOWN, items: found, sources: over };
  const [any = UNKNOWN] = found;
  return any.text !== null || any.name !== null || any.items !== null
    ? { ...UNKNOWN, items: [any], sources: joinSources(sourcesOf(any), over) }
    : { ...UNKNOWN, sources: joinSources(sourcesOf(any), over) };
}

function build(building: Building, at: number): void {
  const { body, clauses, conditions, frame, program, found } = building;
  const clause = clauses[at];
  if (clause === undefined) {
    for (const condition of conditions) program.evaluate(condition, frame);
    if (body.type !== "pair") found.push(program.evaluate(body, frame));
    else {
      const [key, value] = [fieldOf(body, "key"), fieldOf(body, "value")];
      if (key !== null && value !== null)
        found.push({ ...UNKNOWN, items: [program.evaluate(key, frame), program.evaluate(value, frame)] });
    }
    return;
  }
  const left = fieldOf(clause, "left");
  const right = fieldOf(clause, "right");
  const over = right === null ? UNKNOWN : iterated(program.evaluate(right, frame), right, frame, program);
  building.over = joinSources(building.over, over.sources);
  const elements = elementsOf(over);
  // Which characters of a text a condition lets through is not worked out.
  const isSifted = conditions.length > 0 && (over.text !== null || (elements?.length ?? 0) > MOST_SIFTED);
  if (
    left !== null &&
    elements !== null &&
    !isSifted &&
    elements.length <= MOST_ITEMS &&
    (elements.length + found.length) * sizeOf(body) <= MOST_STEPS &&
    program.steps > 0
  ) {
    for (const element of elements) {
      if (program.steps <= 0) building.isWhole = false;
      if (program.steps <= 0) return;
      bind(left, element, frame, program);
      build(building, at + 1);
    }
    return;
  }
  building.isWhole = false;
  if (left !== null) bind(left, anyElement(over), frame, program);
  build(building, at + 1);
}

const MOST_SIFTED = 64;

/** What going through an object of the skill gives: the members of an enumeration, what `__iter__` yields. */
export function iterated(value: Value, node: LeanNode, frame: PyFrame, program: PyProgram): Value {
  const own = classOf(program, value);
  if (own === null) return heard(value, node, frame);
  if (!own.isInstance) {
    const items = [...own.type.members].filter(
      ([name, member]) => !name.startsWith("_") && functionOf(program, member) === null,
    );
    return { ...UNKNOWN, items: items.map(([, member]) => member) };
  }
  const iterate = memberOf(program, own.type, "__iter__") ?? memberOf(program, own.type, "__aiter__");
  return iterate === null ? value : program.apply(iterate, { args: [] }, { frame, node });
}

/** Going through a connection gives what a peer says. */
function heard(value: Value, node: LeanNode, frame: PyFrame): Value {
  if (value.name === null || value.items !== null || !/[)\]]$/.test(value.name) || !isNetworkPackage(value.name))
    return value;
  if (value.sources.some(({ taint }) => taint === "network")) return value;
  const what = (value.place?.text ?? "a peer").slice(0, 200);
  return withSources(value, [{ taint: "network", what, line: lineOf(frame.module, node) }]);
}

/** What a loop runs over, one by one; null when that is not known. */
export function elementsOf(value: Value): readonly Value[] | null {
  if (value.items !== null) return value.items;
  if (value.entries !== null) return [...value.entries.keys()].map((key) => literal(key.startsWith(HOLE) ? HOLE : key));
  const text = value.type === "number" || value.name !== null ? null : wholeText(value);
  if (text === null) return null;
  if (value.type === "bytes")
    return [...text].map((char) => ({ ...literal(String(char.charCodeAt(0))), type: "number" }));
  return [...text].map((char) => literal(char));
}

/** Any one of what a loop runs over. */
export function anyElement(value: Value): Value {
  const elements = elementsOf(value);
  const joined = elements === null ? UNKNOWN : anyOf(elements);
  const path = value.name?.startsWith(`${PATH}.`) === true ? PATH : null;
  const name = path ?? (value.name !== null && elements === null ? `${value.name}[]` : joined.name);
  return {
    ...joined,
    name,
    text: elements === null ? elementText(value) : joined.text,
    sources: joinSources(joined.sources, value.sources),
  };
}

/** The names that a directory is found to hold keep the directory's path. */
const elementText = (value: Value): string | null =>
  value.sources.some(({ taint }) => taint === "listing" || taint === "user-files") ? value.text : null;

/** About how many expressions a body has. */
const sizeOf = (node: LeanNode): number => Math.ceil((node.end - node.start) / 4);
