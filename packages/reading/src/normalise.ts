import { inPieces } from "./patterns/pattern.ts";
import { oneLine } from "@gaia/findings";
import { isCut } from "./fragments.ts";
import { withLatinLetters } from "./homoglyphs.ts";
import { hasIgnorable, withoutIgnorable } from "./invisible.ts";

/** A word that a reader sees in another way than a program does, or the other way round. */
export interface Disguise {
  line: number;
  /** As it is read. */
  word: string;
  by: "invisible" | "hyphenation" | "homoglyph" | "spacing" | "case" | "leet" | "joining" | "pieces" | "references";
}

export interface LineReader {
  /** One line as it is meant; never longer than a small multiple of what it was given. */
  read(line: string, number: number, isCode: boolean): string;
  disguises: Disguise[];
}

const MOST_DISGUISES = 2_000;

/** Reads the lines of one text. */
export function lineReader(mostlyLatin: boolean): LineReader {
  const disguises: Disguise[] = [];
  const tell = (line: number, by: Disguise["by"]) => (word: string) => {
    if (disguises.length < MOST_DISGUISES) disguises.push({ line, word, by });
  };
  const read = (raw: string, number: number, isCode: boolean): string => {
    let line = isCode ? raw : withoutEntities(raw, tell(number, "references"));
    if (/[^\u0000-\u007F]/.test(line)) {
      if (hasIgnorable(line)) line = visible(line, tell(number, "invisible"), tell(number, "hyphenation"));
      line = withLatinLetters(line.normalize("NFKC"), mostlyLatin, tell(number, "homoglyph"));
    }
    if (!isCode) line = withoutMarks(line);
    if (!isCode) tellPieces(line, tell(number, "pieces"));
    line = joined(line, isCode, tell(number, "joining"));
    line = unspaced(line, tell(number, "spacing"));
    if (!isCode) tellMixedCase(line, tell(number, "case"));
    return unleeted(line, tell(number, "leet"));
  };
  return { read, disguises };
}

/** A letter that something invisible parts from the next: what the word is without it. */
const PARTED =
  /[A-Za-z]{0,40}[A-Za-z][\p{Default_Ignorable_Code_Point}]+[A-Za-z][A-Za-z\p{Default_Ignorable_Code_Point}]{0,80}/gu;

/** A soft hyphen is typography where a word may break; nothing else between two letters of one word is. */
function visible(line: string, disguised: (word: string) => void, hyphenated: (word: string) => void): string {
  for (const match of line.matchAll(PARTED)) {
    const isHyphenated = !/\p{Default_Ignorable_Code_Point}/u.test(match[0].replaceAll("\u00AD", ""));
    (isHyphenated ? hyphenated : disguised)(withoutIgnorable(match[0]));
  }
  return withoutIgnorable(line);
}

const FEWEST_HUMPS = 3;
const LONGEST_HUMP = 2.5;

/** A sentence goes on between its words; names are listed, quoted or stand alone. */
const IN_ONE_BREATH = /^\s{1,3}(?:[A-Za-z]{1,4}\s{1,3}){0,3}$/;

/** `iGnOrE tHe rUlEs`: no name of a product or of a function goes up and down with every other letter. */
function tellMixedCase(line: string, disguised: (word: string) => void): void {
  if (!/[a-z][A-Z][a-z]?[A-Z]|[A-Z][a-z][A-Z]/.test(line)) return;
  const found = [...line.matchAll(/(?<![\w+/=.-])[A-Za-z]{5,30}(?![\w+/=])/g)].filter(([word]) => {
    const humps = word.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)?.length ?? 0;
    return humps >= FEWEST_HUMPS && word.length / humps < LONGEST_HUMP;
  });
  found.forEach(({ 0: word, index }, at) => {
    const goesOn = (from: { 0: string; index: number } | undefined, to: { index: number } | undefined): boolean =>
      from !== undefined &&
      to !== undefined &&
      IN_ONE_BREATH.test(line.slice(from.index + from[0].length, to.index).slice(0, 40));
    if (goesOn(found[at - 1], { index }) || goesOn({ 0: word, index }, found[at + 1])) disguised(word);
  });
}

const ENTITIES: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  sol: "/",
  colon: ":",
  period: ".",
  vert: "|",
  verbar: "|",
  dollar: "$",
  shy: "",
  zwj: "",
  zwnj: "",
};

