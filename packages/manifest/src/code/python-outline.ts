import type { Node, Tree } from "web-tree-sitter";
import type { Point } from "@gaia/syntax";
import { readParameters, readReturnType } from "./python-signature.ts";
import type { PythonParameter, PythonType } from "./python-signature.ts";
import { MAY_WRITE, readWrite } from "./python-writes.ts";
import type { PythonWrite } from "./python-writes.ts";

/** What a Python module defines and imports, at any depth. Names are in NFKC, as Python compares them. */
export interface PythonOutline {
  functions: PythonFunction[];
  classes: PythonClass[];
  imports: PythonImport[];
  writes: PythonWrite[];
  /** `name = callee(argument)` at the top level, all three dotted names. */
  bindings: (Point & { name: string; callee: string; argument: string })[];
  /** The first statement of Python 2, null when there is none. */
  python2: Point | null;
  /** More definitions than anybody writes: some are left out. */
  isCut: boolean;
}

/** Where a definition stands: null at the top level, otherwise the innermost function or class around it. */
type Scope = { kind: "function" | "class"; name: string; path: string } | null;

export interface PythonFunction extends Point {
  name: string;
  scope: Scope;
  isAsync: boolean;
  isGenerator: boolean;
  /** Dotted names of what decorates it; null for an expression that is no name. Outermost first. */
  decorators: (string | null)[];
  parameters: PythonParameter[];
  returns: PythonType | null;
  hasDocstring: boolean;
  /** The text of `return "…"` where that is the whole body, docstring aside. */
  returnsText: string | null;
}

export interface PythonClass extends Point {
  name: string;
  scope: Scope;
  decorators: (string | null)[];
  bases: (string | null)[];
  /** `name = "text"` in its body. */
  attributes: { [name: string]: string };
}

/** One import. `names` null: the module itself, as `alias` or by its first part; `*` is a name. */
export interface PythonImport extends Point {
  module: string;
  /** Leading dots of a relative import. */
  level: number;
  names: { name: string; alias: string }[] | null;
  alias: string | null;
  /** By a call such as `importlib.import_module("x")`. */
  isDynamic: boolean;
}

const MAX_DEFINITIONS = 4000;

/** Statements that hold statements. */
const HOLDERS = new Set(
  [
    "module block if_statement elif_clause else_clause try_statement except_clause",
    "except_group_clause finally_clause with_statement for_statement while_statement",
    "match_statement case_clause function_definition class_definition decorated_definition ERROR",
  ].flatMap((row) => row.split(" ")),
);

const DYNAMIC_IMPORT = /\b(?:import_module|__import__)\b/;

/** Walks a module. Time and memory are linear in its size; deep trees cost no stack. */
export function outlinePython(tree: Tree, text: string): PythonOutline {
  const outline: PythonOutline = {
    functions: [],
    classes: [],
    imports: [],
    writes: [],
    bindings: [],
    python2: null,
    isCut: false,
  };
  // Calls may stand anywhere, all else only between statements.
  const everywhere = DYNAMIC_IMPORT.test(text) || MAY_WRITE.test(text);
  const scopes: { depth: number; scope: Scope }[] = [{ depth: -1, scope: null }];
  const cursor = tree.walk();
  try {
    for (let depth = 0; depth >= 0;) {
      while ((scopes.at(-1)?.depth ?? -1) >= depth) scopes.pop();
      const scope = scopes.at(-1)?.scope ?? null;
      const inner = note(outline, cursor.nodeType, () => cursor.currentNode, scope);
      if (inner !== null) scopes.push({ depth, scope: inner });
      const { functions, classes, imports, bindings, writes } = outline;
      const size = [functions, classes, imports, bindings, writes].reduce((sum, { length }) => sum + length, 0);
      if (size > MAX_DEFINITIONS) {
        outline.isCut = true;
        break;
      }
      if ((everywhere || HOLDERS.has(cursor.nodeType)) && cursor.gotoFirstChild()) {
        depth++;
        continue;
      }
      while (!cursor.gotoNextSibling()) {
        depth--;
        if (depth < 0 || !cursor.gotoParent()) return outline;
      }
    }
    return outline;
  } finally {
    cursor.delete();
  }
}

