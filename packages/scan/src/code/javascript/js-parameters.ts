import { fieldOf, type LeanNode } from "../engine/lean-tree.ts";
import { UNKNOWN, type Value } from "../engine/value.ts";
import { type JsProgram, type JsScope, textIn } from "./js-program.ts";

/** Gives a function's parameters what it is called with. Patterns get it whole: what is in it is as foreign. */
export function bindParameters(program: JsProgram, scope: JsScope, node: LeanNode, args: readonly Value[]): void {
  const single = fieldOf(node, "parameter");
  const parameters = single === null ? (fieldOf(node, "parameters")?.children ?? []) : [single];
  parameters
    .filter(({ type }) => type !== "comment")
    .forEach((parameter, index) => {
      const isRest =
        parameter.type === "rest_pattern" || parameter.children.some(({ type }) => type === "rest_pattern");
      bindOne(program, scope, parameter, isRest ? { ...UNKNOWN, items: args.slice(index) } : (args[index] ?? UNKNOWN));
    });
}

function bindOne(program: JsProgram, scope: JsScope, node: LeanNode, value: Value): void {
  if (node.type === "identifier" || node.type === "shorthand_property_identifier_pattern") {
    scope.names.set(textIn(program, node), value);
    return;
  }
  if (
    node.type === "assignment_pattern" ||
    node.type === "required_parameter" ||
    node.type === "optional_parameter" ||
    node.type === "object_assignment_pattern"
  ) {
    const target = fieldOf(node, "left") ?? fieldOf(node, "pattern");
    const fallback = fieldOf(node, "right") ?? fieldOf(node, "value");
    if (target !== null)
      bindOne(
        program,
        scope,
        target,
        value === UNKNOWN && fallback !== null ? program.valueOf(scope, fallback) : value,
      );
    return;
  }
  if (node.type === "pair_pattern") {
    const key = fieldOf(node, "key");
    const target = fieldOf(node, "value");
    if (target !== null)
      bindOne(program, scope, target, value.entries?.get(key === null ? "" : textIn(program, key)) ?? part(value));
    return;
  }
  node.children.forEach((child, index) => {
    const inner =
      node.type === "array_pattern"
        ? value.items?.[index]
        : child.type === "shorthand_property_identifier_pattern"
          ? value.entries?.get(textIn(program, child))
          : undefined;
    if (/identifier|pattern/.test(child.type))
      bindOne(
        program,
        scope,
        child,
        inner ?? (child.type === "pair_pattern" || child.type === "object_assignment_pattern" ? value : part(value)),
      );
  });
}

const part = (value: Value): Value => ({
  ...UNKNOWN,
  text: value.text,
  sources: value.sources,
  ...(value.place === undefined ? {} : { place: value.place }),
});
