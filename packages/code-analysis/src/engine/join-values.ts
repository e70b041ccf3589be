import { isDotenv, persistentPlace, secretPlace } from "./sensitive-path.ts";
import { HOLE, joinSources, sourcesOf, UNKNOWN, type Value } from "./value.ts";

/** One or the other: of two texts the one that tells more, the later one where they tell the same. */
export function either(before: Value | null, after: Value): Value {
  if (before === null || before === after) return after;
  const first = weight(before);
  const kept = first > weight(after) ? before : after;
  const sources = joinSources(kept.sources, sourcesOf(kept === before ? after : before));
  return { ...kept, sources, name: eitherName(before.name, after.name) ?? kept.name ?? before.name ?? after.name };
}

const FUNCTIONS = /^(?:⟨function⟩\d+){1,200}$/;

/** Functions of the code stand side by side: which of them is called is not known, so each is. */
function eitherName(before: string | null, after: string | null): string | null {
  if (before === null || after === null || !FUNCTIONS.test(before) || !FUNCTIONS.test(after)) return null;
  const all = [...new Set(`${before}${after}`.split(/(?=⟨)/))];
  return all.slice(0, MOST_FUNCTIONS).join("");
}

const MOST_FUNCTIONS = 200;

/** Any of these, as one value. */
export function anyOf(values: readonly Value[]): Value {
  let joined: Value | null = null;
  for (const value of values) joined = either(joined, value);
  return joined ?? UNKNOWN;
}

const MOST_WEIGHED = 20_000;
const TELLING =
  /\b(?:curl|wget|nc|ncat|base64|eval|iex|powershell|osascript|certutil|mshta)\b|\/dev\/tcp\/|\|\s{0,4}(?:ba|z|da)?sh\b/i;

function weight({ text, name, items }: Value): number {
  if (text === null) return name !== null || items !== null ? 1 : 0;
  if (secretPlace(text) !== null || persistentPlace(text) !== null || isDotenv(text)) return 4;
  // Of many commands the one that reaches out or decodes, wherever in the list it stands.
  if (text.length < MOST_WEIGHED && TELLING.test(text)) return 3.5;
  return text.includes(HOLE) ? 2 : 3;
}
