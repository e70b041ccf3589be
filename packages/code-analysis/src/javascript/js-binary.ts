import { fieldOf, type LeanNode } from "../engine/lean-tree.ts";
import { isWholePlace } from "../engine/sensitive-path.ts";
import { HOLE, literal, sourcesOf, UNKNOWN, type Value, withSources } from "../engine/value.ts";
import { added, type JsProgram, mixed } from "./program/js-program.ts";

/** One or the other: of two places, the one that matters more. */
export function oneOf(yes: Value, no: Value): Value {
  if (no.text !== null && no.text !== "" && isWholePlace(no.text)) return withSources(no, sourcesOf(yes));
  return yes.name !== null || yes.text !== null ? withSources(yes, sourcesOf(no)) : withSources(no, sourcesOf(yes));
}

/** Two values and what stands between them. */
export function binary(program: JsProgram, node: LeanNode, left: Value, right: Value): Value {
  const [a, b] = [fieldOf(node, "left"), fieldOf(node, "right")];
  const operator = a === null || b === null ? "" : program.text.slice(a.end, b.start).trim();
  if (operator === "+") return added(left, right);
  if (operator === "||" || operator === "??" || operator === "&&") {
    const first = operator === "&&" ? right : left;
    const second = operator === "&&" ? left : right;
    // What somebody sends is not known by what stands in for it.
    if (first.text === HOLE && first.sources.some(({ taint }) => taint === "network"))
      return withSources(first, sourcesOf(second));
    const isKnown = first.text !== null && first.text !== HOLE;
    return isKnown || first.name !== null || first.entries !== null
      ? withSources(first, sourcesOf(second))
      : withSources(second, sourcesOf(first));
  }
  if (left.type === "number" && right.type === "number") {
    const [x, y] = [Number(left.text), Number(right.text)];
    const result = {
      "-": x - y,
      "*": x * y,
      "/": x / y,
      "%": x % y,
      "^": x ^ y,
      "|": x | y,
      "&": x & y,
      "<<": x << y,
      ">>": x >> y,
      "**": x ** y,
    }[operator];
    if (result !== undefined && Number.isFinite(result)) return { ...literal(String(result)), type: "number" };
  }
  return operator === "^"
    ? mixed([left, right])
    : { ...UNKNOWN, sources: /^(?:[-*/%|&]|<<|>>)/.test(operator) ? mixed([left, right]).sources : [] };
}
