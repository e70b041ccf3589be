import { inPieces } from "@gaia/reading";
import type { Reading } from "../engine/reader.ts";
import { literal, type Source, UNKNOWN } from "../engine/value.ts";
import { add, event } from "../lines/line-acts.ts";
import { isRoot } from "./source-acts.ts";
import { argumentsAt, type Named } from "./source-names.ts";
import { CONNECTION, LOCKS, REMOVES, TIES, WALKS, WRITES } from "./source-patterns.ts";
import { HOME, pathsIn, textsIn } from "./source-values.ts";

const BARE_SHELL = inPieces(
  "",
  String.raw`(?:\(|\{|\[|=|,|\s)\s{0,4}"(?:\/(?:usr\/)?bin\/(?:env\s)?)?(?:(?:ba|z|da|k)?sh|cmd(?:\.exe)?|`,
  String.raw`powershell(?:\.exe)?)(?:\s-i)?"\s{0,4}(?:\)|\]|\}|,\s{0,4}(?:"-i"|"(?:ba|z)?sh"|NULL|nil|null|\(char|`,
  String.raw`argv|args|0)|;|$|\s{1,4}[{\n])`,
);
const STARTED =
  /[eE]xec|Command|Process|popen|spawn|system|launchPath|executableURL|FileName|run|Child|open_port|Port\.open/;
const HIDDEN = inPieces(
  "i",
  String.raw`^(?:WScript\.Shell|Shell\.Application|MSXML2\.(?:Server)?XMLHTTP[\d.]{0,4}|Microsoft\.XMLHTTP|`,
  String.raw`ADODB\.Stream|powershell(?:\.exe)?|cmd\.exe(?: \/c)?|\/bin\/(?:ba|z)?sh|execute|loadstring|`,
  String.raw`ExecuteGlobal|java\.lang\.Runtime|getRuntime|os\.execute|io\.popen|VirtualAlloc|URLDownloadToFile[AW]?|`,
  String.raw`WriteProcessMemory|CreateRemoteThread|FromBase64String|DownloadString|DownloadFile)$`,
);
const NEAR = 30;

const IS_PICKED_PATTERN = inPieces(
  "",
  String.raw`"[^"]{0,40}\.(?:tmp|log|bak|cache|DS_Store|pyc|orig|swp|o|class)"|node_modules|__pycache__|[cC]ache|`,
  String.raw`ModTime|lastModified|mtime|older`,
);

/** What only the whole program tells: a shell on a connection, a walk and what it destroys. */
export function wholeProgram(
  reading: Reading,
  program: readonly Named[],
  plain: string,
  graves: readonly Source[],
): void {
  gathered(reading, program, graves);
  const lineOf = (named: Named | undefined): number => (named?.line ?? 1) + reading.unit.firstLine - 1;
  const socket = program.findIndex(({ text }) => CONNECTION.test(text));
  const shell = socket === -1 ? undefined : program.find(({ text }) => STARTED.test(text) && BARE_SHELL.test(text));
  if (shell !== undefined && TIES.test(plain) && program.length < 600)
    add(reading, {
      ...event(lineOf(shell), "redirect-streams", "a shell on a connection"),
      target: literal("somebody"),
    });
  const walk = program.findIndex(({ text }, at) => WALKS.test(text) && isRooted(program, at));
  if (walk === -1 || program.length > 400) return;
  const from: Source = { taint: "user-files", what: "the user's folder", line: lineOf(program[walk]) };
  const inside = program.slice(walk, walk + NEAR);
  const isPicked = inside.some(({ text }) => IS_PICKED_PATTERN.test(text));
  const removal = inside.find(({ text }) => REMOVES.test(text) && !textsIn(text).some((each) => each.length > 2));
  if (removal !== undefined && !isPicked)
    add(reading, { ...event(lineOf(removal), "delete", "a removal"), target: { ...UNKNOWN, sources: [from] } });
  const lock = program.find(({ text }) => LOCKS.test(text));
  if (lock !== undefined && inside.some(({ text }) => WRITES.test(text)))
    add(reading, { ...event(lineOf(lock), "encrypt", "a cipher"), inputs: [{ ...UNKNOWN, sources: [from] }] });
}

/** A store that is read and a request that carries something, in a program too short to do two things. */
function gathered(reading: Reading, program: readonly Named[], graves: readonly Source[]): void {
  const [source] = graves;
  if (source === undefined || program.length > 200) return;
  const isTold = reading.events.some(
    ({ act, inputs, auth }) =>
      act === "send" && [...inputs, ...auth].some(({ sources }) => sources.some(({ taint }) => taint === source.taint)),
  );
  const sink = reading.events.find(
    ({ act, line, callee }) => act === "send" && line !== source.line && CARRIES.test(callee),
  );
  if (!isTold && sink !== undefined) add(reading, { ...sink, inputs: [{ ...UNKNOWN, sources: [source] }] });
}

const CARRIES = /post|put|upload|OutputStream|body|send_|BodyPublishers|sendto/i;

/** A walk begins in a root of the user's: there, or in what stands just before. */
function isRooted(program: readonly Named[], at: number): boolean {
  const { text = "" } = program[at] ?? {};
  const near = program.slice(Math.max(0, at - 4), at + 1);
  const open = text.search(WALKS);
  const first = argumentsAt(text, Math.max(0, text.indexOf("(", open)))[0] ?? "";
  const before = text.slice(0, Math.max(0, open));
  if (HOME.test(before) && !/"[^"~]{3,}"/.test(before.replace(HOME, ""))) return true;
  if (HOME.test(first) && !/"[^"~]{3,}"/.test(first.replace(HOME, ""))) return true;
  if (pathsIn(text).some(isRoot)) return true;
  return near.some(
    (each) =>
      each.assigned.some((name) => new RegExp(`\\b${name}\\b`).test(text)) &&
      HOME.test(each.text) &&
      textsIn(each.text.replace(HOME, "")).every((path) => /^[/~.]?$|Documents|Desktop|Pictures/.test(path)),
  );
}

/** Names of what starts programs or fetches them, which the program never writes whole. */
export function hiddenNames(reading: Reading, program: readonly Named[]): void {
  for (const { made, line } of program) {
    const name = made.find((each) => each.length <= 60 && HIDDEN.test(each.trim()));
    if (name !== undefined && !reading.unit.text.toLowerCase().includes(name.toLowerCase()))
      add(reading, { ...event(line + reading.unit.firstLine - 1, "run", name), naming: "computed" });
  }
}
