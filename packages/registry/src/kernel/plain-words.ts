import { RegistryError } from "./errors.ts";

/**
 * What makes text look like other text, or talks to a terminal: controls but tab and line feed, bidirectional marks, overrides and
 * isolates,
 * line and paragraph separators, annotation and tag characters, halves of surrogate pairs; and what is there without being seen.
 */
const DECEPTIVE = new RegExp(
  String.raw`[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e` +
    String.raw`\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Cs}`,
  "gu",
);

/**
 * What a person wrote for others to read, as plain text: without the characters above, NFC, at most two line ends in a row. Linear.
 * @throws RegistryError `invalid_request` when nothing is left of it
 */
export function plainWords(text: string, what: string): string {
  const plain = text
    .replaceAll(/\r\n?/g, "\n")
    .replace(DECEPTIVE, "")
    .normalize("NFC")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
  if (plain === "") throw new RegistryError("invalid_request", `${what}: there is nothing to read in it.`);
  return plain;
}

/** The same on one line, for what stands in a sentence. @throws as `plainWords` */
export const plainLine = (text: string, what: string): string => plainWords(text, what).replaceAll(/\s+/g, " ");
