import { NO_TIME_LEFT } from "@gaia/findings";
import { cutOff } from "../engine/reader.ts";
import { fieldOf, type LeanNode } from "../engine/lean-tree.ts";
import {
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
import { binary, oneOf } from "./js-binary.ts";
import { callOf, newOf } from "./js-call.ts";
import { numberOf, stringOf, unescapeJs } from "./js-literal.ts";
import {
  added,
  findName,
  functionValue,
  type JsProgram,
  type JsScope,
  lineOf,
  noteText,
  textIn,
} from "./program/js-program.ts";
import { assign } from "./js-pattern.ts";
import { memberOf } from "./js-member-of.ts";
import { globalNamed } from "./program/js-member.ts";

const MOST_STEPS = 600_000;
/** A look at the clock costs as much as some expressions. */
const STEPS_A_LOOK = 256;
const MOST_DEPTH = 120;
/** Objects that hold all others. */
const GLOBALS = new Set(["globalThis", "global", "window", "self", "top"]);

/** What an expression may be. */
export function valueOf(program: JsProgram, scope: JsScope, node: LeanNode | null | undefined): Value {
  if (node === null || node === undefined) return UNKNOWN;
  if ((program.steps += 1) > MOST_STEPS) {
    cutOff(program, "it takes more steps than are followed");
    return UNKNOWN;
  }
  if (program.steps % STEPS_A_LOOK === 0 && program.budget.leftMs() <= 0) {
    cutOff(program, NO_TIME_LEFT);
    program.steps = MOST_STEPS;
  }
  if ((program.depth += 1) > MOST_DEPTH) {
    program.depth -= 1;
    cutOff(program, "it is nested deeper than is followed");
    return UNKNOWN;
  }
  const value = expression(program, scope, node);
  program.depth -= 1;
  return value;
}

/** Expressions that are what is inside them. */
const PASSING = new Set(
  "await_expression parenthesized_expression as_expression non_null_expression satisfies_expression type_assertion spread_element".split(
    " ",
  ),
);

function literalOf(program: JsProgram, scope: JsScope, node: LeanNode): Value | null {
  switch (node.type) {
    case "string": {
      const { text, coded } = stringOf(node, program.text);
      noteText(program, node, text);
      return coded >= 4
        ? {
            ...withSources(literal(text), [{ taint: "decoded", what: "text in escapes", line: lineOf(program, node) }]),
            folded: true,
          }
        : withBlob(program, node, literal(text));
    }
    case "template_string":
      return template(program, scope, node);
    case "number": {
      const value = numberOf(textIn(program, node));
      return value === null ? UNKNOWN : { ...literal(String(value)), type: "number" };
    }
    case "regex":
      return { ...named("regex"), place: literal(textIn(program, node).slice(0, 200)) };
    default:
      return null;
  }
}

function expression(program: JsProgram, scope: JsScope, node: LeanNode): Value {
  const plain = literalOf(program, scope, node);
  if (plain !== null) return plain;
  if (PASSING.has(node.type)) {
    const values = node.children
      .filter(({ type }) => !/_type$|^type_/.test(type))
      .map((child) => valueOf(program, scope, child));
    return values[0] ?? UNKNOWN;
  }
  const inner = (field: string): Value => valueOf(program, scope, fieldOf(node, field));
  switch (node.type) {
    case "identifier":
    case "shorthand_property_identifier":
      return identifier(program, scope, textIn(program, node), node);
    case "this":
      return named("this");
    case "member_expression":
    case "subscript_expression":
      return memberOf(program, scope, node, inner("object")).value;
    case "call_expression":
      return callOf(program, scope, node);
    case "new_expression":
      return newOf(program, scope, node);
    case "arrow_function":
    case "function_expression":
    case "function":
    case "function_declaration":
    case "generator_function":
    case "method_definition":
      return functionValue(program, scope, node, "");
    case "class":
    case "class_declaration":
      program.runBody(scope, node);
      return named("class");
    case "array":
      return arrayOf(program, scope, node);
    case "object":
      return objectOf(program, scope, node);
    case "binary_expression":
      return binary(program, node, inner("left"), inner("right"));
    case "assignment_expression":
    case "augmented_assignment_expression": {
      const value = node.type === "assignment_expression" ? inner("right") : added(inner("left"), inner("right"));
      assign(program, scope, fieldOf(node, "left"), value);
      return value;
    }
    case "ternary_expression":
      inner("condition");
      return oneOf(inner("consequence"), inner("alternative"));
    case "unary_expression": {
      const value = inner("argument");
      return value.type === "number" && program.text[node.start] === "-"
        ? { ...value, text: String(-Number(value.text)) }
        : { ...UNKNOWN, type: "number", text: null };
    }
    case "yield_expression":
      return yielded(program, scope, node);
    case "sequence_expression":
      return node.children.map((child) => valueOf(program, scope, child)).at(-1) ?? UNKNOWN;
    default:
      for (const child of node.children) valueOf(program, scope, child);
      return UNKNOWN;
  }
}

function arrayOf(program: JsProgram, scope: JsScope, node: LeanNode): Value {
  const items = node.children.flatMap((child) =>
    child.type === "spread_element"
      ? spreadOf(valueOf(program, scope, child.children[0]))
      : [valueOf(program, scope, child)],
  );
  return { ...UNKNOWN, items: items.slice(0, 20_000) };
}

function yielded(program: JsProgram, scope: JsScope, node: LeanNode): Value {
  program.yielded.push(node.children.length === 0 ? UNKNOWN : valueOf(program, scope, node.children[0]));
  return UNKNOWN;
}

const MOST_LETTERS = 2_000;

/** What `...value` puts into a list: its items, or the letters of a text. */
function spreadOf(value: Value): readonly Value[] {
  if (value.items !== null) return value.items;
  const text = value.type === undefined ? wholeText(value) : null;
  return text === null || text.length > MOST_LETTERS
    ? [value]
    : [...text].map((letter) => ({ ...literal(letter), sources: value.sources }));
}

/** A long literal that nobody can read. */
function withBlob(program: JsProgram, node: LeanNode, value: Value): Value {
  const text = value.text ?? "";
  if (text.length < 200 || !/^[A-Za-z0-9+/=_\s-]+$/.test(text.slice(0, 4_000)) || /[ ]/.test(text.slice(0, 400)))
    return value;
  return withSources(value, [{ taint: "blob", what: "a long literal", line: lineOf(program, node) }]);
}

function template(program: JsProgram, scope: JsScope, node: LeanNode): Value {
  let text = "";
  let sources: readonly Source[] = [];
  let at = node.start + 1;
  for (const child of node.children) {
    if (child.type === "template_substitution") {
      text += program.text.slice(at, child.start);
      const value = valueOf(program, scope, child.children[0]);
      text += value.text ?? HOLE;
      sources = joinSources(sources, sourcesOf(value));
    } else if (child.type === "escape_sequence")
      text += program.text.slice(at, child.start) + unescapeJs(textIn(program, child));
    else continue;
    at = child.end;
  }
  text += program.text.slice(at, node.end - 1);
  noteText(program, node, text);
  return withBlob(program, node, { ...literal(text.slice(0, 1_048_576)), sources });
}

function identifier(program: JsProgram, scope: JsScope, name: string, node: LeanNode): Value {
  const known = findName(scope, name);
  if (known !== undefined) return known;
  if (GLOBALS.has(name)) return named("globalThis");
  if (name === "undefined" || name === "NaN") return UNKNOWN;
  if (name === "__dirname") return { ...literal("."), name: "__dirname" };
  if (name === "__filename") return literal("./this-file");
  return globalNamed(program, name, node);
}

function objectOf(program: JsProgram, scope: JsScope, node: LeanNode): Value {
  const entries = new Map<string, Value>();
  let sources: readonly Source[] = [];
  for (const child of node.children) {
    if (child.type === "pair") {
      const key = fieldOf(child, "key");
      const value = valueOf(program, scope, fieldOf(child, "value"));
      const name =
        key === null
          ? null
          : key.type === "property_identifier" || key.type === "number"
            ? textIn(program, key)
            : key.type === "string"
              ? stringOf(key, program.text).text
              : wholeText(valueOf(program, scope, key.children[0]));
      if (name === null) sources = joinSources(sources, sourcesOf(value));
      else entries.set(name, value);
    } else if (child.type === "shorthand_property_identifier")
      entries.set(textIn(program, child), valueOf(program, scope, child));
    else if (child.type === "spread_element") {
      const value = valueOf(program, scope, child.children[0]);
      for (const [key, each] of value.entries ?? []) entries.set(key, each);
      sources = joinSources(sources, value.sources);
    } else if (child.type === "method_definition") {
      const name = fieldOf(child, "name");
      if (name !== null)
        entries.set(textIn(program, name), functionValue(program, scope, child, textIn(program, name)));
    }
  }
  return { ...UNKNOWN, entries, sources };
}
