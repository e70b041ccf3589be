import { isIllegible } from "../engine/decode-text.ts";
import { anyOf, either } from "../engine/join-values.ts";
import { cutOff } from "../engine/reader.ts";
import { fieldOf, type LeanNode } from "../engine/lean-tree.ts";
import {
  computed,
  HOLE,
  joinSources,
  literal,
  named,
  type Source,
  sourcesOf,
  UNKNOWN,
  type Value,
  wholeText,
  withSources,
} from "../engine/value.ts";
import { evaluateCall } from "./python-call.ts";
import { evaluateComprehension } from "./python-comprehension.ts";
import { emit, noteText } from "./values/emit.ts";
import { defineLambda } from "./python-function.ts";
import { numberOf, prefixOf, unescapePython } from "./values/literal.ts";
import { bind } from "./python-assign.ts";
import { combine } from "./values/operator.ts";
import { lineOf, lookUp, type PyFrame, type PyProgram, sourceText, takeStep } from "./values/program.ts";
import { attributeOf, elementOf } from "./values/member.ts";
import { ofNumber, sliced } from "./values/text-methods.ts";

const MOST_DEPTH = 150;

/** What an expression may be. Notes the acts in it on the way. */
export function evaluate(node: LeanNode, frame: PyFrame, program: PyProgram): Value {
  if (program.expressionDepth >= MOST_DEPTH) {
    cutOff(program, "it is nested too deeply to be read");
    return UNKNOWN;
  }
  takeStep(program);
  program.expressionDepth += 1;
  try {
    return evaluateNode(node, frame, program);
  } finally {
    program.expressionDepth -= 1;
  }
}

function evaluateNode(node: LeanNode, frame: PyFrame, program: PyProgram): Value {
  const again = (child: LeanNode | null): Value => (child === null ? UNKNOWN : evaluate(child, frame, program));
  switch (node.type) {
    case "identifier": {
      const name = nameIn(node, frame);
      return lookUp(frame, name) ?? named(name);
    }
    case "string":
      return evaluateString(node, frame, program);
    case "concatenated_string":
      return concatenated(node.children.map(again));
    case "integer":
    case "float": {
      const value = numberOf(sourceText(frame.module, node));
      return value === null ? longNumber(node, frame) : ofNumber(value);
    }
    case "true":
    case "false":
    case "none":
      return { ...UNKNOWN, name: { true: "True", false: "False", none: "None" }[node.type] };
    case "attribute": {
      const attribute = fieldOf(node, "attribute");
      const name = attribute === null ? "" : nameIn(attribute, frame);
      return attributeOf(program, again(fieldOf(node, "object")), name, lineOf(frame.module, node), frame, node);
    }
    case "subscript":
      return evaluateSubscript(node, frame, program);
    case "call":
      return evaluateCall(node, frame, program);
    case "list":
    case "tuple":
    case "set":
    case "expression_list":
    case "pattern_list":
      return evaluateItems(node, frame, program);
    case "dictionary":
      return evaluateDictionary(node, frame, program);
    case "list_comprehension":
    case "set_comprehension":
    case "generator_expression":
    case "dictionary_comprehension":
      return evaluateComprehension(node, frame, program);
    case "binary_operator":
      return evaluateBinary(node, frame, program);
    case "boolean_operator":
      return either(again(fieldOf(node, "left")), again(fieldOf(node, "right")));
    case "conditional_expression": {
      const [yes = null, condition = null, no = null] = node.children.filter((child) => child.type !== "comment");
      again(condition);
      return either(again(no), again(yes));
    }
    case "lambda":
      return defineLambda(node, frame, program);
    case "named_expression": {
      const value = again(fieldOf(node, "value"));
      const name = fieldOf(node, "name");
      if (name !== null) bind(name, value, frame, program);
      return value;
    }
    case "comparison_operator":
      return evaluateComparison(node, frame, program);
    case "await":
    case "parenthesized_expression":
      return again(node.children.find((child) => child.type !== "comment") ?? null);
    case "yield": {
      const value = again(node.children[0] ?? null);
      frame.returns = either(frame.returns, value);
      return { ...UNKNOWN, sources: value.sources };
    }
    case "comment":
    case "ellipsis":
      return UNKNOWN;
    default:
      // not_operator, unary_operator, splats, types and whatever is broken: what they hold matters, not what they are.
      return defaultOf(node, frame, program);
  }
}