/** Writes down what a node is; the scope that it opens, null when it opens none. */
function note(outline: PythonOutline, type: string, open: () => Node, scope: Scope): Scope {
  switch (type) {
    case "function_definition": {
      const found = readFunction(open(), scope);
      outline.functions.push(found);
      return { kind: "function", name: found.name, path: within(scope, found.name) };
    }
    case "class_definition": {
      const found = readClass(open(), scope);
      outline.classes.push(found);
      return { kind: "class", name: found.name, path: within(scope, found.name) };
    }
    case "import_statement":
    case "import_from_statement":
    case "future_import_statement":
      outline.imports.push(...readImport(open()));
      return null;
    case "call":
      outline.imports.push(...readDynamicImport(open()));
      outline.writes.push(...readWrite(open()));
      return null;
    case "expression_statement":
      if (scope === null) outline.bindings.push(...readBinding(open()));
      return null;
    case "print_statement":
    case "exec_statement":
      outline.python2 ??= pointOf(open());
      return null;
    default:
      return null;
  }
}

const within = (scope: Scope, name: string): string => (scope === null ? name : `${scope.path}.${name}`);

function readFunction(node: Node, scope: Scope): PythonFunction {
  const body = node.childForFieldName("body");
  const statements = body?.namedChildren.slice(0, 50).filter((each) => each.type !== "comment") ?? [];
  const first = statements[0];
  const hasDocstring = first !== undefined && docstringOf(first) !== null;
  const rest = hasDocstring ? statements.slice(1) : statements;
  return {
    ...pointOf(node.childForFieldName("name") ?? node),
    name: nameOf(node.childForFieldName("name")),
    scope,
    isAsync: node.firstChild?.type === "async",
    isGenerator: body !== null && hasYield(body),
    decorators: decoratorsOf(node),
    parameters: readParameters(node.childForFieldName("parameters")),
    returns: readReturnType(node.childForFieldName("return_type")),
    hasDocstring,
    returnsText: rest.length === 1 && rest[0]?.type === "return_statement" ? textOf(rest[0].firstNamedChild) : null,
  };
}

function readClass(node: Node, scope: Scope): PythonClass {
  // Without a prototype: its keys are the author's.
  const attributes = Object.create(null) as { [name: string]: string };
  for (const statement of node.childForFieldName("body")?.namedChildren.slice(0, 500) ?? []) {
    const assignment = statement.type === "expression_statement" ? statement.firstNamedChild : null;
    if (assignment?.type !== "assignment") continue;
    const value = textOf(assignment.childForFieldName("right"));
    if (value !== null) attributes[nameOf(assignment.childForFieldName("left"))] = value;
  }
  return {
    ...pointOf(node.childForFieldName("name") ?? node),
    name: nameOf(node.childForFieldName("name")),
    scope,
    decorators: decoratorsOf(node),
    bases: node.childForFieldName("superclasses")?.namedChildren.slice(0, 50).map(dottedName) ?? [],
    attributes,
  };
}

function decoratorsOf(definition: Node): (string | null)[] {
  if (definition.parent?.type !== "decorated_definition") return [];
  return definition.parent.namedChildren
    .filter((each) => each.type === "decorator")
    .slice(0, 50)
    .map(({ firstNamedChild: what }) => dottedName(what?.type === "call" ? what.childForFieldName("function") : what));
}

function readImport(node: Node): PythonImport[] {
  const at = { ...pointOf(node), isDynamic: false };
  const named = node
    .childrenForFieldName("name")
    .slice(0, 500)
    .map((each) => {
      const isAliased = each.type === "aliased_import";
      const name = dottedName(isAliased ? each.childForFieldName("name") : each) ?? "";
      return { name, alias: isAliased ? nameOf(each.childForFieldName("alias")) : null };
    });
  if (node.type === "import_statement")
    return named.map(({ name, alias }) => ({ ...at, module: name, level: 0, names: null, alias }));
  const from = node.childForFieldName("module_name");
  const dots = from?.type === "relative_import" ? (from.text.match(/^[.\s]*/)?.[0].replaceAll(/\s/g, "") ?? "") : "";
  const path = from?.type === "relative_import" ? from.namedChildren.find((each) => each.type === "dotted_name") : from;
  const module = node.type === "future_import_statement" ? "__future__" : ((path && dottedName(path)) ?? "");
  const isStar = node.namedChildren.some((each) => each.type === "wildcard_import");
  const names = isStar ? [{ name: "*", alias: "*" }] : named.map(({ name, alias }) => ({ name, alias: alias ?? name }));
  return [{ ...at, module, level: dots.length, names, alias: null }];
}

