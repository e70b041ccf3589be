import unhomoglyph from "unhomoglyph";

/** Words, with whatever letters; U+0300.. are marks on them. */
const WORDS = /[\p{L}\p{N}\p{M}]+/gu;
const LATIN = /\p{Script=Latin}/u;
const LOOKALIKE =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/u;
const FOREIGN = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/gu;
const LETTERS = /\p{L}/gu;
const NOT_ASCII = /[^\u0000-\u007F]/u;
const PLAIN_WORD = /^[A-Za-z0-9]{3,}$/;

/** Whether a text is Latin but for a few letters: then a word that only looks Latin is a disguise, not another language. */
export function isMostlyLatin(text: string): boolean {
  const sample = text.slice(0, 200_000);
  const foreign = sample.match(FOREIGN)?.length ?? 0;
  if (foreign === 0) return true;
  return foreign < (sample.match(LETTERS)?.length ?? 0) * 0.25;
}

/**
 * Latin letters for those of other scripts that look the same (UTS #39, confusables), only in words that mix scripts, or
 * that are nothing but such letters in a text that is otherwise Latin. `disguised` is told each word that it gave back.
 */
export function withLatinLetters(line: string, mostlyLatin: boolean, disguised: (word: string) => void): string {
  if (!LOOKALIKE.test(line)) return line;
  return line.replaceAll(WORDS, (word) => {
    if (!LOOKALIKE.test(word) || !(mostlyLatin || LATIN.test(word))) return word;
    const plain = [...word].map((each) => (NOT_ASCII.test(each) ? unhomoglyph(each) : each)).join("");
    if (!PLAIN_WORD.test(plain)) return word;
    disguised(plain);
    return plain;
  });
}
