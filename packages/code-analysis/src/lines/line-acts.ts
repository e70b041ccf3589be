import { AUTH, BY_NAME, WRITES, RUN_CALL, ANSWER, COMMAND, PROGRAM_PATTERN } from "./act-patterns.ts";
import { base64Text } from "../engine/decode-text.ts";
import type { CodeUnit } from "@gaia/reading";
import type { CodeEvent, CodeText } from "../engine/event.ts";
import { cutOff, type Reading } from "../engine/reader.ts";
import { persistentPlace } from "../engine/sensitive-path.ts";
import { literal, type Source, UNKNOWN, type Value } from "../engine/value.ts";
import { ACTS, COMMANDS } from "./line-patterns.ts";
import { CALLED_BY_NAME, SHELL_GIVEN, SPOKEN } from "./statement-patterns.ts";
import { homely, pathsIn } from "./line-values.ts";

const MOST_EVENTS = 2_000;
/** One statement as it is judged. */
export interface Judged {
  text: string;
  line: number;
  value: Value;
  /** What the names hold that it speaks of, without itself. */
  held: readonly Source[];
  /** What the names in a piece of it hold. */
  heldIn(piece: string): readonly Source[];
}

export function event(line: number, act: CodeEvent["act"], callee: string): CodeEvent {
  return {
    act,
    callee,
    line,
    scope: "",
    target: UNKNOWN,
    inputs: [],
    auth: [],
    options: {},
    naming: "plain",
    onLoad: true,
    certain: true,
  };
}

export function add(reading: Reading, each: CodeEvent): void {
  if (reading.events.length < MOST_EVENTS) reading.events.push(each);
  else cutOff(reading, "it does more than is followed");
}

const MOST_EMBEDDED = 200;

/** Hands code inside a statement to the reader of its language. */
function embed(reading: Reading, inner: Partial<CodeUnit>): void {
  if (reading.embedded.length < MOST_EMBEDDED) reading.embedded.push({ ...reading.unit, ...inner });
  else cutOff(reading, "more code stands inside it than is read");
}

const MOST_TEXTS = 5_000;

/** Keeps a statement's text for the rules. */
export function noteText(reading: Reading, text: CodeText): void {
  if (reading.texts.length < MOST_TEXTS) reading.texts.push(text);
  else cutOff(reading, "it has more statements than are read");
}

/** What leaves, and what only says who asks. */
function sent(said: CodeEvent, { text, value, line }: Judged, target: Value): CodeEvent {
  const isAuth = ({ taint }: Source) => AUTH.test(text) && (taint === "secret-env" || taint === "dotenv");
  const carried = value.sources.filter(
    (source) => !isAuth(source) && !(source.taint === "network" && source.line === line),
  );
  const shown = value.sources.filter(isAuth);
  return {
    ...said,
    target,
    inputs: [{ ...UNKNOWN, sources: carried }],
    auth: shown.length === 0 ? [] : [{ ...UNKNOWN, sources: shown }],
  };
}

export function actsOf(reading: Reading, judged: Judged): void {
  const { text, line, value } = judged;
  const target: Value = value.text === null ? UNKNOWN : literal(value.text);
  const isNetwork = value.sources.some((source) => source.taint === "network" && source.line === line);
  if (isNetwork && value.text !== null) add(reading, { ...event(line, "fetch", "a download"), target });
  let isSent = false;
  for (const [pattern, act, callee] of ACTS) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const said = {
      ...event(line, act, act === "evaluate" || act === "send" ? found[0].trim().slice(0, 60) : callee),
      inputs: [value],
    };
    if (act === "evaluate") evaluated(reading, said, judged);
    else if (act === "send") {
      isSent = true;
      add(reading, sent(said, judged, target));
    } else if (act === "delete-tree")
      add(reading, {
        ...said,
        target: literal(placeIn(text)),
        options: /Format-Volume|Clear-Disk|Initialize-Disk|\bformat\s/i.test(text) ? { disk: literal("true") } : {},
      });
    else if (act === "write")
      add(reading, { ...said, callee: "Set: a start entry", target: literal("C:/Windows/System32/Tasks/x") });
    else if (act === "capture")
      add(reading, {
        ...said,
        target: literal(value.sources.find(({ taint }) => taint === "user-data")?.what ?? "the screen"),
      });
    else add(reading, { ...said, target: literal(act === "disable-protection" ? found[0].slice(0, 60) : callee) });
  }
  const socket = value.sources.find(({ taint, what }) => taint === "network" && what === "a connection");
  if (!isSent && socket !== undefined && SPOKEN.test(text))
    add(reading, sent(event(line, "send", "a connection"), judged, target));
  const called = BY_NAME.exec(text)
    ?.slice(1)
    .find((name) => name !== undefined);
  const hidden =
    called === undefined
      ? undefined
      : judged.heldIn(called).find(({ taint }) => taint === "decoded" || taint === "blob");
  if (hidden !== undefined)
    add(reading, {
      ...event(line, "unknown-call", "a function by its name"),
      inputs: [{ ...UNKNOWN, sources: [hidden] }],
    });
  startFiles(reading, judged);
}

