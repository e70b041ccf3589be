/**
 * What nobody sees in a text, by properties of Unicode (UAX #44), so that a character which a later Unicode adds is one too:
 * `control` ends a line or talks to a terminal, or is half a character; `steering` turns text around or spells words in tags; `invisible`
 * shows nothing.
 */
export type HiddenKind = "control" | "steering" | "invisible";

const CONTROL = String.raw`\p{Cc}\p{Cs}\p{Zl}\p{Zp}`;
/** Embeddings, overrides and isolates (UAX #9), not the three marks, which only say what a neutral character belongs to; and the tags. */
const STEERING = String.raw`\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}`;
/** Signs that are drawn around or below numbers are format characters, and seen (Prepended_Concatenation_Mark, UAX #44). */
const SEEN_FORMAT = String.raw`\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}`;
const INVISIBLE = String.raw`[[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]--[${SEEN_FORMAT}]]`;

/** Scripts whose letters join, where a joiner or its opposite changes the shape of a word (UAX #31, section 2.3). */
const JOINING_SCRIPTS =
  "Arabic Syriac Nko Mongolian Mandaic Manichaean Psalter_Pahlavi Hanifi_Rohingya Adlam Devanagari Bengali Gurmukhi Gujarati Oriya Tamil " +
  "Telugu Kannada Malayalam Sinhala Khmer Myanmar Tibetan Limbu Newa Grantha Tirhuta";
const JOINING = `[${JOINING_SCRIPTS.split(" ")
  .map((script) => String.raw`\p{Script=${script}}`)
  .join("")}]`;
const SELECTOR = String.raw`[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]`;

/** Characters that would be hidden and are part of what is seen where they stand; each alone, so that no run of them carries bytes. */
const SPELLED = [
  // A black flag with the tags of a region (UTS #51, ED-14a).
  String.raw`\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}`,
  // A joiner between two emoji.
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})`,
  String.raw`(?<=[${JOINING}&&[\p{L}\p{M}]])[\u200C\u200D](?=[${JOINING}&&[\p{L}\p{M}]])`,
  // One selector behind a character that has forms to choose from (UTS #51; UTS #37; StandardizedVariants.txt).
  String.raw`(?<=\p{Emoji})[\uFE0E\uFE0F](?!${SELECTOR})`,
  String.raw`(?<=\p{Ideographic})[\uFE00-\uFE02\u{E0100}-\u{E01EF}](?!${SELECTOR})`,
  String.raw`(?<=\p{Script=Mongolian})[\u180B-\u180F](?![\u180B-\u180F])`,
];

const IN_TEXT = new RegExp(`(?<spelled>${SPELLED.join("|")})|[${CONTROL}${STEERING}${INVISIBLE}]`, "gv");
/** In a name nothing is spared but how an emoji is drawn, and private use counts: two names that look the same are two files. */
const IN_NAME = new RegExp(
  String.raw`(?<spelled>(?<=\p{Extended_Pictographic})[\uFE0E\uFE0F])|[${CONTROL}${STEERING}${INVISIBLE}\p{Co}]`,
  "gv",
);
const IS_CONTROL = new RegExp(`[${CONTROL}]`, "v");
const IS_STEERING = new RegExp(`[${STEERING}]`, "v");
/** Most texts have nothing else: they need none of the above, which costs several times as much. */
const UNUSUAL = /[^\t\n\r\x20-\x7E]/;
const LINE_CONTROLS = ["\t", "\n", "\r"];

/** Where a text stands. */
export interface Standing {
  /** Controls that may stay, each as itself: `"\n\t"` in a text of several lines. None without it. */
  keep?: string;
  /** It is the name of something: fewer exceptions. */
  asName?: boolean;
}

export interface HiddenCharacter {
  character: string;
  kind: HiddenKind;
  /** In UTF-16 units. */
  offset: number;
}

function kindOf(character: string): HiddenKind {
  if (IS_CONTROL.test(character)) return "control";
  return IS_STEERING.test(character) ? "steering" : "invisible";
}

/** All that a text hides, in its order. Linear. */
export function* hiddenIn(text: string, { keep = "", asName = false }: Standing = {}): Generator<HiddenCharacter> {
  const isUsual = LINE_CONTROLS.every((each) => keep.includes(each) || !text.includes(each)) && !UNUSUAL.test(text);
  if (isUsual) return;
  for (const match of text.matchAll(asName ? IN_NAME : IN_TEXT)) {
    const [character] = match;
    if (match.groups?.["spelled"] !== undefined || keep.includes(character)) continue;
    yield { character, kind: kindOf(character), offset: match.index };
  }
}
