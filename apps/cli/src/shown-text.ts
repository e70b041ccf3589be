import { stripVTControlCharacters } from "node:util";

/**
 * Text that may reach a terminal. The only way to make one is the tag `t` (or a style around a value), which
 * cleans every interpolated value; so nothing from a registry or a package can write an escape sequence (attack X7).
 */
export interface Shown {
  readonly parts: readonly { readonly text: string; readonly style: Style | null }[];
}
type Style = "bold" | "dim" | "red" | "green" | "yellow";
export type Showable = Shown | string | number | null | undefined;

// What draws nothing or steers the terminal: C0, DEL, C1, bidi controls, zero-width and tag characters, separators.
const INVISIBLE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
const LONGEST = 4_000;

/** One line of harmless text: escape sequences and invisible characters go, white space becomes one space. */
export function plain(value: string): string {
  const bounded = value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;
  return stripVTControlCharacters(bounded)
    .replace(/[\t\n\r\v\f]+/g, " ")
    .replace(INVISIBLE, "")
    .toWellFormed();
}

/** The same, with every character kept in its place: what may not be shown becomes one U+FFFD. For text under a caret. */
export function plainInPlace(value: string): string {
  return value
    .replace(/\t/g, " ")
    .replace(INVISIBLE, (found) => "\ufffd".repeat(found.length))
    .toWellFormed();
}

/** JSON whose strings cannot steer a terminal and still parse to the same values. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(INVISIBLE, (found) =>
    found === "\n" ? found : [...found].flatMap(toUnits).join(""),
  );
}

const toUnits = (character: string): string[] =>
  character.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

const isShown = (value: Showable): value is Shown => typeof value === "object" && value !== null;

/** Any value as shown text, cleaned. */
export function show(value: Showable): Shown {
  if (isShown(value)) return value;
  return { parts: [{ text: value === null || value === undefined ? "" : plain(String(value)), style: null }] };
}

/** Template tag: literals are ours and kept, values are cleaned. */
export function t(literals: TemplateStringsArray, ...values: Showable[]): Shown {
  return {
    parts: literals.flatMap((text, index) => [
      { text, style: null },
      ...(index < values.length ? show(values[index]).parts : []),
    ]),
  };
}

const styled = (style: Style) => (value: Showable) => ({
  parts: show(value).parts.map((part) => ({ ...part, style })),
});
export const bold: (value: Showable) => Shown = styled("bold");
export const dim: (value: Showable) => Shown = styled("dim");
export const red: (value: Showable) => Shown = styled("red");
export const green: (value: Showable) => Shown = styled("green");
export const yellow: (value: Showable) => Shown = styled("yellow");

/** Several shown values in one line. */
export function joined(values: readonly Showable[], separator: string): Shown {
  return {
    parts: values.flatMap((value, index) => [...(index > 0 ? show(separator).parts : []), ...show(value).parts]),
  };
}

/** Its length on screen, in UTF-16 units. */
const widthOf = (value: Shown): number => value.parts.reduce((sum, part) => sum + part.text.length, 0);

/** Rows as aligned columns, two spaces apart; the last column is not padded. */
export function columns(rows: readonly (readonly Showable[])[]): Shown[] {
  const shown = rows.map((row) => row.map(show));
  const widths: number[] = [];
  for (const row of shown) row.forEach((cell, at) => (widths[at] = Math.max(widths[at] ?? 0, widthOf(cell))));
  return shown.map((row) =>
    joined(
      row.map((cell, at) =>
        at === row.length - 1 ? cell : joined([cell, " ".repeat((widths[at] ?? 0) - widthOf(cell))], ""),
      ),
      "  ",
    ),
  );
}
