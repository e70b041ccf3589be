import { replaceHidden } from "@gaia/text";

/** User ids are shown on pages and terminals: no control or direction characters, 255 characters at most. */
export function toPrintable(text: string): string {
  return replaceHidden(text.slice(0, 255), "\u{FFFD}", { asName: true });
}