function readDynamicImport(call: Node): PythonImport[] {
  const callee = dottedName(call.childForFieldName("function"));
  if (callee === null || !/(?:^|\.)(?:import_module|__import__)$/.test(callee)) return [];
  const module = textOf(call.childForFieldName("arguments")?.firstNamedChild ?? null) ?? "";
  const level = /^\.*/.exec(module)?.[0].length ?? 0;
  return [{ ...pointOf(call), module: module.slice(level), level, names: null, alias: null, isDynamic: true }];
}

function readBinding(statement: Node): PythonOutline["bindings"] {
  const assignment = statement.firstNamedChild;
  const call = assignment?.type === "assignment" ? assignment.childForFieldName("right") : null;
  if (assignment?.type !== "assignment" || call?.type !== "call") return [];
  const name = dottedName(assignment.childForFieldName("left"));
  const callee = dottedName(call.childForFieldName("function"));
  const argument = dottedName(call.childForFieldName("arguments")?.firstNamedChild ?? null);
  if (name === null || callee === null || argument === null) return [];
  return [{ ...pointOf(statement), name, callee, argument }];
}

/** The text of a docstring: a plain string that stands alone, not empty. */
function docstringOf(statement: Node): string | null {
  const value = statement.type === "expression_statement" ? statement.firstNamedChild : statement;
  const parts = value?.type === "concatenated_string" ? value.namedChildren.slice(0, 200) : [value];
  const texts = parts.map((part) => textOf(part ?? null));
  if (texts.includes(null)) return null;
  const text = texts.join("").trim();
  return text === "" ? null : text;
}

/** The text of a string literal, escapes as written; null for anything else, bytes and f-strings too. */
function textOf(node: Node | null): string | null {
  if (node?.type !== "string") return null;
  const prefix = /^[A-Za-z]*/.exec(node.firstChild?.text ?? "")?.[0] ?? "";
  if (/[bft]/i.test(prefix)) return null;
  return node.namedChildren
    .filter((each) => each.type === "string_content")
    .map((each) => each.text)
    .join("");
}

/** `a.b.c` of names and attributes; null for any other expression, or one deeper than 20. */
function dottedName(node: Node | null | undefined): string | null {
  const parts: string[] = [];
  for (let at = node; at && parts.length < 20; at = at.childForFieldName("object")) {
    if (at.type === "identifier") return [at.text, ...parts].join(".").normalize("NFKC");
    if (at.type === "dotted_name") return [at.text.replaceAll(/\s/g, ""), ...parts].join(".").normalize("NFKC");
    if (at.type !== "attribute") return null;
    parts.unshift(at.childForFieldName("attribute")?.text ?? "");
  }
  return null;
}

function nameOf(node: Node | null): string {
  return (node?.text ?? "").slice(0, 500).normalize("NFKC");
}

function pointOf(node: Node): Point {
  return { line: node.startPosition.row + 1, column: node.startPosition.column + 1 };
}

/** Whether a function's own body yields; functions and classes inside it do not count. */
function hasYield(body: Node): boolean {
  if (!body.text.includes("yield")) return false;
  const cursor = body.walk();
  try {
    for (let depth = 0; ;) {
      if (cursor.nodeType === "yield" && cursor.nodeIsNamed) return true;
      const isOwn = !["function_definition", "class_definition", "lambda"].includes(cursor.nodeType);
      if (isOwn && cursor.gotoFirstChild()) {
        depth++;
        continue;
      }
      while (!cursor.gotoNextSibling()) {
        depth--;
        if (depth < 0 || !cursor.gotoParent()) return false;
      }
      if (depth <= 0) return false;
    }
  } finally {
    cursor.delete();
  }
}