/** A name as Python compares it (NFKC). One in letters that only look like ASCII was meant not to be found. */
function nameIn(node: LeanNode, frame: PyFrame): string {
  const written = sourceText(frame.module, node);
  if (!/[^\x20-\x7e]/.test(written)) return written;
  const name = written.normalize("NFKC");
  if (/^\w{2,}$/.test(name))
    emit(frame, node, {
      act: "unknown-call",
      callee: name,
      naming: "computed",
      options: { letters: literal(written) },
    });
  return name;
}

function defaultOf(node: LeanNode, frame: PyFrame, program: PyProgram): Value {
  const values = node.children
    .filter(({ type }) => /^[a-z]/i.test(type))
    .map((child) => evaluate(child, frame, program));
  if (node.type === "unary_operator") {
    const [value] = values.slice(-1);
    if (value?.type === "number" && sourceText(frame.module, node).startsWith("-"))
      return ofNumber(-Number(value.text));
  }
  let sources: readonly Source[] = [];
  for (const value of values) sources = joinSources(sources, sourcesOf(value));
  return values.length === 1 && node.type !== "not_operator" && node.type !== "unary_operator"
    ? (values[0] ?? UNKNOWN)
    : { ...UNKNOWN, sources };
}

function evaluateString(node: LeanNode, frame: PyFrame, program: PyProgram): Value {
  const prefix = prefixOf(node, frame.module.text);
  let text = "";
  let sources: readonly Source[] = [];
  let isFolded = false;
  for (const part of node.children) {
    if (part.type === "string_content") {
      const raw = sourceText(frame.module, part);
      text += prefix.includes("r") ? raw : unescapePython(raw);
    } else if (part.type === "interpolation") {
      const expression = fieldOf(part, "expression") ?? part.children[0] ?? null;
      const value = expression === null ? UNKNOWN : evaluate(expression, frame, program);
      isFolded = true;
      text += value.text ?? HOLE;
      sources = joinSources(sources, sourcesOf(value));
    }
  }
  if (prefix.includes("f")) text = text.replaceAll("{{", "{").replaceAll("}}", "}");
  noteText(frame, node, text);
  if (isIllegible(text))
    sources = joinSources(sources, [
      { taint: "blob", what: `${text.length} characters`, line: lineOf(frame.module, node) },
    ]);
  const value: Value = { ...literal(text), folded: isFolded, sources };
  return prefix.includes("b") ? { ...value, type: "bytes" } : value;
}

function concatenated(parts: Value[]): Value {
  let joined = parts[0] ?? UNKNOWN;
  for (const part of parts.slice(1)) joined = combine("+", joined, part);
  return joined;
}

function evaluateItems(node: LeanNode, frame: PyFrame, program: PyProgram): Value {
  const items: Value[] = [];
  for (const child of node.children) {
    if (child.type === "comment" || child.type === ",") continue;
    const value = evaluate(child, frame, program);
    if (child.type !== "list_splat") items.push(value);
    else if (value.items === null) items.push(value);
    else items.push(...value.items);
  }
  const isBlob = items.length >= 64 && items.every(({ type }) => type === "number");
  const sources: Source[] = isBlob
    ? [{ taint: "blob", what: `${items.length} numbers`, line: lineOf(frame.module, node) }]
    : [];
  return { ...UNKNOWN, items, sources };
}

