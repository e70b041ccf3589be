import { inPieces } from "@gaia/reading";
import type { Reading } from "../engine/reader.ts";
import { type Source, UNKNOWN } from "../engine/value.ts";
import { add, event } from "./line-acts.ts";
import type { Named } from "./line-names.ts";
import { LOCKING, OVERWRITING, REMOVING, USER_ROOT, WALKING } from "./statement-patterns.ts";

/** Programs longer than this do more than one thing: what stands far apart need not belong together. */
const MOST_STATEMENTS = 250;
const READING = inPieces(
  "i",
  String.raw`File\.(?:read|binread|open|foreach|readlines)|IO\.(?:read|binread)|Dir\.glob|Dir\[|\bopen\b|Get-Content|\bgc\b|`,
  String.raw`^\s{0,20}[(@]?\s{0,4}set\s{0,4}[>|]|ReadAll|OpenRead|Copy-Item|Compress-Archive|file_get_contents|fopen|readfile|slurp|`,
  String.raw`SQLite|DBI->connect|PDO|Get-ChildItem|\bcopy\b|\bglob\b|Unprotect|Retrieve|key=clear|GetAsyncKeyState|GetKeyboardState|`,
  String.raw`\.each|\.(?:flat_)?map\b|\.filter_map|\.select\b|load_file|File\.(?:file|exist)|Find\.find|Path::Tiny|read_file|read_text|`,
  String.raw`\bforeach\b|\bfor\b|to_h|dump-keychain|find-\w{1,10}-password`,
);

/** What only the whole program tells: a source and a sink that no name ties, a walk and what it destroys. */
export function wholeProgram(reading: Reading, program: readonly Named[], own: readonly (readonly Source[])[]): void {
  destroyed(reading, program);
  if (program.length > MOST_STATEMENTS) return;
  const isTold = reading.events.some(
    ({ act, inputs }) => act === "send" && inputs.some(({ sources }) => sources.some(isGrave)),
  );
  if (isTold) return;
  const index = program.findIndex(({ text }, at) => READING.test(text) && (own[at] ?? []).some(isGrave));
  const source = (own[index] ?? []).find(isGrave);
  const sink =
    source === undefined ? undefined : reading.events.find(({ act, line }) => act === "send" && line !== source.line);
  if (source !== undefined && sink !== undefined)
    add(reading, { ...sink, inputs: [{ ...UNKNOWN, sources: [source] }] });
}

const isGrave = ({ taint, what }: Source): boolean =>
  taint === "secret-file" || taint === "env-all" || (taint === "user-data" && what === "keyboard");

const IS_WRITTEN_PATTERN = inPieces(
  "i",
  String.raw`file_put_contents|File\.(?:bin)?write|\.write\b|File\.open\([^)]{0,80}["']w|WriteAll|Set-Content|`,
  String.raw`\bprint\s{0,2}\{|>\$|rename|move`,
);

/** A walk over the user's own folders, and something that removes or locks what it meets. */
function destroyed(reading: Reading, program: readonly Named[]): void {
  if (program.length > MOST_STATEMENTS) return;
  const line = (at: number) => (program[at]?.line ?? 1) + reading.unit.firstLine - 1;
  const root = program.findIndex(({ text }) => USER_ROOT.test(text));
  const walk = program.findIndex(({ text }) => WALKING.test(text));
  if (root === -1 || walk === -1) return;
  const from: Source = {
    taint: "user-files",
    what: USER_ROOT.exec(program[root]?.text ?? "")?.[0] ?? "",
    line: line(root),
  };
  // What is removed is what the walk met, which a name stands for.
  const isOfNames = (text: string) => reading.unit.language === "ruby" || /[$%*]/.test(text);
  const isNear = (at: number) => at !== -1 && Math.abs(at - walk) <= 25;
  const removal = program.findIndex(({ text }, at) => at >= walk && REMOVING.test(text) && isOfNames(text));
  const isPicked = program
    .slice(walk, removal + 1)
    .some(({ text }) => /\.(?:tmp|log|bak|cache|DS_Store|pyc|orig|swp)\b|node_modules|__pycache__|\bcache/i.test(text));
  if (isNear(removal) && removal >= walk && !isPicked)
    add(reading, { ...event(line(removal), "delete", "a removal"), target: { ...UNKNOWN, sources: [from] } });
  const over = program.findIndex(({ text }, at) => at >= walk && OVERWRITING.test(text) && isOfNames(text));
  if (isNear(over))
    add(reading, { ...event(line(over), "delete", "an overwriting"), target: { ...UNKNOWN, sources: [from] } });
  const lock = program.findIndex(({ text }) => LOCKING.test(text));
  const isWritten = program.some(({ text }) => IS_WRITTEN_PATTERN.test(text));
  if (lock !== -1 && isWritten)
    add(reading, { ...event(line(lock), "encrypt", "a cipher"), inputs: [{ ...UNKNOWN, sources: [from] }] });
}
