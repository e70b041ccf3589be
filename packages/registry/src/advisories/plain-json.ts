const MAX_DEPTH = 24;
const MAX_VALUES = 300_000;

/**
 * Why a JSON value cannot be kept, or null: too deep, too many values, text that is no Unicode or holds a NUL (PostgreSQL's
 * jsonb takes neither), a member called `__proto__`. Walks without recursion.
 */
export function jsonProblem(value: unknown): string | null {
  const waiting: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  let seen = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    seen += 1;
    if (seen > MAX_VALUES) return `it has more than ${MAX_VALUES} values`;
    if (typeof next.value === "string" && !isStorable(next.value)) return "a text in it is not plain Unicode";
    if (typeof next.value !== "object" || next.value === null) continue;
    if (next.depth >= MAX_DEPTH) return `it is nested more than ${MAX_DEPTH} deep`;
    for (const [name, member] of Object.entries(next.value)) {
      if (name === "__proto__" || !isStorable(name)) return "a member in it has a name that is not accepted";
      waiting.push({ value: member, depth: next.depth + 1 });
    }
  }
  return null;
}

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\0");
