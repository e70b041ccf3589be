import { fieldOf, type LeanNode } from "../engine/lean-tree.ts";
import { HOLE, literal, named, sourcesOf, UNKNOWN, type Value, withSources } from "../engine/value.ts";
import { stringOf } from "./js-literal.ts";
import { moduleName } from "./js-modules.ts";
import { valueOf } from "./js-expression.ts";
import { member } from "./js-member.ts";
import { bindPattern } from "./js-pattern.ts";
import { emit, functionValue, type JsProgram, type JsScope, textIn } from "./js-program.ts";

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
      loop(program, scope, node);
      return runBody(program, scope, {
        ...node,
        children: [fieldOf(node, "body") ?? node].filter((each) => each !== node),
      });
    case "method_definition":
    case "public_field_definition":
    case "field_definition": {
      const value = fieldOf(node, "value");
      const name = fieldOf(node, "name") ?? fieldOf(node, "property");
      const held =
        node.type === "method_definition"
          ? functionValue(program, scope, node, name === null ? "" : textIn(program, name))
          : valueOf(program, scope, value);
      if (name !== null) program.members.set(textIn(program, name), held);
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
  if (name.type === "identifier") scope.names.set(textIn(program, name), value);
  else bindPattern(program, scope, name, value);
}

function loop(program: JsProgram, scope: JsScope, node: LeanNode): void {
  const over = valueOf(program, scope, fieldOf(node, "right"));
  const left = fieldOf(node, "left");
  if (left === null) return;
  const items = over.items ?? [];
  const sources = sourcesOf(over);
  const item: Value = items.length === 1 ? (items[0] ?? UNKNOWN) : { ...UNKNOWN, text: HOLE, sources };
  // Of a few known texts the first stands for all: they are alike.
  bindPattern(program, scope, left, items.length > 1 && items[0]?.text != null ? withSources(items[0], sources) : item);
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
