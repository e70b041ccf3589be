/** User ids are shown on pages and terminals: no control or direction characters, 255 characters at most. */
export function toPrintable(text: string): string {
  return text.slice(0, 255).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "\u{FFFD}");
}
