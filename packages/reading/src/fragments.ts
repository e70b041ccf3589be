import { inPieces } from "./patterns/pattern.ts";
/** A text that was cut into strings, and where the first of them is. */
export interface JoinedText {
  offset: number;
  text: string;
  /** It was cut inside words, as nobody cuts who wants to be read. */
  isCut: boolean;
}

/** `p0 = "Before the f"`: a part of something, numbered or lettered, alone on its line. */
const FRAGMENT = inPieces(
  "",
  String.raw`^[ \t>#*/|-]{0,10}(?:(?:const|let|var|my|local|export|set|readonly)\s)?[$@]?([A-Za-z_][A-Za-z_-]{0,30}?)`,
  String.raw`[[(._-]?(\d{0,4})[\])]?\s?(?:=|:=|:|\+=|=>|\|)\s{0,2}(?:"((?:[^"\\\n]|\\.){1,400})"|`,
  "'((?:[^'\\\\\\n]|\\\\.){1,400})'|`([^`\\n]{1,400})`)\\s?[,;+|\\\\]?\\s{0,4}$",
);
const LIST =
  /\[((?:\s{0,8}(?:"[^"\n]{0,200}"|'[^'\n]{0,200}')\s{0,4},?){3,200})\s{0,8}\]\s{0,3}(?:\.join\s?\(\s?(?:""|'')\s?\)|-join\s?(?:""|''))/g;
/** `3) " https://exa"`: an item of a list that is nothing but a string. */
const ITEM = inPieces(
  "",
  String.raw`^[ \t>#*/]{0,10}(?:\(?(\d{1,4})[).:]|\[(\d{1,4})\]|[-*+])\s{1,4}(?:"((?:[^"\\\n]|\\.){1,400})"|`,
  "'((?:[^'\\\\\\n]|\\\\.){1,400})'|`([^`\\n]{1,400})`)[,;+]?\\s{0,4}$",
);
const FEWEST = 3;
const FEWEST_CUTS = 4;

interface Part {
  offset: number;
  stem: string;
  number: number;
  text: string;
}

/** Texts that lie cut into numbered strings on lines of their own, put together again in the order of their numbers. */
export function joinFragments(text: string): JoinedText[] {
  const found: JoinedText[] = [];
  let run: Part[] = [];
  const finish = () => {
    // A list of phrases is a list, unless it goes on inside its words.
    if (run.length >= FEWEST && (run[0]?.stem !== LISTED || isCut(run))) found.push(together(run));
    run = [];
  };
  let offset = 0;
  for (const line of text.split("\n")) {
    const part = partOf(line, offset);
    offset += line.length + 1;
    if (part === null) {
      // A blank line parts nothing: each string of a data file stands for itself.
      if (line.trim() !== "") finish();
      continue;
    }
    if (run[0] !== undefined && !isSameRun(run, part)) finish();
    run.push(part);
  }
  finish();
  for (const match of text.matchAll(LIST)) {
    const pieces = [...(match[1] ?? "").matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)].map(
      ([, double, single]) => double ?? single ?? "",
    );
    found.push({ offset: match.index, text: pieces.join(""), isCut: isCut(pieces.map((piece) => ({ text: piece }))) });
  }
  return found;
}

function partOf(line: string, offset: number): Part | null {
  const match = line.length > 500 ? null : FRAGMENT.exec(line);
  if (match === null) return itemOf(line, offset);
  const [, stem = "", digits = "", ...quoted] = match;
  const isNumbered = digits !== "";
  // `a`, `b`, `c` are numbered too; other names name things.
  if (!isNumbered && stem.length !== 1) return null;
  const said = quoted.find((each) => each !== undefined) ?? "";
  return {
    offset,
    stem: isNumbered ? stem : "",
    number: isNumbered ? Number.parseInt(digits, 10) : stem.charCodeAt(0),
    text: unescaped(said),
  };
}

const LISTED = "item of a list";

function itemOf(line: string, offset: number): Part | null {
  const match = line.length > 500 ? null : ITEM.exec(line);
  if (match === null) return null;
  const [, first, second, ...quoted] = match;
  const digits = first ?? second;
  const said = quoted.find((each) => each !== undefined) ?? "";
  // Items without numbers come in the order in which they stand.
  const number = digits === undefined ? offset : Number.parseInt(digits, 10);
  return { offset, stem: LISTED, number, text: unescaped(said) };
}

const unescaped = (said: string): string =>
  said.replaceAll(/\\(.)/g, (_, each: string) => (each === "n" ? "\n" : each));

/**
 * Pieces of one length that end and begin with letters, or with the spaces between words: a ruler cut them, not a writer.
 */
export function isCut(parts: readonly { text: string }[]): boolean {
  if (parts.length < FEWEST_CUTS) return false;
  const whole = parts.slice(0, -1);
  const lengths = new Set(whole.map(({ text }) => text.length));
  let inside = 0;
  let spaced = 0;
  for (const [index, { text }] of whole.entries()) {
    const next = parts[index + 1]?.text ?? "";
    if (/[\p{L}\p{N}]$/u.test(text) && /^[\p{Ll}\p{N}]/u.test(next)) inside += 1;
    if (/\s$/.test(text) || /^[\s,.;:]/.test(next)) spaced += 1;
  }
  return inside >= 2 && (lengths.size === 1 || spaced >= 2);
}

const isSameRun = (run: Part[], part: Part): boolean => run[0]?.stem === part.stem;

function together(run: Part[]): JoinedText {
  const ordered = run.toSorted((a, b) => a.number - b.number);
  return { offset: run[0]?.offset ?? 0, text: ordered.map(({ text }) => text).join(""), isCut: isCut(ordered) };
}
