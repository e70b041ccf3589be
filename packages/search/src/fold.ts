/** Letters that are no base letter plus a mark, but that many keyboards have only in this form. */
const LETTERS: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  ı: "i",
  þ: "th",
};

/**
 * The form in which words are compared: compatibility forms resolved, lower case, marks above and below letters of
 * European scripts removed; marks that other scripts spell with are kept. Made here and not in the database, so that it is
 * the same whatever the locale of the database.
 */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f]/g, "")
    .replaceAll(/[ßæœøđðłıþ]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize("NFC");
}
