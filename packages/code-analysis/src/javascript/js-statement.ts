import { fieldOf, type LeanNode } from "../engine/lean-tree.ts";
import { anyOf } from "../engine/join-values.ts";
import { HOLE, literal, named, sourcesOf, UNKNOWN, type Value, withSources } from "../engine/value.ts";
import { stringOf } from "./js-literal.ts";
import { moduleName } from "./js-modules.ts";
import { valueOf } from "./js-expression.ts";
import { member } from "./program/js-member.ts";
import { pickedBy } from "./program/js-picked.ts";
import { bindPattern } from "./js-pattern.ts";
import { emit, functionValue, type JsProgram, type JsScope, lineOf, textIn, setMember } from "./program/js-program.ts";

/** Follows the statements of a body; answers with what it returns, all returns together. */
export function runBody(program: JsProgram, scope: JsScope, body: LeanNode): Value | null {
  // Functions are known before the first statement runs.
  for (const node of body.children) {
    const declared =
      node.type === "export_statement" ? node.children.find((child) => child.type === "function_declaration") : node;
    const name =
      declared?.type === "function_declaration" || declared?.type === "generator_function_declaration"
        ? fieldOf(declared, "name")
        : null;
    if (declared !== undefined && name !== null)
      scope.names.set(textIn(program, name), functionValue(program, scope, declared, textIn(program, name)));
  }
  let returned: Value | null = null;
  for (const node of body.children) {
    const result = statement(program, scope, node);
    if (result !== null)
      returned =
        returned === null
          ? result
          : returned.text === null && returned.name === null && returned.entries === null
            ? withSources(result, sourcesOf(returned))
            : withSources(returned, sourcesOf(result));
  }
  return returned;
}

function statement(program: JsProgram, scope: JsScope, node: LeanNode): Value | null {
  switch (node.type) {
    case "comment":
    case "function_declaration":
    case "generator_function_declaration":
    case "interface_declaration":
    case "type_alias_declaration":
      return null;
    case "import_statement":
      importNames(program, scope, node);
      return null;
    case "lexical_declaration":
    case "variable_declaration":
      for (const each of node.children) declare(program, scope, each);
      return null;
    case "return_statement":
      return node.children.length === 0 ? null : valueOf(program, scope, node.children[0]);
    case "expression_statement":
      for (const child of node.children) valueOf(program, scope, child);
      return null;
    case "for_in_statement":
      return loop(program, scope, node);
    case "if_statement":
      narrow(program, scope, fieldOf(node, "condition"));
      return runBody(program, scope, node);
    case "method_definition":
    case "public_field_definition":
    case "field_definition": {
      const value = fieldOf(node, "value");
      const name = fieldOf(node, "name") ?? fieldOf(node, "property");
      const held =
        node.type === "method_definition"
          ? functionValue(program, scope, node, name === null ? "" : textIn(program, name))
          : valueOf(program, scope, value);
      if (name !== null) setMember(program, textIn(program, name), held);
      return null;
    }
    default: {
      if (
        /_statement$|^statement_block$|^class|^export_|^else_clause$|_clause$|^switch_|^program$|^internal_module$|^module$/.test(
          node.type,
        )
      ) {
        if (node.type === "class_declaration" || node.type === "class") {
          const name = fieldOf(node, "name");
          if (name !== null) scope.names.set(textIn(program, name), named("class"));
        }
        return runBody(program, scope, node);
      }
      valueOf(program, scope, node);
      return null;
    }
  }
}

function declare(program: JsProgram, scope: JsScope, node: LeanNode): void {
  if (node.type !== "variable_declarator") return;
  const name = fieldOf(node, "name");
  const valueNode = fieldOf(node, "value");
  if (name === null) return;
  const isFunction = valueNode !== null && /function|arrow/.test(valueNode.type);
  const value = isFunction
    ? functionValue(program, scope, valueNode, textIn(program, name))
    : valueOf(program, scope, valueNode);
  if (name.type === "identifier") {
    const own = textIn(program, name);
    scope.names.set(own, value);
    // `const socket = connect(port, () => attach(socket))`: a callback that speaks of what is declared here.
    const text =
      valueNode === null || isFunction || valueNode.end - valueNode.start > LONG_BODY ? "" : textIn(program, valueNode);
    if (/=>|function/.test(text) && new RegExp(`\\b${own.replaceAll("$", String.raw`\$`)}\\b`).test(text))
      valueOf(program, scope, valueNode);
  } else bindPattern(program, scope, name, value);
}

const MOST_ROUNDS = 400;
const LONG_BODY = 2_000;

/** Follows a loop's body: for each of a few items that are known, or once for all. */
function loop(program: JsProgram, scope: JsScope, node: LeanNode): Value | null {
  const over = valueOf(program, scope, fieldOf(node, "right"));
  const left = fieldOf(node, "left");
  const body = fieldOf(node, "body");
  const items = over.items ?? [];
  const isEach = items.length > 1 && items.length <= MOST_ROUNDS && (body?.end ?? 0) - (body?.start ?? 0) <= LONG_BODY;
  // Of many texts the one that tells most stands for all: they are alike.
  const any = items.some(({ text, entries, name }) => text !== null || entries !== null || name !== null)
    ? withSources(anyOf(items), sourcesOf(over))
    : { ...UNKNOWN, text: HOLE, sources: sourcesOf(over) };
  const rounds = isEach ? items : items.length === 1 ? items : [any];
  let returned: Value | null = null;
  for (const item of rounds) {
    if (left !== null) bindPattern(program, scope, left, isEach ? withSources(item, over.sources) : item);
    returned = (body === null ? null : runBody(program, scope, { ...node, children: [body] })) ?? returned;
  }
  return returned;
}

/** A file of a listing that a condition picks by the name of a secret is one. */
function narrow(program: JsProgram, scope: JsScope, condition: LeanNode | null): void {
  if (condition === null || condition.end - condition.start > 500) return;
  const source = pickedBy(program.text.slice(condition.start, condition.end), lineOf(program, condition));
  if (source === null) return;
  for (const [name] of program.text.slice(condition.start, condition.end).matchAll(/[A-Za-z_$][\w$]{0,60}/g)) {
    const value = scope.names.get(name);
    if (value !== undefined && value.sources.some(({ taint }) => taint === "listing" || taint === "user-files"))
      scope.names.set(name, withSources(value, [source]));
  }
}

function importNames(program: JsProgram, scope: JsScope, node: LeanNode): void {
  const source = fieldOf(node, "source");
  if (source === null) return;
  const name = stringOf(source, program.text).text;
  emit(program, node, { act: "import", callee: "import", target: literal(name) });
  const module = moduleName(name);
  for (const clause of node.children) {
    if (clause.type !== "import_clause") continue;
    for (const each of clause.children) {
      if (each.type === "identifier") scope.names.set(textIn(program, each), named(module));
      if (each.type === "namespace_import" && each.children[0] !== undefined)
        scope.names.set(textIn(program, each.children[0]), named(module));
      if (each.type !== "named_imports") continue;
      for (const specifier of each.children) {
        const own = fieldOf(specifier, "name");
        const alias = fieldOf(specifier, "alias") ?? own;
        if (own !== null && alias !== null)
          scope.names.set(textIn(program, alias), member(program, named(module), textIn(program, own), specifier));
      }
    }
  }
}
