/**
 * Text as literals are looked for in it: letters in one case, each run of white space as one space. It may make characters alike
 * that no pattern takes for each other, never the other way round.
 */
export interface Folded {
  text: string;
  codes: Uint16Array;
  /** Where each code unit of it stands in the text. */
  offsets: Uint32Array;
  length: number;
}

export const SPACE = 32;

/** The three pairs that have one lower case to a pattern and none in common to a string (CaseFolding.txt of Unicode, status S). */
const ALIKE: Record<string, string> = { "\u1fd3": "\u0390", "\u1fe3": "\u03b0", "\ufb05": "\ufb06" };

/** What each code unit folds to, made when it is first met; 0 until then. */
const KNOWN = new Uint16Array(65_536);

export function fold(code: number): number {
  // In range: a code unit.
  const known = KNOWN[code] as number;
  if (known !== 0) return known;
  const written = String.fromCharCode(code);
  const char = ALIKE[written] ?? written;
  const upper = char.toUpperCase();
  const lower = (upper.length === 1 ? upper : char).toLowerCase();
  const folded = /\s/.test(char) ? SPACE : (lower.length === 1 ? lower : char).charCodeAt(0);
  KNOWN[code] = folded;
  return folded;
}

export function folded(text: string): Folded {
  const codes = new Uint16Array(text.length);
  const offsets = new Uint32Array(text.length);
  let length = 0;
  let last = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = fold(text.charCodeAt(index));
    if (code === SPACE && last === SPACE) continue;
    codes[length] = code;
    offsets[length] = index;
    length += 1;
    last = code;
  }
  return { text, codes, offsets, length };
}
