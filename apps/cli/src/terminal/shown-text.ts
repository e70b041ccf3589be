import { escapeHidden, replaceHidden } from "@gaia/text";
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

const LONGEST = 4_000;

/** One line of harmless text: escape sequences and invisible characters go, white space becomes one space. */
export function plain(value: string): string {
  const bounded = value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;
  return replaceHidden(stripVTControlCharacters(bounded).replace(/[\t\n\r\v\f]+/g, " "), "");
}

/** The same, with every character kept in its place: what may not be shown becomes one U+FFFD. For text under a caret. */
export function plainInPlace(value: string): string {
  return replaceHidden(value.replace(/\t/g, " "), ({ character }) => "\ufffd".repeat(character.length));
}

/** JSON whose strings cannot steer a terminal and still parse to the same values. */
export function plainJson(value: unknown): string {
  return escapeHidden(JSON.stringify(value, null, 2), { keep: "\n" });
}

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
