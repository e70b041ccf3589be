/** Characters of one text that are read. */
export const MOST_TEXT = 20_000;

/** A quote and a line's end inside a text, so that `"[^"]*"` is one text whatever the language. */
const QUOTE = "\u0001";
const NEWLINE = "\u0002";

/** A text as it was meant. */
export const meant = (text: string): string => text.replaceAll(QUOTE, '"').replaceAll(NEWLINE, "\n");

/** A text without its quotes and escapes, as it stands in a statement. */
export function plainOf(raw: string, inside: "escaped" | "doubled" | "raw", close: string): string {
  let text = raw.slice(0, MOST_TEXT);
  if (inside === "doubled") text = text.replaceAll(close + close, close);
  if (inside === "escaped" && text.includes("\\"))
    text = text.replaceAll(
      /\\(?:x([0-9a-fA-F]{2})|u\{?([0-9a-fA-F]{4})\}?|([0-7]{3}|\d{3})|(\r?\n\s{0,80})|([^(]))/g,
      (_all, hex?: string, wide?: string, digits?: string, goesOn?: string, char?: string) => {
        if (hex !== undefined || wide !== undefined)
          return String.fromCharCode(Number.parseInt(hex ?? wide ?? "0", 16));
        if (digits !== undefined) return String.fromCharCode(Number.parseInt(digits, /[89]/.test(digits) ? 10 : 8));
        if (goesOn !== undefined) return "";
        return char === "n" ? "\n" : char === "t" ? "\t" : char === "r" ? "\r" : (char ?? "");
      },
    );
  return text.replaceAll('"', QUOTE).replaceAll("\n", NEWLINE);
}
