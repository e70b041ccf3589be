/**
 * Parses JSON whose objects name no field twice (RFC 8259 §4 leaves to each reader which of the two counts: what one verified is not what
 * another reads).
 * @throws SyntaxError
 */
export function parseUnambiguous(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const open: (Set<string> | null)[] = [];
  // Valid by now: strings, brackets and commas are all that matters.
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"\s*:?|[{}[\]]/g)) {
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(null);
    else if (token === "}" || token === "]") open.pop();
    else if (token.endsWith(":")) addName(open.at(-1), token);
  }
  return value;
}

function addName(names: Set<string> | null | undefined, token: string): void {
  const name = JSON.parse(token.slice(0, -1)) as string;
  if (names?.has(name)) throw new SyntaxError("an object names a field twice");
  names?.add(name);
}
