import { anyOf } from "../engine/join-values.ts";
import { fieldOf, type LeanNode } from "../engine/lean-tree.ts";
import { joinSources, literal, type Source, sourcesOf, UNKNOWN, type Value, wholeText } from "../engine/value.ts";
import { bind } from "./python-assign.ts";
import { PATH } from "./python-operator.ts";
import { newFrame, type PyFrame, type PyProgram } from "./python-program.ts";

const MOST_ITEMS = 4_096;
const MOST_STEPS = 60_000;

/** A list that is built element by element: as long as the list it runs over is known, so is the result. */
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
  const [first] = clauses;
  if (body === null || first === undefined) return UNKNOWN;
  const over = iterated(first, inner, program);
  const left = fieldOf(first, "left");
  const elements = elementsOf(over);
  const isPlain = clauses.length === 1 && conditions.length === 0 && body.type !== "pair" && left !== null;
  if (
    isPlain &&
    elements !== null &&
    elements.length <= MOST_ITEMS &&
    elements.length * sizeOf(body) <= MOST_STEPS &&
    program.steps > 0
  ) {
    const items: Value[] = [];
    for (const element of elements) {
      if (program.steps <= 0) return { ...UNKNOWN, sources: over.sources };
      bind(left, element, inner, program);
      items.push(program.evaluate(body, inner));
    }
    return { ...UNKNOWN, items, sources: over.sources };
  }
  if (left !== null) bind(left, anyElement(over), inner, program);
  for (const clause of clauses.slice(1)) {
    const target = fieldOf(clause, "left");
    if (target !== null) bind(target, anyElement(iterated(clause, inner, program)), inner, program);
  }
  for (const condition of conditions) program.evaluate(condition, inner);
  if (body.type === "pair") {
    let sources: readonly Source[] = [];
    for (const child of body.children) sources = joinSources(sources, sourcesOf(program.evaluate(child, inner)));
    return { ...UNKNOWN, sources: joinSources(sources, over.sources) };
  }
  const value = program.evaluate(body, inner);
  const sources = joinSources(sourcesOf(value), over.sources);
  return { ...UNKNOWN, sources };
}

function iterated(clause: LeanNode, frame: PyFrame, program: PyProgram): Value {
  const right = fieldOf(clause, "right");
  return right === null ? UNKNOWN : program.evaluate(right, frame);
}

/** What a loop runs over, one by one; null when that is not known. */
export function elementsOf(value: Value): readonly Value[] | null {
  if (value.items !== null) return value.items;
  if (value.entries !== null) return [...value.entries.keys()].map((key) => literal(key));
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
