import { decodedLayers } from "./decoded-layers.ts";
import { joinFragments } from "./fragments.ts";
import { partsOf } from "./file-parts.ts";
import { isMostlyLatin } from "./homoglyphs.ts";
import { type Unseen, unseenIn } from "./invisible.ts";
import { type Disguise, lineReader } from "./normalise.ts";
import type { Block } from "./passage.ts";
import type { TextFile } from "./text-file.ts";

/** A stretch of a reading's text. */
export interface Span {
  start: number;
  end: number;
}

/** A block as it is read. */
export interface Passage extends Omit<Block, "lines" | "firstLine">, Span {
  /** How a decoded passage was written, as `base64`; null for others. */
  encoding: string | null;
}

/** One text to look for instructions in, each place of it with a line of the file. */
export interface Reading {
  file: TextFile;
  text: string;
  passages: Passage[];
  disguises: Disguise[];
  passageAt(offset: number): Passage;
  /** The 1-based line of the file. */
  lineAt(offset: number): number;
}

/** More than any manual; the rest of a larger text is not read, and that is told. */
const MOST_CHARACTERS = 1_500_000;

/** What a file says: its words as they are meant, the layers that were decoded from them, and what hides by being invisible. */
export function readFile(file: TextFile): { readings: Reading[]; unseen: Unseen[]; isWhole: boolean } {
  const text = file.text.slice(0, MOST_CHARACTERS);
  const unseen = unseenIn(text);
  const main = builder(file);
  const { read, disguises } = lineReader(isMostlyLatin(text));
  for (const block of partsOf({ ...file, text })) {
    const isCode = block.part === "fence";
    const lines = block.lines.map((line, index) => read(line, lineOf(block, index), isCode));
    main.add(block, isCode ? withVariables(lines) : lines, (index) => lineOf(block, index), null);
  }
  const shown = main.done(disguises);
  const decoded = builder(file);
  const layers: { text: string; by: string; line: number; carrier: Carrier }[] = [
    ...decodedLayers(shown.text).map(({ text, by, offset }) => ({
      text,
      by,
      line: shown.lineAt(offset),
      carrier: carrierOf(shown, offset),
    })),
    ...(file.kind === "code" ? joinFragments(text) : []).map(({ text: joined, offset }) => ({
      text: joined,
      by: "parts",
      line: file.lineOf(offset),
      carrier: NO_CARRIER,
    })),
    ...unseen.map(({ says, kind, offset }) => ({
      text: says,
      by: kind,
      line: file.lineOf(offset),
      carrier: NO_CARRIER,
    })),
  ];
  for (const { text, by, line, carrier } of layers) {
    if (text.trim() === "") continue;
    const inner = lineReader(isMostlyLatin(text));
    const lines = text.split(/\r\n|\r|\n/).map((each) => inner.read(each, line, true));
    decoded.add(
      { ...carrier, part: "decoded", firstLine: line, lines: [], isShown: true, isCarriedShown: carrier.isShown },
      lines,
      () => line,
      by,
    );
  }
  const hidden = decoded.done([]);
  const readings = hidden.passages.length === 0 ? [shown] : [shown, hidden];
  return { readings, unseen, isWhole: file.text.length <= MOST_CHARACTERS };
}

type Carrier = Pick<Block, "heading" | "leadIn" | "section" | "isShown">;

const NO_CARRIER: Carrier = { section: 0, heading: "", leadIn: "", isShown: false };

/** What stands around an encoded text says what it is there for. */
function carrierOf(shown: Reading, offset: number): Carrier {
  const { section, heading, leadIn, start, isShown } = shown.passageAt(offset);
  const said = shown.text.slice(Math.max(start, offset - 200), offset).trim();
  // In a table the first row says what the others are.
  const isCell = said.startsWith("|") && leadIn.startsWith("|");
  return { section, heading, leadIn: said.length > 12 && !isCell ? said : leadIn, isShown };
}

/** The strings of code are written on one line of it, however many they have. */
const lineOf = (block: Block, index: number): number => block.firstLine + index;

function builder(file: TextFile) {
  let text = "";
  const chunks: string[] = [];
  const passages: Passage[] = [];
  const starts: number[] = [];
  const numbers: number[] = [];
  let length = 0;
  const push = (piece: string) => {
    chunks.push(piece);
    length += piece.length;
  };
  return {
    add(block: Block, lines: string[], numberOf: (index: number) => number, encoding: string | null) {
      const { part, section, heading, leadIn, isShown, isCarriedShown } = block;
      const start = length;
      lines.forEach((line, index) => {
        starts.push(length);
        numbers.push(numberOf(index));
        // A line that goes on in the next one is one line to a shell.
        push(part === "fence" && line.endsWith("\\") ? `${line.slice(0, -1)} ` : `${line}\n`);
      });
      passages.push({ part, section, heading, leadIn, isShown, isCarriedShown, start, end: length, encoding });
      push("\n");
    },
    done(disguises: Disguise[]): Reading {
      text = chunks.join("");
      const lineAt = (offset: number) => numbers[before(starts, offset)] ?? 1;
      const beginnings = passages.map(({ start }) => start);
      // Asked only for offsets of what was found, and that lies in a passage.
      const passageAt = (offset: number) => passages[before(beginnings, offset)] as Passage;
      return { file, text, passages, disguises, passageAt, lineAt };
    },
  };
}

/** The index of the last of ascending `starts` at or before `offset`. */
export function before(starts: number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return Math.max(low - 1, 0);
}

const ASSIGNMENT =
  /(?:^|[\s;])\$?([A-Za-z_]\w{0,30})=(?:"([^"\s$]{1,200})"|'([^'\s]{1,200})'|([^\s"'`;|&$()]{1,200}))(?=\s|;|&|$)/g;
const MOST_VARIABLES = 50;

/** `a=cu; b=rl; $a$b …` says `curl …`: what the commands of one block are once their variables are filled in. */
function withVariables(lines: string[]): string[] {
  const values = new Map<string, string>();
  let room = 20_000;
  const fill = (line: string) =>
    line.replaceAll(/\$\{?([A-Za-z_]\w{0,30})\}?/g, (all, name: string) => {
      const value = values.get(name);
      if (value === undefined || value.length > room) return all;
      room -= value.length;
      return value;
    });
  return lines.map((line) => {
    if (!line.includes("=") && !line.includes("$")) return line;
    for (const [, name = "", ...found] of fill(line).matchAll(ASSIGNMENT)) {
      if (values.size < MOST_VARIABLES) values.set(name, found.find((each) => each !== undefined) ?? "");
    }
    return fill(line);
  });
}
