import { RegistryError } from "@gaia/catalog";
import { replaceHidden } from "@gaia/text";

/**
 * What a person wrote for others to read, as plain text: without what cannot be seen or steers, NFC, at most two line ends in a
 * row. Linear.
 * @throws RegistryError `invalid_request` when nothing is left of it
 */
export function plainWords(text: string, what: string): string {
  const plain = replaceHidden(text.replaceAll(/\r\n?/g, "\n"), "", { keep: "\t\n" })
    .normalize("NFC")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
  if (plain === "") throw new RegistryError("invalid_request", `${what}: there is nothing to read in it.`);
  return plain;
}

/** The same on one line, for what stands in a sentence. @throws as `plainWords` */
export const plainLine = (text: string, what: string): string => plainWords(text, what).replaceAll(/\s+/g, " ");
