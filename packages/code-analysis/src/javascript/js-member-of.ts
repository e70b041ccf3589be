import { anyOf } from "../engine/join-values.ts";
import { cutOff } from "../engine/reader.ts";
import { fieldOf, type LeanNode } from "../engine/lean-tree.ts";
import { HOLE, joinSources, sourcesOf, UNKNOWN, type Value, wholeText, withSources } from "../engine/value.ts";
import { member } from "./program/js-member.ts";
import { type JsProgram, type JsScope, textIn } from "./program/js-program.ts";

/** Of what a table holds, where its key is not known. */
const MOST_CHOICES = 400;

/**
 * What `object.name` or `object[index]` is, and the name where it is known. The object comes as a value: whoever called a chain of
 * methods would have each of them followed twice as often as the one behind it.
 */
export function memberOf(
  program: JsProgram,
  scope: JsScope,
  node: LeanNode,
  object: Value,
): { value: Value; key: string | null } {
  if (node.type === "member_expression") {
    const key = textIn(program, fieldOf(node, "property") ?? node);
    return { value: member(program, object, key, node), key };
  }
  const index = program.valueOf(scope, fieldOf(node, "index"));
  const key = wholeText(index);
  if (object.items !== null && index.type === "number") return { value: object.items[Number(key)] ?? UNKNOWN, key };
  if (key === null) return { value: unknownMember(program, object, index), key };
  const value = member(program, object, key, node);
  if (value.name === null) return { value, key };
  return { value: { ...value, naming: index.folded ? "computed" : (value.naming ?? "string") }, key };
}

function unknownMember(program: JsProgram, object: Value, index: Value): Value {
  if ((object.entries?.size ?? 0) > MOST_CHOICES) cutOff(program, "a table is larger than is followed");
  const held = object.name === "process.env" ? [] : [...(object.entries?.values() ?? [])].slice(0, MOST_CHOICES);
  const functions = held.flatMap(({ name }) => /^function#(\d+)$/.exec(name ?? "")?.[1] ?? []);
  if (functions.length > 0) return { ...UNKNOWN, name: `function#${functions.join(",")}`, sources: index.sources };
  // Of what a table holds, the one that matters most; who chooses it has not written it.
  if (held.length > 0) return withSources(anyOf(held), object.sources);
  // One name of the environment that a loop chooses is any of them.
  return {
    ...UNKNOWN,
    text: HOLE,
    sources: joinSources(sourcesOf(object), index.sources),
    ...(object.name === null ? {} : { name: `${object.name}[…]` }),
    naming: "computed",
  };
}