/** A file that something reads when it starts. */
function startFiles(reading: Reading, { text, line, value }: Judged): void {
  if (!WRITES.test(text)) return;
  const bare = [...text.matchAll(/["'>\s]((?:~|\/|%|\$(?:HOME|env:|PROFILE|\{?ENV)|#\{)[^"'\n>]{3,200})/gi)].map(
    ([, path = ""]) =>
      homely(path)
        .replace(/^\$PROFILE.*/i, "~/profile.ps1")
        .trim(),
  );
  const isRead =
    /Get-Content|File\.read|readlines|["']<["']|["']r["']/.test(text) &&
    !/["']>>?["']|["'][aw]\+?["']|Set-|Add-|Out-/.test(text);
  const path = isRead ? undefined : [...bare, ...pathsIn(text)].find((each) => persistentPlace(each) !== null);
  if (path !== undefined)
    add(reading, { ...event(line, "write", "Set-Content"), target: literal(path), inputs: [{ ...value, text }] });
}

/**
 * A download that is run is judged as in a shell, where PowerShell's own line for installers says it; what was decoded,
 * and what else comes from elsewhere, as everywhere.
 */
function evaluated(reading: Reading, said: CodeEvent, judged: Judged): void {
  const { text, line, held } = judged;
  const isLine = reading.unit.language === "powershell" || reading.unit.language === "batch";
  // A pipe brings its text from the left; elsewhere what becomes code stands after the word.
  const after = isLine ? [] : judged.heldIn(text.slice(Math.max(0, text.indexOf(said.callee.slice(-5)))));
  const own = judged.value.sources.filter(
    (source) => source.line === line || after.some(({ taint, what }) => taint === source.taint && what === source.what),
  );
  const value = isLine ? judged.value : { ...judged.value, sources: own };
  const isDecoded = value.sources.some(({ taint }) => taint === "decoded" || taint === "blob");
  const download = value.sources.find(({ taint }) => taint === "network");
  const isShell = reading.unit.language === "powershell" || reading.unit.language === "batch";
  if (isDecoded)
    add(reading, {
      ...said,
      inputs: [{ ...value, sources: value.sources.filter(({ taint }) => taint !== "network") }],
    });
  if (download !== undefined && (!isShell || (value.text === null && held.some(({ taint }) => taint === "network"))))
    add(reading, { ...said, inputs: [{ ...value, text: null, sources: [download] }] });
  else if (download !== undefined)
    add(reading, {
      ...said,
      act: "run",
      callee: `${said.callee} `,
      target: literal(said.callee),
      options: {
        executes: literal("an argument"),
        ...(/hidden/i.test(reading.unit.text) ? { silent: literal("true"), background: literal("true") } : {}),
      },
    });
  const encoded = /["']([A-Za-z0-9+/=]{24,20000})["']/.exec(text)?.[1];
  const decoded = encoded === undefined ? null : base64Text(encoded);
  if (decoded !== null && /^[\x09\x0a\x0d\x20-\x7e\0]+$/.test(decoded))
    embed(reading, { text: decoded.replaceAll("\0", ""), firstLine: line, from: "decoded" });
}

function placeIn(text: string): string {
  const path =
    /(?:["'\s(])((?:[A-Za-z]:\\?|~|\/(?![a-z](?:\s|$))|\$HOME|\$env:\w{2,20}|%\w{2,20}%|Dir\.home)[^"'\s)]{0,200})/i.exec(
      text,
    )?.[1] ?? "";
  return path
    .replace(/^(?:\$HOME|\$env:USERPROFILE|%USERPROFILE%|Dir\.home)/i, "~")
    .replaceAll("\\", "/")
    .replace(/^([A-Za-z]:)\/?\*?$/, "$1")
    .replace(/^[A-Za-z]:(?=\/(?:Users|home))/i, "");
}

/** Command lines in strings go to the shell's own reader. */
export function commandsOf(reading: Reading, { text, line, value, held, heldIn }: Judged): void {
  const isShell = reading.unit.language === "powershell" || reading.unit.language === "batch";
  const carried = value.sources.filter(({ taint }) => /^(?:secret|env-all|user-data|dotenv)/.test(taint));
  let isRun = false;
  for (const match of text.matchAll(COMMANDS)) {
    const command = match[1]?.replaceAll(/\\(.)/g, "$1") ?? match[2] ?? match[3] ?? "";
    if (isShell || command.length < 4) continue;
    isRun ||= !/^\s*(?:#\{|\$|@)/.test(command) && (match[3] === undefined || /^(?:`|%x)/.test(match[0]));
    add(reading, { ...event(line, "run", "a command"), target: { ...literal(command), sources: carried } });
    embed(reading, {
      language: "bash",
      text: listed(text, match.index, command),
      firstLine: line,
      from: "string",
    });
  }
  const given = isShell ? SHELL_GIVEN.exec(text) : null;
  const name = given?.[1] ?? given?.[2];
  const told =
    name === undefined ? undefined : heldIn(given?.[1] === undefined ? `%${name}%` : `$${name}`).find(isPeer(reading));
  if (told !== undefined) heard(reading, line, told);
  const peer = held.find(({ taint }) => taint === "network");
  const asked = value.sources.find(({ taint, what }) => taint === "network" && what === "a request from outside");
  const outside = asked ?? peer;
  if (!isShell && outside !== undefined && RUN_CALL.test(text) && !isRun) heard(reading, line, outside);
  else if (asked !== undefined && CALLED_BY_NAME.test(text) && /_\w+\[/.test(text)) heard(reading, line, asked);
  programs(reading, text, line);
}

/** A connection, or an answer that a name is given; a script that only speaks of an address is no answer. */
const isPeer =
  ({ unit }: Reading) =>
  ({ taint, what, line }: Source): boolean =>
    taint === "network" &&
    (what === "a connection" || ANSWER.test(unit.text.split("\n", line)[line - unit.firstLine]?.slice(0, 500) ?? ""));
/** What a peer says is run. */
function heard(reading: Reading, line: number, source: Source): void {
  add(reading, {
    ...event(line, "run", "a command"),
    target: { ...UNKNOWN, sources: [source] },
  });
}

/** `system('screencapture', '-x', path)`: the words after the first one belong to it. */
function listed(text: string, index: number, command: string): string {
  const rest =
    /^[^"']{0,40}(?:"[^"\n]*"|'[^'\n]*')((?:\s{0,4},\s{0,4}(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[$@]?[\w.]{1,40}))+)/.exec(
      text.slice(index),
    );
  if (rest === null || /\s/.test(command)) return command;
  const words = (rest[1] ?? "")
    .split(/\s{0,4},\s{0,4}/)
    .map((word) => (/^["']/.test(word) ? `'${word.slice(1, -1).replaceAll("'", "")}'` : '"${UNKNOWN_PART}"'));
  return `${command} ${words.join(" ")}`.slice(0, 4_000);
}

function programs(reading: Reading, text: string, line: number): void {
  const program = PROGRAM_PATTERN.exec(text);
  if (program === null || reading.unit.language === "applescript") return;
  add(reading, {
    ...event(line, "run", program[1] ?? ""),
    target: literal(`${program[1]} ${program[2]}`.slice(0, 1_000)),
  });
  const inner =
    /^(?:powershell|pwsh)$/i.test(program[1] ?? "") && reading.unit.language === "batch"
      ? COMMAND.exec(program[2] ?? "")
      : null;
  if (inner !== null)
    embed(reading, {
      language: "powershell",
      text: inner.slice(1).find((each) => each !== undefined) ?? "",
      firstLine: line,
      from: "string",
    });
  const code = /(?:^|[\s"'(,])-(?:enc\w{0,12}|e|ec)["']?\s{0,4},?\s{0,4}["']?([A-Za-z0-9+/=]{16,20000})/i.exec(
    program[2] ?? "",
  )?.[1];
  if (code === undefined) return;
  const decoded = Buffer.from(code, "base64").toString("utf16le");
  add(reading, {
    ...event(line, "evaluate", "powershell"),
    inputs: [{ ...UNKNOWN, text: decoded, sources: [{ taint: "decoded", what: "an encoded command", line }] }],
  });
  embed(reading, { language: "powershell", text: decoded, firstLine: line, from: "decoded" });
}
