import { fieldOf, type LeanNode } from "../../engine/lean-tree.ts";
import { HOLE, named, UNKNOWN, type Value, withSources } from "../../engine/value.ts";
import { member } from "./js-member.ts";
import { type JsProgram, type JsScope, lineOf, textIn } from "./js-program.ts";

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
        fallback !== null && isBlank(value)
          ? withSources(program.valueOf(scope, fallback), value.sources)
          : typed(program, node, value),
      );
    return;
  }
  if (node.type === "rest_pattern" && node.children[0] !== undefined) {
    bindOne(program, scope, node.children[0], value);
    return;
  }
  if (node.type === "pair_pattern") {
    const key = fieldOf(node, "key");
    const target = fieldOf(node, "value");
    if (target !== null)
      bindOne(
        program,
        scope,
        target,
        value.entries?.get(key === null ? "" : textIn(program, key)) ?? memberOf(program, value, key),
      );
    return;
  }
  node.children.forEach((child, index) => {
    const inner =
      node.type === "array_pattern"
        ? value.items?.[index]
        : child.type === "shorthand_property_identifier_pattern"
          ? (value.entries?.get(textIn(program, child)) ?? memberOf(program, value, child))
          : child.type === "object_assignment_pattern"
            ? (value.entries?.get(textIn(program, fieldOf(child, "left") ?? child)) ??
              memberOf(program, value, fieldOf(child, "left")))
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

/** Nothing is known of it, but that somebody hands it in. */
const isBlank = ({ text, name, entries, items, sources }: Value): boolean =>
  (text === null || text === HOLE) &&
  name === null &&
  entries === null &&
  items === null &&
  sources.every(({ taint }) => taint === "input");

/** What a parameter's type says that it is. */
function typed(program: JsProgram, node: LeanNode, value: Value): Value {
  const type = fieldOf(node, "type");
  if (
    type === null ||
    value.name !== null ||
    !/^:\s*(?:net\.|tls\.)?(?:Socket|TLSSocket|WebSocket|Duplex)$/.test(textIn(program, type))
  )
    return value;
  return {
    ...named("connection"),
    text: HOLE,
    sources: [{ taint: "network", what: "a connection", line: lineOf(program, node) }],
  };
}

/** A part of what is handed over: what its name tells goes along. */
const memberOf = (program: JsProgram, value: Value, key: LeanNode | null): Value =>
  key === null || value.name === null ? part(value) : member(program, value, textIn(program, key), key);

const part = (value: Value): Value => ({
  ...UNKNOWN,
  text: value.text,
  sources: value.sources,
  ...(value.place === undefined ? {} : { place: value.place }),
});