function evaluateDictionary(node: LeanNode, frame: PyFrame, program: PyProgram): Value {
  const entries = new Map<string, Value>();
  let sources: readonly Source[] = [];
  for (const pair of node.children) {
    if (pair.type === "pair") {
      const key = fieldOf(pair, "key");
      const value = fieldOf(pair, "value");
      if (key === null || value === null) continue;
      const name = evaluate(key, frame, program);
      entries.set(wholeText(name) ?? `${HOLE}${entries.size}`, evaluate(value, frame, program));
    } else if (pair.type === "dictionary_splat") {
      const value = evaluate(pair, frame, program);
      for (const [key, inner] of value.entries ?? []) entries.set(key, inner);
      sources = joinSources(sources, value.sources);
    }
  }
  return { ...UNKNOWN, entries, sources };
}

function evaluateSubscript(node: LeanNode, frame: PyFrame, program: PyProgram): Value {
  const [object, ...keys] = node.children.filter((child) => child.field === "value" || child.field === "subscript");
  if (object === undefined) return UNKNOWN;
  const value = evaluate(object, frame, program);
  const key = keys[0];
  if (key === undefined) return { ...UNKNOWN, sources: sourcesOf(value) };
  if (key.type !== "slice") return elementOf(value, evaluate(key, frame, program), frame, node, program);
  const bounds: (number | null)[] = [null, null, null];
  let at = 0;
  for (const part of key.children) {
    if (part.type === ":") at += 1;
    else if (part.type !== "comment") bounds[at] = numericOf(evaluate(part, frame, program));
  }
  const [start = null, stop = null, step = null] = bounds;
  const isKnown = !bounds.some((bound) => bound !== null && Number.isNaN(bound));
  const text = wholeText(value);
  // A part of what a pattern finds.
  if (text?.includes("*") && value.sources.some(({ taint }) => taint === "listing")) return value;
  if (isKnown && text !== null && value.type !== "number")
    return {
      ...computed(sliced([...text], start, stop, step ?? 1).join(""), value.sources),
      ...(value.type === "bytes" ? { type: "bytes" } : {}),
    };
  if (isKnown && value.items !== null) return { ...value, items: sliced(value.items, start, stop, step ?? 1) };
  return { ...UNKNOWN, text: value.text === null ? null : HOLE, sources: sourcesOf(value) };
}

const LONG = 19;

/** A number that nobody counts with: a key, or a text. */
const longNumber = (node: LeanNode, frame: PyFrame): Value =>
  node.end - node.start < LONG || node.type === "float"
    ? UNKNOWN
    : {
        ...UNKNOWN,
        sources: [{ taint: "blob", what: "a long number", line: frame.module.unit.firstLine + node.row }],
      };

const numericOf = (value: Value): number => (value.type === "number" ? Number(value.text) : Number.NaN);

function evaluateBinary(node: LeanNode, frame: PyFrame, program: PyProgram): Value {
  // A chain `a + b + c …` leans to the left: it is walked down, not descended into.
  const rights: { operator: string; right: LeanNode | null }[] = [];
  let at: LeanNode = node;
  while (at.type === "binary_operator") {
    const operator = fieldOf(at, "operator");
    rights.push({ operator: operator === null ? "" : operator.type, right: fieldOf(at, "right") });
    const left = fieldOf(at, "left");
    if (left === null) return UNKNOWN;
    at = left;
  }
  let value = evaluate(at, frame, program);
  for (const { operator, right } of rights.toReversed()) {
    if (right !== null) value = combine(operator, value, evaluate(right, frame, program));
  }
  return value;
}

/** Comparing tells what walked names are picked: `if name == ".env"`. */
function evaluateComparison(node: LeanNode, frame: PyFrame, program: PyProgram): Value {
  const parts = node.children.filter((child) => child.field !== "operators" && child.type !== "comment");
  const values = parts.map((child) => evaluate(child, frame, program));
  const [[left, right], [asked]] = [values, parts];
  if (
    asked?.type === "identifier" &&
    left !== undefined &&
    right !== undefined &&
    left.sources.some(({ taint }) => taint === "listing")
  ) {
    const picked = anyOf(right.items ?? [right]);
    if (picked.text !== null) bind(asked, withSources({ ...left, text: picked.text }, left.sources), frame, program);
  }
  let sources: readonly Source[] = [];
  for (const value of values) sources = joinSources(sources, sourcesOf(value));
  return { ...UNKNOWN, sources };
}
