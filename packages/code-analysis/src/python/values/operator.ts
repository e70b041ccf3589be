import {
  computed,
  HOLE,
  joinSources,
  type Source,
  sourcesOf,
  UNKNOWN,
  type Value,
  wholeText,
} from "../../engine/value.ts";
import { numberIn } from "./text-layout.ts";
import { ofNumber, percentFormatted } from "./text-methods.ts";

const MOST_TEXT = 200_000;

/** A binary operator applied. Paths join with `/`. */
export function combine(operator: string, left: Value, right: Value): Value {
  const sources = joinSources(sourcesOf(left), sourcesOf(right));
  const [a, b] = [numberIn(left), numberIn(right)];
  if (a !== null && b !== null) {
    const result = arithmetic(operator, a, b);
    return result === null ? { ...UNKNOWN, sources } : { ...ofNumber(result), sources };
  }
  switch (operator) {
    case "+":
      return added(left, right, sources);
    case "%":
      return left.text !== null && left.type !== "number"
        ? computed(percentFormatted(left.text, right.items ?? [right], right.entries), sources)
        : { ...UNKNOWN, sources };
    case "*": {
      const [text, times] = b === null ? [wholeText(right), a] : [wholeText(left), b];
      // One byte so and so often: how often is not known.
      const filling = wholeText(left) ?? text;
      if (filling !== null && filling.length === 1 && a === null) return computed(`${filling}${HOLE}`, sources);
      if (text === null || times === null) return { ...UNKNOWN, items: left.items ?? right.items, sources };
      return times * text.length > MOST_TEXT
        ? { ...UNKNOWN, sources }
        : { ...computed(text.repeat(Math.max(0, times)), sources) };
    }
    case "/":
      return left.name === PATH || right.name === PATH
        ? {
            ...computed(joinedPath(left.text ?? HOLE, right.text ?? HOLE), sources),
            folded: left.folded || right.folded,
            name: PATH,
          }
        : { ...UNKNOWN, sources };
    case "|":
      return left.entries !== null && right.entries !== null
        ? { ...UNKNOWN, entries: new Map([...left.entries, ...right.entries]), sources }
        : { ...UNKNOWN, name: left.name ?? right.name, sources };
    case "^":
      return { ...UNKNOWN, sources: joinSources(sources, [{ taint: "decoded", what: "an exclusive or", line: 0 }]) };
    default:
      return { ...UNKNOWN, sources };
  }
}

/** What a path object goes by. */
export const PATH = "pathlib.Path()";

function added(left: Value, right: Value, sources: readonly Source[]): Value {
  if (left.items !== null || right.items !== null) {
    const items = [...(left.items ?? [left]), ...(right.items ?? [right])];
    return { ...UNKNOWN, items: items.slice(0, 50_000), sources };
  }
  if (left.type === "number" || right.type === "number") return { ...UNKNOWN, sources };
  if (left.text === null && right.text === null) return { ...UNKNOWN, sources };
  const [before, after] = [left.text ?? HOLE, right.text ?? HOLE];
  // One hole stands for all that follow each other; what is put together character by character is not looked through each time.
  const isOneHole = after.startsWith(HOLE) && before.endsWith(HOLE);
  const isSpelled =
    right.folded && (right.text?.length ?? 0) === 1 && left.folded && (left.text?.length ?? 0) >= SPELLED_LENGTH;
  const value = computed(
    before + (isOneHole ? after.slice(HOLE.length) : after),
    isSpelled ? joinSources(sources, [{ taint: "decoded", what: "characters one by one", line: 0 }]) : sources,
  );
  return left.type === "bytes" || right.type === "bytes" ? { ...value, type: "bytes" } : value;
}

/** A text of so many characters that were computed one after the other was meant not to be read. */
const SPELLED_LENGTH = 8;

export function joinedPath(left: string, right: string): string {
  if (/^(?:\/|~|[A-Za-z]:[\\/])/.test(right) || left === "") return right;
  return `${left.replace(/[/\\]+$/, "")}/${right}`;
}

function arithmetic(operator: string, a: number, b: number): number | null {
  const result = calculated(operator, a, b);
  return result === null || !Number.isSafeInteger(Math.trunc(result)) ? null : result;
}

function calculated(operator: string, a: number, b: number): number | null {
  switch (operator) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return b === 0 ? null : a / b;
    case "//":
      return b === 0 ? null : Math.floor(a / b);
    case "%":
      return b === 0 ? null : ((a % b) + b) % b;
    case "**":
      return b >= 0 && b < 64 ? a ** b : null;
    case "<<":
      return b >= 0 && b < 40 ? a * 2 ** b : null;
    case ">>":
      return b >= 0 && b < 64 ? Math.floor(a / 2 ** b) : null;
    default:
      return bitwise(operator, a, b);
  }
}

function bitwise(operator: string, a: number, b: number): number | null {
  const [x, y] = [BigInt(Math.trunc(a)), BigInt(Math.trunc(b))];
  if (operator === "^") return Number(x ^ y);
  if (operator === "&") return Number(x & y);
  return operator === "|" ? Number(x | y) : null;
}
