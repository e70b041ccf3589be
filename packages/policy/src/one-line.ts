import { replaceHidden } from "@gaia/text";

/** Names, lines and reasons come from packages and scanners: one line, visible, at most so many UTF-16 units. */
export function oneLine(text: string, most: number): string {
  const clean = replaceHidden(text.slice(0, 1_000), " ").replaceAll(/\s+/g, " ").trim();
  return clean.length > most ? `${clean.slice(0, most)}…` : clean;
}
