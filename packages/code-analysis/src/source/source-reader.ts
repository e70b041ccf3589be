import { cpuMs } from "@gaia/syntax";
import { NO_TIME_LEFT } from "@gaia/findings";
import { type CodeUnit, SOURCE_FILES, SOURCE_LANGUAGES, SOURCE_PROGRAMS, UNREAD_SOURCE, inPieces } from "@gaia/reading";
import { readInTurn } from "../engine/read-in-turn.ts";
import { cutOff, type Reader, type Reading, unread } from "../engine/reader.ts";
import { type Source, UNKNOWN } from "../engine/value.ts";
import { add, event, noteText } from "../lines/line-acts.ts";
import { asShell } from "./source-as-shell.ts";
import { actsOf, followFiles, type Judged, type KeptFiles, valueOf } from "./source-acts.ts";
import { commandsOf, STARTS } from "./source-commands.ts";
import { statementsOf } from "./source-lexer.ts";
import {
  give,
  giveCalls,
  type Held,
  heldIn,
  joinHeld,
  type Named,
  namedIn,
  newNames,
  NOTHING,
} from "./source-names.ts";
import * as patterns from "./source-patterns.ts";
import { addressOf, HOME, ownSources, ownTexts, pathOf, urlIn } from "./source-values.ts";
import { hiddenNames, wholeProgram } from "./source-whole.ts";

/** Raised when the same statement is followed otherwise. */
const REVISION = 2;
const MOST_CHARACTERS = 600_000;
const LISPS = new Set(["lisp", "clojure"]);

/**
 * Reads languages that there is no grammar for by the calls that their libraries give them: how comments and texts are written is
 * data for each family, and names carry what they hold from one statement to the next. Coarse, and bounded.
 */
export const sourceReader: Reader = {
  languages: SOURCE_LANGUAGES,
  configuration: [
    REVISION,
    SOURCE_FILES.map(String),
    SOURCE_PROGRAMS.map(String),
    ...Object.values(patterns).map(String),
    String(STARTS),
    String(HOME),
  ],
  async read(units, tools) {
    return readInTurn(units, tools, readSource);
  },
};

/** What nobody reads is no clean file. */
export const unreadReader: Reader = {
  languages: ["unknown"],
  configuration: [1, String(UNREAD_SOURCE)],
  async read(units) {
    return units.map((unit) =>
      unit.isBeyond === true
        ? unread(unit, { cut: "it holds more commands than are read" })
        : unread(unit, { problem: "nothing here reads the language that it is written in" }),
    );
  },
};

/** A rows-and-statements dump is data but for what starts programs. */
const RUNS_PROGRAMS = inPieces(
  "i",
  String.raw`xp_cmdshell|\bPROGRAM\s{1,4}'|load_extension|sp_OACreate|sys_exec|UTL_HTTP|pg_read_file|lo_export|`,
  String.raw`\bCREATE\s{1,4}(?:OR\s{1,4}REPLACE\s{1,4})?FUNCTION\b[^;]{0,200}\bLANGUAGE\s{1,4}(?:plpython|plperl|`,
  String.raw`plsh|c\b)`,
);

function readSource(unit: CodeUnit, leftMs: number): Reading {
  const reading = unread(unit, {});
  if (unit.language === "sql" && !RUNS_PROGRAMS.test(unit.text.slice(0, MOST_CHARACTERS * 4))) return reading;
  if (unit.text.length > MOST_CHARACTERS) cutOff(reading, "it is too large to be read");
  if (unit.language === "fish" || unit.language === "nushell") return asShell(reading, MOST_CHARACTERS);
  const encoded =
    unit.language === "vbscript" || unit.language === "jscript" ? /#@~\^[A-Za-z0-9+/]{6}==/.exec(unit.text) : null;
  if (encoded !== null)
    add(reading, {
      ...event(unit.firstLine, "evaluate", "an encoded script"),
      inputs: [{ ...UNKNOWN, sources: [{ taint: "blob", what: "Script Encoder", line: unit.firstLine }] }],
    });
  const until = cpuMs() + leftMs;
  const names = newNames();
  const plain = unit.text.slice(0, MOST_CHARACTERS);
  const { statements, cut } = statementsOf(unit.language === "autohotkey" ? asCalls(plain) : plain, unit.language);
  if (cut !== null) cutOff(reading, cut);
  const program = namedIn(statements, names, LISPS.has(unit.language));
  hiddenNames(reading, program);
  const files: KeptFiles = new Map();
  const graves: Source[] = [];
  // The first time names learn what functions give; the second time all is said.
  for (const isLast of [false, true]) {
    const said = isLast ? reading : { ...reading, events: [], texts: [], embedded: [] };
    for (const [index, named] of program.entries()) {
      if (index % 64 === 0 && cpuMs() > until) {
        cutOff(reading, NO_TIME_LEFT);
        break;
      }
      follow(said, named, unit, (piece) => heldIn(piece, named, names), { names, files, graves });
    }
  }
  if (names.isFull) cutOff(reading, "it has more names than are followed");
  wholeProgram(reading, program, plain, graves);
  return reading;
}

