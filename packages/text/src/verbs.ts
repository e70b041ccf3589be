import { hiddenIn, type HiddenCharacter, type Standing } from "./hidden-characters.ts";

/** Refuse: whether a text hides anything. What is said of it is its reader's matter; `hiddenIn` says what and where. */
export function hasHidden(text: string, standing?: Standing): boolean {
  return hiddenIn(text, standing).next().done === false;
}

/** Replace: each hidden character by another text, as "" or U+FFFD, or by what a function says. What remains is well-formed. */
export function replaceHidden(
  text: string,
  by: string | ((hidden: HiddenCharacter) => string),
  standing?: Standing,
): string {
  let replaced = "";
  let from = 0;
  for (const hidden of hiddenIn(text, standing)) {
    replaced += text.slice(from, hidden.offset) + (typeof by === "string" ? by : by(hidden));
    from = hidden.offset + hidden.character.length;
  }
  return from === 0 ? text : replaced + text.slice(from);
}

/** Escape: as JSON writes it, `\u200b`; text that was JSON still means the same. */
export function escapeHidden(text: string, standing?: Standing): string {
  return replaceHidden(
    text,
    ({ character }) =>
      character
        .split("")
        .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
        .join(""),
    standing,
  );
}

/** One line for people: what is hidden and white space become one space each, and what is longer than `most` UTF-16 units is cut. */
export function shownLine(text: string, most: number): string {
  const clean = replaceHidden(text.slice(0, most * 4), " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return clean.length > most ? `${clean.slice(0, most - 1)}…` : clean;
}
