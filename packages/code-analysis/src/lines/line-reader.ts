import type { CodeUnit } from "@gaia/reading";
import { readInTurn } from "../engine/read-in-turn.ts";
import { cutOff, type Reader, type Reading, unread } from "../engine/reader.ts";
import { joinSources, literal, type Source, UNKNOWN, type Value } from "../engine/value.ts";
import { withoutAliases } from "./line-aliases.ts";
import { actsOf, add, commandsOf, event, noteText } from "./line-acts.ts";
import { followFiles, type KeptFiles } from "./line-files.ts";
import { FOLD_PATTERNS, folded, hiddenName } from "./line-fold.ts";
import { give, heldBy, heldIn, type Named, namedIn, newNames, type Names } from "./line-names.ts";
import * as patterns from "./line-patterns.ts";
import { plainText, statementsOf } from "./line-statements.ts";
import { hostIn, keepText, ownSources, urlIn, withTexts } from "./line-values.ts";
import { wholeProgram } from "./line-whole.ts";

/** Raised when the same statement is followed otherwise. */
const REVISION = 6;
const MOST_CHARACTERS = 600_000;
const MOST_STATEMENT = 6_000;
/** Rounds in which what names hold goes from one to the next. */
const ROUNDS = 3;

/**
 * Reads languages that there is no grammar for here, statement by statement: where the words of one say that data comes
 * from, and what becomes of it, through variables, members and functions. Coarse, and bounded.
 */
export const lineReader: Reader = {
  languages: ["powershell", "batch", "applescript", "ruby", "perl", "php"],
  configuration: [
    REVISION,
    ...Object.values(patterns).map((pattern) =>
      Array.isArray(pattern) ? pattern.map(String) : JSON.stringify(pattern) + String(pattern),
    ),
    FOLD_PATTERNS,
  ],
  async read(units, tools) {
    return readInTurn(units, tools, readLines);
  },
};

function readLines(unit: CodeUnit): Reading {
  const reading = unread(unit, { cut: unit.text.length > MOST_CHARACTERS ? "it is too large to be read" : null });
  const { text: plain, isWhole } = withoutAliases(plainText(unit, MOST_CHARACTERS), unit.language);
  if (!isWhole) cutOff(reading, "it gives more things another name than are followed");
  const names = newNames();
  const program = spelledOut(unit, reading, plain, names);
  const own = program.map(({ text, line }) => ownSources(text, line + unit.firstLine - 1));
  const sourcesAt = (index: number, named: Named): readonly Source[] =>
    joinSources(own[index] ?? [], heldBy(named, names));
  for (let round = 0; round < ROUNDS; round += 1)
    program.forEach((named, index) => give(named, names, sourcesAt(index, named)));
  if (names.isFull) cutOff(reading, "it has more names than are followed");
  const files: KeptFiles = { kept: new Map(), opened: new Map() };
  for (const [index, named] of program.entries()) {
    const line = named.line + unit.firstLine - 1;
    const held = heldBy(named, names);
    const value: Value = { ...UNKNOWN, text: addressOf(named, names), sources: joinSources(own[index] ?? [], held) };
    const judged = {
      text: named.text,
      line,
      value,
      held,
      heldIn: (piece: string) => heldIn(piece, named, names, unit.language),
    };
    actsOf(reading, judged);
    commandsOf(reading, judged);
    followFiles(reading, named, line, value.sources, files);
    if (named.text.trim().length >= 6) noteText(reading, { text: named.text, line });
  }
  shellOverSocket(reading, plain);
  wholeProgram(reading, program, own);
  return reading;
}

/** The statements, with what is written in pieces put together and texts that have a name filled in. */
function spelledOut(unit: CodeUnit, reading: Reading, plain: string, names: Names): Named[] {
  const { statements, cut } = statementsOf(unit, plain);
  if (cut !== null) cutOff(reading, cut);
  const spelled = statements.map((statement) => {
    const filled = withTexts(statement.text, names.texts);
    if (filled.length > MOST_STATEMENT) cutOff(reading, "a statement is longer than is read");
    const { text, made, isWhole } = folded(filled.slice(0, MOST_STATEMENT));
    if (!isWhole) cutOff(reading, "a statement puts together more texts than are followed");
    if (!keepText(text, names.texts)) cutOff(reading, "it has more names than are followed");
    const hidden = made.length === 0 ? null : hiddenName(made, plain);
    if (hidden !== null)
      add(reading, { ...event(statement.line + unit.firstLine - 1, "run", hidden), naming: "computed" });
    return { ...statement, text };
  });
  return namedIn(spelled, names, unit.language);
}

/** The address in a statement, or behind a name of which it speaks. */
function addressOf({ text, used }: Named, names: Names): string | null {
  const own = urlIn(text);
  if (own !== null) return own;
  for (const name of used) {
    const held = names.texts.get(name.replace(/^.*[.:]/, ""));
    const url = held === undefined ? null : urlIn(held);
    if (url !== null) return url;
  }
  return null;
}

/** A connection and a shell in one program. */
function shellOverSocket(reading: Reading, plain: string): void {
  const { socket, shell } = patterns.SHELL_OVER_SOCKET;
  const found = socket.exec(plain);
  if (found === null || !shell.test(plain)) return;
  const line = plain.slice(0, found.index).split("\n").length + reading.unit.firstLine - 1;
  add(reading, { ...event(line, "redirect-streams", found[0]), target: literal(hostIn(plain) ?? "somebody") });
}
