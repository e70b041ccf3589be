import type { Node } from "web-tree-sitter";
import type { Point } from "@gaia/syntax";

/** A parameter of a Python function. */
export interface PythonParameter extends Point {
  name: string;
  kind: "ordinary" | "positional-only" | "keyword-only" | "*args" | "**kwargs";
  type: PythonType | null;
  /** The default as written, at most 200 characters; null where there is none. */
  default: string | null;
}

/**
 * An annotation, as far as it can be understood without running anything. `text` is an annotation in quotes, to be read
 * as if it had none; `other` an expression that is no type.
 */
export type PythonType =
  | { kind: "name"; name: string; args: PythonType[] }
  | { kind: "union"; members: PythonType[] }
  | { kind: "literal"; value: "str" | "int" | "float" | "bool" | "None" }
  | { kind: "text"; text: string }
  | { kind: "other"; text: string };

const MAX_PARAMETERS = 300;
const MAX_TYPE_DEPTH = 12;
const MAX_TYPE_ARGUMENTS = 50;

export function readParameters(list: Node | null): PythonParameter[] {
  const parameters: PythonParameter[] = [];
  let isKeywordOnly = false;
  for (const node of list?.namedChildren.slice(0, MAX_PARAMETERS) ?? []) {
    if (node.type === "positional_separator") {
      for (const earlier of parameters) earlier.kind = "positional-only";
      continue;
    }
    if (node.type === "keyword_separator") {
      isKeywordOnly = true;
      continue;
    }
    const parameter = readParameter(node, isKeywordOnly);
    if (parameter === null) continue;
    isKeywordOnly ||= parameter.kind === "*args";
    parameters.push(parameter);
  }
  return parameters;
}

function readParameter(node: Node, isKeywordOnly: boolean): PythonParameter | null {
  const nameNode =
    node.childForFieldName("name") ?? (node.type === "typed_parameter" ? node.firstNamedChild : node) ?? node;
  const isSplat = nameNode.type === "list_splat_pattern";
  const isDictionarySplat = nameNode.type === "dictionary_splat_pattern";
  const identifier = isSplat || isDictionarySplat ? nameNode.firstNamedChild : nameNode;
  if (identifier?.type !== "identifier") return null;
  const value = node.childForFieldName("value");
  return {
    line: identifier.startPosition.row + 1,
    column: identifier.startPosition.column + 1,
    name: identifier.text.slice(0, 500).normalize("NFKC"),
    kind: isSplat ? "*args" : isDictionarySplat ? "**kwargs" : isKeywordOnly ? "keyword-only" : "ordinary",
    type: readReturnType(node.childForFieldName("type")),
    default: value === null ? null : value.text.slice(0, 200),
  };
}

/** The annotation behind `:` or `->`. */
export function readReturnType(node: Node | null): PythonType | null {
  return node === null ? null : readType(node, MAX_TYPE_DEPTH);
}

function readType(node: Node, depth: number): PythonType {
  const other: PythonType = { kind: "other", text: node.text.slice(0, 100) };
  if (depth === 0) return other;
  const inner = (each: Node | null | undefined): PythonType => (each ? readType(each, depth - 1) : other);
  switch (node.type) {
    case "type":
    case "parenthesized_expression":
    case "expression_statement":
      return inner(node.firstNamedChild);
    case "identifier":
    case "attribute":
      return { kind: "name", name: plainName(node.text), args: [] };
    case "member_type":
      return { kind: "name", name: plainName(node.text), args: [] };
    case "none":
      return { kind: "literal", value: "None" };
    case "string":
      return readText(node) ?? other;
    case "generic_type": {
      const base = node.firstNamedChild;
      const list = node.namedChildren.find((each) => each.type === "type_parameter");
      return generic(base, list?.namedChildren ?? [], inner);
    }
    case "subscript":
      return generic(node.childForFieldName("value"), node.childrenForFieldName("subscript"), inner);
    case "union_type":
      return { kind: "union", members: node.namedChildren.slice(0, MAX_TYPE_ARGUMENTS).map(inner) };
    case "binary_operator":
      if (node.childForFieldName("operator")?.type !== "|") return other;
      return {
        kind: "union",
        members: [inner(node.childForFieldName("left")), inner(node.childForFieldName("right"))],
      };
    default:
      return other;
  }
}

function generic(base: Node | null, args: Node[], inner: (node: Node) => PythonType): PythonType {
  const name = plainName(base?.text ?? "");
  const few = args.slice(0, MAX_TYPE_ARGUMENTS);
  if (/(?:^|\.)Literal$/.test(name)) return { kind: "union", members: few.map(readLiteral) };
  return { kind: "name", name, args: few.map(inner) };
}

const LITERALS: { [type: string]: "str" | "int" | "float" | "bool" | "None" } = {
  string: "str",
  integer: "int",
  float: "float",
  true: "bool",
  false: "bool",
  none: "None",
};

function readLiteral(node: Node): PythonType {
  const value = node.type === "type" && node.firstNamedChild ? node.firstNamedChild : node;
  const known = LITERALS[value.type];
  return known === undefined ? { kind: "other", text: node.text.slice(0, 100) } : { kind: "literal", value: known };
}

function readText(node: Node): PythonType | null {
  const content = node.namedChildren.find((each) => each.type === "string_content");
  return content === undefined ? null : { kind: "text", text: content.text.slice(0, 200) };
}

function plainName(text: string): string {
  return text.slice(0, 200).replaceAll(/\s/g, "").normalize("NFKC");
}
