import { cutOff } from "../engine/reader.ts";
import { fieldOf, type LeanNode } from "../engine/lean-tree.ts";
import { HOLE, joinSources, literal, named, sourcesOf, UNKNOWN, type Value, wholeText } from "../engine/value.ts";
import { callFunction } from "./program/js-function.ts";
import { stringOf } from "./js-literal.ts";
import { environment, member } from "./program/js-member.ts";
import { assignName, emit, type JsProgram, type JsScope, textIn, setMember } from "./program/js-program.ts";

const MOST_ENTRIES = 4_000;

/** Gives a name, a member or a pattern its value. */
export function assign(program: JsProgram, scope: JsScope, target: LeanNode | null, value: Value): void {
  if (target === null) return;
  if (target.type === "identifier") {
    assignName(program, scope, textIn(program, target), value);
    return;
  }
  if (target.type === "member_expression" || target.type === "subscript_expression") {
    const objectNode = fieldOf(target, "object");
    const object = program.valueOf(scope, objectNode);
    const key =
      target.type === "member_expression"
        ? textIn(program, fieldOf(target, "property") ?? target)
        : wholeText(program.valueOf(scope, fieldOf(target, "index")));
    if (object.name === "this" || object.name === "exports" || object.name === "module.exports")
      setMember(program, key ?? "?", value);
    else if (objectNode?.type === "identifier") {
      const entries = new Map(object.entries ?? []);
      if (key !== null && entries.size < MOST_ENTRIES) entries.set(key, value);
      else if (key !== null) cutOff(program, "a table is larger than is followed");
      assignName(program, scope, textIn(program, objectNode), {
        ...object,
        entries,
        sources: key === null ? joinSources(object.sources, sourcesOf(value)) : object.sources,
      });
    }
    setting(program, target, object, key ?? "", value);
    return;
  }
  bindPattern(program, scope, target, value);
}

/** Setting some members is an act. */
function setting(program: JsProgram, node: LeanNode, object: Value, key: string, value: Value): void {
  if (/^(?:src|href|action)$/.test(key) && sourcesOf(value).length > 0)
    emit(program, node, {
      act: "send",
      callee: `${object.name ?? "element"}.${key}`,
      target: value,
      inputs: [value],
      certain: false,
    });
  if (object.name === "process.env" && key === "NODE_TLS_REJECT_UNAUTHORIZED" && value.text === "0")
    emit(program, node, { act: "disable-protection", callee: "process.env", target: literal("certificate checks") });
  if (/^on(?:message|data|dataavailable|text|packet)$/.test(key))
    callFunction(program, value, [{ ...UNKNOWN, text: HOLE, sources: object.sources }]);
  if (/^on(?:key(?:down|press|up))$/.test(key)) callFunction(program, value, [named("keyboard event")]);
}

/** Names of a pattern; each gets its part of the value. */
export function bindPattern(program: JsProgram, scope: JsScope, pattern: LeanNode, value: Value): void {
  switch (pattern.type) {
    case "identifier":
    case "shorthand_property_identifier_pattern":
      scope.names.set(textIn(program, pattern), value);
      return;
    case "object_pattern":
      for (const child of pattern.children) {
        const key =
          child.type === "pair_pattern"
            ? fieldOf(child, "key")
            : child.type === "object_assignment_pattern"
              ? fieldOf(child, "left")
              : child;
        const target =
          child.type === "pair_pattern"
            ? fieldOf(child, "value")
            : child.type === "rest_pattern"
              ? (child.children[0] ?? null)
              : key;
        if (key === null || target === null) continue;
        const name = key.type === "string" ? stringOf(key, program.text).text : textIn(program, key);
        const part =
          child.type === "rest_pattern"
            ? value
            : value.name === "process.env"
              ? environment(program, name, key)
              : member(program, value, name, key);
        bindPattern(program, scope, target, part);
      }
      return;
    case "array_pattern":
      pattern.children.forEach((child, index) =>
        bindPattern(
          program,
          scope,
          child,
          value.items?.[index] ?? { ...UNKNOWN, text: HOLE, sources: sourcesOf(value) },
        ),
      );
      return;
    case "assignment_pattern": {
      const left = fieldOf(pattern, "left");
      const fallback = program.valueOf(scope, fieldOf(pattern, "right"));
      if (left !== null)
        bindPattern(
          program,
          scope,
          left,
          value === UNKNOWN ||
            (value.text === null && value.name === null && value.entries === null && value.sources.length === 0)
            ? fallback
            : value,
        );
      return;
    }
    case "required_parameter":
    case "optional_parameter": {
      const inner = fieldOf(pattern, "pattern");
      if (inner !== null) bindPattern(program, scope, inner, value);
      return;
    }
    case "rest_pattern":
      if (pattern.children[0] !== undefined) bindPattern(program, scope, pattern.children[0], value);
      return;
    case "member_expression":
    case "subscript_expression":
      assign(program, scope, pattern, value);
      return;
    default:
      for (const child of pattern.children)
        if (/identifier|pattern|declarat/.test(child.type)) bindPattern(program, scope, child, value);
  }
}
