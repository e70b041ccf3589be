import { countTokens as count } from "gpt-tokenizer/encoding/o200k_base";

/** The tokenizer joins the bytes of a piece pair by pair, of letters or of blanks: a run this long costs it nothing yet. */
const LONGEST_RUN = 128;

const LONG_RUN = new RegExp(`\\S{${LONGEST_RUN}}|\\s{${LONGEST_RUN}}`, "gu");

/** Tokens of a text. Marks such as `<|endoftext|>` are text here. Linear in its length. */
export function countTokens(text: string): number {
  let tokens = 0;
  let from = 0;
  for (const { index, 0: run } of text.matchAll(LONG_RUN)) {
    const to = index + run.length;
    tokens += count(text.slice(from, to), { disallowedSpecial: new Set() });
    from = to;
  }
  return tokens + count(text.slice(from), { disallowedSpecial: new Set() });
}
