import type { CodeLanguage } from "@gaia/reading";

const NAME = String.raw`['"]?([A-Za-z_][\w-]{0,40})['"]?`;
const VALUE = String.raw`['"]?([A-Za-z_][\w.:-]{1,60}[?!]?)['"]?`;

/** How each language gives a command or a function another name: the new one, then the old. */
const ALIASES: Partial<Record<CodeLanguage, RegExp>> = {
  powershell: new RegExp(
    String.raw`(?:^|[;{\n])\s{0,20}(?:Set-Alias|New-Alias|sal|nal)\s{1,4}(?:-Name\s{1,4})?${NAME}\s{1,4}(?:-Value\s{1,4})?${VALUE}`,
    "gi",
  ),
  ruby: new RegExp(String.raw`(?:^|[;\n])\s{0,20}alias(?:_method)?\s{1,4}:?${NAME}\s{0,4},?\s{0,4}:?${VALUE}`, "g"),
  perl: new RegExp(String.raw`(?:^|[;{\n])\s{0,20}\*${NAME}\s{0,4}=\s{0,4}\\&${VALUE}`, "g"),
};
const MOST_ALIASES = 500;
const HOPS = 3;

/** The text with what aliases stand for in their place; lines stay where they are. `isWhole` unless there were too many. */
export function withoutAliases(text: string, language: CodeLanguage): { text: string; isWhole: boolean } {
  const pattern = ALIASES[language];
  if (pattern === undefined || !/alias|\bsal\b|\bnal\b|\\&/i.test(text)) return { text, isWhole: true };
  const known = new Map<string, string>();
  for (const [, name = "", value = ""] of text.matchAll(pattern)) {
    if (known.size < MOST_ALIASES && name.toLowerCase() !== value.toLowerCase()) known.set(name.toLowerCase(), value);
  }
  if (known.size === 0) return { text, isWhole: true };
  const meant = (word: string): string => {
    let value = word;
    for (let hop = 0; hop < HOPS; hop += 1) value = known.get(value.toLowerCase()) ?? value;
    return value;
  };
  // A word of its own: no member, no variable, no part of a path.
  const plain = text.replaceAll(/(?<![\w$@%.:/\\-])[A-Za-z_][\w-]{0,40}(?![\w:/\\-])/g, (word) =>
    known.has(word.toLowerCase()) ? meant(word) : word,
  );
  return { text: plain, isWhole: known.size < MOST_ALIASES };
}