/** Letters that need no reference and have one, so many in a row. */
const REFERENCES = /(?:&#(?:[xX]0{0,4}[0-9a-fA-F]{2}|0{0,4}\d{2,3});){12,}/;

function withoutEntities(line: string, disguised: (word: string) => void): string {
  if (!line.includes("&")) return line;
  const run = REFERENCES.exec(line)?.[0];
  if (run !== undefined) disguised(oneLine(run.replaceAll(ENTITY, referred), 60));
  return line.replaceAll(ENTITY, referred);
}

const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/g;

function referred(all: string, decimal?: string, hex = "", name?: string): string {
  if (name !== undefined) return ENTITIES[name] ?? all;
  const code = decimal === undefined ? Number.parseInt(hex, 16) : Number.parseInt(decimal, 10);
  return code > 0x10ffff || code === 0 ? all : String.fromCodePoint(code);
}

const INLINE_TAG =
  /<\/?(?:b|i|em|strong|span|u|s|sub|sup|font|wbr|mark|small|big|code|kbd|a|br|p|div|details|summary)(?:\s[^<>]{0,300})?\/?>/gi;

/** Emphasis and tags go where they part a word, and bold ones go altogether: a word is the same in bold. */
function withoutMarks(line: string): string {
  let plain = line.includes("<") ? line.replaceAll(INLINE_TAG, "") : line;
  if (plain.includes("*") || plain.includes("__"))
    plain = plain.replaceAll(
      /\*{1,3}(?=[\p{L}\p{N}"'`([{])|(?<=[\p{L}\p{N}"'`)\]}.,:;!?])\*{1,3}|\b__(?=\w)|(?<=\w)__\b/gu,
      "",
    );
  return plain.includes("\\") ? plain.replaceAll(/\\([*_`~[\]()<>#!|])/g, "$1") : plain;
}

/** Strings that are put together, and quotes that a shell drops inside a word. */
function joined(line: string, isCode: boolean, disguised: (word: string) => void): string {
  let whole = line;
  if (/["'`]\s{0,3}(?:\+|\.\.|&)\s{0,3}["'`]/.test(whole)) {
    whole = whole.replaceAll(/(["'`])\s{0,3}(?:\+|\.\.|&)\s{0,3}\1/g, "");
  }
  whole = whole.replaceAll(/\b([A-Za-z]{1,12})(?:''|""|``)([A-Za-z]{1,12})\b/g, (_, head: string, tail: string) => {
    disguised(head + tail);
    return head + tail;
  });
  return isCode && whole.includes("\\")
    ? whole.replaceAll(/(?<![\w\\/:.])([a-z]{1,3})\\([a-z]{2,6})(?![\w\\.])/g, "$1$2")
    : whole;
}

/** `"Before y" + "ou star" + …` outside of code. */
function tellPieces(line: string, disguised: (word: string) => void): void {
  if (!/["'`]\s{0,3}(?:\+|\.\.|&)\s{0,3}["'`]/.test(line)) return;
  for (const [run] of line.matchAll(/(["'`])[^"'`]{1,200}\1(?:\s{0,3}(?:\+|\.\.|&)\s{0,3}\1[^"'`]{1,200}\1){3,400}/g)) {
    const pieces = [...run.matchAll(/(["'`])([^"'`]{1,200})\1/g)].map(([, , text = ""]) => ({ text }));
    if (isCut(pieces)) disguised(pieces.map(({ text }) => text).join(""));
  }
}

const SPACED = /(?<![\p{L}\p{N}])\p{L}(?:([ ._·-]| {2,3}| ?\/ ?)\p{L}){3,80}(?![\p{L}\p{N}])/gu;

/** `c u r l` is `curl`; two spaces, where one stands between letters, end a word. */
function unspaced(line: string, disguised: (word: string) => void): string {
  return line.replaceAll(SPACED, (run) => {
    const word = run.replaceAll(/(?<=\p{L})[ ._·\-/](?=\p{L})/gu, "").replaceAll(/ {2,3}| ?\/ ?/g, " ");
    const read = word.includes(" ") ? word : segmented(word);
    if (!isAlphabet(word)) disguised(read);
    return read;
  });
}

/** The answers of a quiz, columns, variables: letters in their order, or none that makes a word. */
function isAlphabet(word: string): boolean {
  const letters = [...word.toLowerCase()].filter((letter) => letter !== " ");
  const isOrdered = letters.every((letter, index) => index === 0 || letter >= (letters[index - 1] ?? ""));
  // Two or three letters over and over are a pattern.
  const isPattern = letters.length > 3 && new Set(letters).size <= 3;
  return isOrdered || isPattern || (/^[a-z]+$/.test(letters.join("")) && !/[aeiouy]/.test(letters.join("")));
}

/** Words that orders are made of, longest first, to part a run of letters that came without its spaces. */
const SEGMENTS = inPieces(
  "i",
  String.raw`^(?:instructions?|guidelines|previous|password|download|terminal|developer|assistant|credentials?|execute|without|contents?|`,
  String.raw`private|reveal|secrets?|tokens?|ignore|system|prompt|follow|forget|install|disregard|override|before|rules|above|prior|`,
  String.raw`their|never|always|files?|users?|send|this|that|from|with|your|the|all|any|and|not|key|run|you|new|now|tell|are|curl|bash|`,
  String.raw`wget|sudo|safety|to|of|in|my|me|or|do|is|it|a|i)`,
);

function segmented(run: string): string {
  const words: string[] = [];
  let rest = run;
  while (rest !== "") {
    const word = SEGMENTS.exec(rest)?.[0];
    if (word === undefined) return run;
    words.push(word);
    rest = rest.slice(word.length);
  }
  return words.join(" ");
}

const LEET: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};
const LEET_WORDS = inPieces(
  "i",
  String.raw`^(?:ignore|previous|prior|instructions?|system|prompt|password|passwords|secrets?|execute|download|terminal|disregard|`,
  String.raw`override|private|credentials?|tokens?|safety|rules|reveal|bypass|wallet|assistant|forget|above|send|user|install)$`,
);

/** `1gn0re` is `ignore`. Only words that orders are made of. */
function unleeted(line: string, disguised: (word: string) => void): string {
  if (!/[A-Za-z][013457@$!]|[013457@$!][A-Za-z]/.test(line)) return line;
  return line.replaceAll(
    /(?<![A-Za-z0-9@$!])(?=[A-Za-z0-9@$!]{0,14}[A-Za-z])[A-Za-z013457@$!]{4,15}(?![A-Za-z0-9@$])/g,
    (word) => {
      if (!/[013457@$!]/.test(word)) return word;
      const plain = word.replaceAll(/[013457@$!]/g, (each) => LEET[each] ?? each);
      if (!LEET_WORDS.test(plain)) return word;
      disguised(plain);
      return plain;
    },
  );
}
