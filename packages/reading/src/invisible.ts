/** Characters that show nothing (UAX #44, Default_Ignorable_Code_Point): joiners, soft hyphens, selectors, tags, direction marks. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;
const IGNORABLES = /\p{Default_Ignorable_Code_Point}+/gu;

/** U+E0020..U+E007E repeat ASCII without showing it. A flag of a region is a black flag, letters and a cancel tag. */
const TAGS = /\u{1F3F4}?[\u{E0001}\u{E0020}-\u{E007E}]{3,}\u{E007F}?/gu;
const FLAG = /^\u{1F3F4}[\u{E0020}-\u{E007E}]{3,6}\u{E007F}$/u;
/** A variation selector stands alone after its letter; a run of them is bytes: U+FE00.. are 0-15, U+E0100.. are 16-255. */
const SELECTORS = /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]{6,}/gu;
/** Zero-width characters that no script puts in a row: bits. */
const BITS = /[\u200B-\u200D\u2060-\u2064\uFEFF]{8,}/gu;
/** U+202D and U+202E turn the order of letters round, whatever they are. */
const OVERRIDES = /[\u202D\u202E]/g;

/** U+202A, U+202B and U+2066..U+2068 embed a text of the other direction; in a text without such letters they only disturb. */
const EMBEDDINGS = /[\u202A\u202B\u2066-\u2068]/g;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Something in a text that no reader sees. */
export interface Unseen {
  kind: "tags" | "selectors" | "bits" | "override" | "embedding";
  offset: number;
  /** What it says, as far as it can be read. */
  says: string;
}

/** Whether any of it is there at all: most texts need none of the work. */
export function hasIgnorable(text: string): boolean {
  return IGNORABLE.test(text);
}

export function withoutIgnorable(text: string): string {
  return text.replaceAll(IGNORABLES, "");
}

const MOST_UNSEEN = 200;

/** What hides in a text by being invisible, in its order within each kind. */
export function unseenIn(text: string): Unseen[] {
  if (!hasIgnorable(text)) return [];
  const found: Unseen[] = [];
  const collect = (kind: Unseen["kind"], pattern: RegExp, read: (run: string) => string) => {
    for (const match of text.matchAll(pattern)) {
      if (found.length >= MOST_UNSEEN) return;
      if (FLAG.test(match[0])) continue;
      found.push({ kind, offset: match.index, says: read(match[0]) });
    }
  };
  collect("tags", TAGS, readTags);
  collect("selectors", SELECTORS, readSelectors);
  collect("bits", BITS, () => "");
  collect("override", OVERRIDES, () => "");
  if (!RIGHT_TO_LEFT.test(text)) collect("embedding", EMBEDDINGS, () => "");
  return found;
}

function readTags(run: string): string {
  return [...run]
    .map((each) => (each.codePointAt(0) ?? 0) - 0xe0000)
    .filter((code) => code >= 0x20 && code < 0x7f)
    .map((code) => String.fromCharCode(code))
    .join("");
}

function readSelectors(run: string): string {
  const bytes = [...run].map((each) => {
    const code = each.codePointAt(0) ?? 0;
    return code >= 0xe0100 ? code - 0xe0100 + 16 : code - 0xfe00;
  });
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