const AS_CALLS_PATTERN = inPieces(
  "gm",
  String.raw`^([ \t]{0,40}(?:Run|RunWait|UrlDownloadToFile|FileAppend|FileCopy|FileCreateShortcut|FileDelete|`,
  String.raw`FileRemoveDir|FileRead|RegWrite|EnvGet)),[ \t]{0,8}([^\n"]{1,1000})$`,
);

/** AutoHotkey's commands take their words without quotes. */
const asCalls = (text: string): string =>
  text.replaceAll(
    AS_CALLS_PATTERN,
    (_all, command: string, words: string) =>
      `${command}(${words
        .trim()
        .split(/\s{0,4},\s{0,4}/)
        .map((word) => `"${word}"`)
        .join(", ")})`,
  );

/** The path in the user's folder that a statement puts together. */
function placed(named: Named, heldOf: (piece: string) => Held): readonly string[] {
  if (named.text.length > 600) return [];
  const held = heldOf(named.text).texts;
  if (!HOME.test(named.text) && !held.some((text) => text.startsWith("~"))) return [];
  const path = pathOf(
    named.text.replace(/^[^="]{0,200}?(?::=|<-|=)(?!=)/, ""),
    (name) => heldOf(name).texts.find((text) => /^[~/]/.test(text)) ?? null,
  );
  return /^~[^\s]{0,200}$/.test(path) ? [path] : [];
}

const isGrave = ({ taint }: Source): boolean => taint === "secret-file" || taint === "env-all";

function follow(
  reading: Reading,
  named: Named,
  unit: CodeUnit,
  heldOf: (piece: string) => Held,
  state: { names: ReturnType<typeof newNames>; files: KeptFiles; graves: Source[] },
): void {
  const line = named.line + unit.firstLine - 1;
  const held = heldOf(named.text);
  const address = addressOf(named.text, held);
  const isQuiet = !/["$(!{]|env|exec|spawn/i.test(named.text) && held === NOTHING;
  if (isQuiet) {
    give(named, state.names, NOTHING);
    return;
  }
  const own = ownSources(named.text, line, address);
  const given = commandsOf(reading, { text: named.text, line, heldOf }, unit.language);
  const judged: Judged = { named, line, own: [...own, ...given], held, address, heldOf };
  const value = valueOf(judged, heldOf);
  actsOf(reading, judged, value);
  const grave = patterns.READS.test(named.text) ? value.sources.find(isGrave) : undefined;
  if (grave !== undefined) state.graves.push(grave);
  followFiles(reading, judged, value, state.files);
  const texts = ownTexts(named.text);
  const kept = patterns.CHILD_ENV.test(named.text)
    ? value.sources.filter(({ taint }) => taint !== "env-all" && taint !== "secret-env")
    : value.sources;
  const path = placed(named, heldOf);
  const whole = joinHeld({ ...NOTHING, texts: path }, { ...value, sources: kept, texts: [...texts, ...held.texts] });
  give(named, state.names, whole);
  giveCalls(named, state.names, whole, (piece) =>
    joinHeld(heldOf(piece), { ...NOTHING, texts: ownTexts(piece), sources: ownSources(piece, line, urlIn(piece)) }),
  );
  if (named.text.length >= 6)
    noteText(reading, { text: named.text.slice(0, 2_000).replaceAll(/[\u0001\u0002]/g, " "), line });
}
