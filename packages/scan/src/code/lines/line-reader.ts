import type { CodeUnit } from "../../view/code-unit.ts";
import type { CodeEvent } from "../engine/event.ts";
import type { Reader, Reading } from "../engine/reader.ts";
import { isSecretName } from "../engine/secret-name.ts";
import { isDotenv, persistentPlace, secretPlace } from "../engine/sensitive-path.ts";
import { base64Text } from "../engine/decode-text.ts";
import { joinSources, literal, type Source, UNKNOWN, type Value } from "../engine/value.ts";
import { ACTS, COMMANDS, ORIGINS, SHELL_OVER_SOCKET } from "./line-patterns.ts";

const MOST_CHARACTERS = 600_000;
const MOST_STATEMENTS = 20_000;
const MOST_EVENTS = 2_000;
const MOST_STATEMENT = 6_000;

/**
 * Reads languages that there is no grammar for here, statement by statement: where the words of one say that data comes
 * from, and what becomes of it, through variables. Coarse, and bounded.
 */
export const lineReader: Reader = {
  languages: ["powershell", "batch", "applescript", "ruby", "perl", "php"],
  configuration: [
    ORIGINS.map(String),
    ACTS.map(String),
    String(COMMANDS),
    String(SHELL_OVER_SOCKET.socket),
    String(SHELL_OVER_SOCKET.shell),
  ],
  async read(units, tools) {
    return units.map((unit): Reading => {
      const startedAt = performance.now();
      const reading = readLines(unit);
      tools.budget.leftMs -= performance.now() - startedAt;
      return reading;
    });
  },
};

interface Statement {
  text: string;
  line: number;
}

function readLines(unit: CodeUnit): Reading {
  const reading: Reading = {
    unit,
    events: [],
    texts: [],
    embedded: [],
    problem: unit.text.length > MOST_CHARACTERS ? "it is too large to be read" : null,
  };
  const variables = new Map<string, Value>();
  const plain = plainText(unit);
  const texts = new Map<string, string>();
  for (const { text: written, line } of statementsOf(unit, plain)) {
    const text = unit.language === "powershell" ? withTexts(written, texts) : written;
    const at = line + unit.firstLine - 1;
    const value = valueIn(text, at, variables);
    actsOf(reading, text, at, value);
    commandsOf(reading, text, at, value);
    const name =
      /^\s{0,40}(?:my\s{1,4}|set\s{1,4}|\[\w{1,30}(?:\[\])?\]\s{0,4})?[$@]?([A-Za-z_]\w{0,60})\s{0,4}(?:=(?!=)|\bto\b)/i.exec(
        text,
      )?.[1];
    if (name !== undefined) variables.set(name.toLowerCase(), value);
    if (text.trim().length >= 6 && reading.texts.length < 5_000) reading.texts.push({ text, line: at });
  }
  const { socket, shell } = SHELL_OVER_SOCKET;
  const found = socket.exec(plain);
  if (found !== null && shell.test(plain)) {
    const line = plain.slice(0, found.index).split("\n").length + unit.firstLine - 1;
    reading.events.push({ ...event(line, "redirect-streams", found[0]), target: literal(hostIn(plain) ?? "somebody") });
  }
  return reading;
}

const MOST_TEXTS = 200;

/** `$f = "Remove-Item"; & $f …`: variables that hold a word are that word. */
function withTexts(statement: string, texts: Map<string, string>): string {
  const filled =
    texts.size === 0
      ? statement
      : statement
          .replaceAll(
            /\$\{?([A-Za-z_]\w{0,40})\}?(?!\s{0,4}=)/g,
            (all, name: string) => texts.get(name.toLowerCase()) ?? all,
          )
          .slice(0, MOST_STATEMENT);
  const joined = filled
    .replaceAll(/(["'])\s{0,4}\+\s{0,4}\1/g, "")
    .replaceAll(/(?<=[\w-])\s{0,2}\+\s{0,2}(?=[\w-])/g, "");
  const [, name, text] =
    /^\s{0,40}\$([A-Za-z_]\w{0,40})\s{0,4}=\s{0,4}\(?\s{0,4}["']([^"'\n]{1,200})["']\s{0,4}\)?\s{0,4}$/.exec(joined) ??
    [];
  if (name !== undefined && text !== undefined && texts.size < MOST_TEXTS) texts.set(name.toLowerCase(), text);
  return joined;
}

/** Spelling that hides words goes: PowerShell's backticks and joined strings, carets of batch files. */
function plainText({ text, language }: CodeUnit): string {
  let plain = text.slice(0, MOST_CHARACTERS);
  if (language === "powershell") plain = plain.replaceAll(/`(?=[A-Za-z])/g, "").replaceAll(/`\r?\n/g, " ");
  if (language === "batch") plain = plain.replaceAll(/\^(?=\S)/g, "");
  return plain.replaceAll(/(["'])\s{0,4}[+.]\s{0,4}\1/g, "");
}

function statementsOf({ language }: CodeUnit, plain: string): Statement[] {
  const statements: Statement[] = [];
  const comment =
    language === "batch" ? /^\s*(?:rem\b|::)/i : language === "applescript" ? /^\s*--/ : /^\s*(?:#(?!!)|\/\/)/;
  plain.split(/\r\n|\r|\n/).forEach((line, index) => {
    if (comment.test(line) || statements.length >= MOST_STATEMENTS) return;
    for (const text of line.split(/;(?=\s|\$|[A-Za-z])/))
      statements.push({ text: text.slice(0, MOST_STATEMENT), line: index + 1 });
  });
  return statements;
}

const URL = /\b(?:https?|ftp):\/\/[^\s"'`)\]}>,;|]{3,400}/i;
const hostIn = (text: string): string | null =>
  /["'](\d{1,3}(?:\.\d{1,3}){3}|[a-z0-9-]{1,60}(?:\.[a-z0-9-]{1,60}){1,6})["']/i.exec(text)?.[1] ?? null;

/** Where what a statement speaks of comes from. */
function valueIn(text: string, line: number, variables: ReadonlyMap<string, Value>): Value {
  let sources: readonly Source[] = [];
  const url = URL.exec(text)?.[0];
  for (const [pattern, taint, what] of ORIGINS)
    if (pattern.test(text))
      sources = joinSources(sources, [{ taint, what: taint === "network" ? (url ?? what) : what, line }]);
  for (const match of text.matchAll(/(?:\$env:|ENV\[?["'{]{1,2}|getenv\(["'])([A-Za-z_]\w{1,80})/gi)) {
    if (isSecretName(match[1] ?? ""))
      sources = joinSources(sources, [{ taint: "secret-env", what: match[1] ?? "", line }]);
  }
  for (const match of text.matchAll(/["']([^"'\n]{3,300})["']|\s([~$%][^\s"']{3,200})/g)) {
    const path = (match[1] ?? match[2] ?? "")
      .replace(/^(?:\$env:USERPROFILE|\$HOME|%USERPROFILE%|#\{(?:Dir\.home|ENV\[.HOME.\])\}|\$ENV\{HOME\})/i, "~")
      .replace(/^(?:\$env:(?:LOCAL)?APPDATA|%(?:LOCAL)?APPDATA%)/i, "~/AppData");
    if (secretPlace(path) !== null) sources = joinSources(sources, [{ taint: "secret-file", what: path, line }]);
    else if (isDotenv(path)) sources = joinSources(sources, [{ taint: "dotenv", what: path, line }]);
  }
  for (const match of text.matchAll(/[$@]?([A-Za-z_]\w{0,60})/g)) {
    const held = variables.get((match[1] ?? "").toLowerCase());
    if (held !== undefined) sources = joinSources(sources, held.sources);
  }
  return { ...UNKNOWN, text: url ?? null, sources };
}

function event(line: number, act: CodeEvent["act"], callee: string): CodeEvent {
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
    guards: [],
    certain: true,
  };
}

function actsOf(reading: Reading, text: string, line: number, value: Value): void {
  const add = (each: CodeEvent) => {
    if (reading.events.length < MOST_EVENTS) reading.events.push(each);
  };
  const target: Value = value.text === null ? UNKNOWN : literal(value.text);
  const isNetwork = value.sources.some((source) => source.taint === "network" && source.line === line);
  if (isNetwork && value.text !== null) add({ ...event(line, "fetch", "a download"), target });
  for (const [pattern, act, callee] of ACTS) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const said = {
      ...event(line, act, act === "evaluate" || act === "send" ? found[0].trim().slice(0, 60) : callee),
      inputs: [value],
    };
    if (act === "evaluate") addEvaluation(reading, said, value, line, text);
    else if (act === "send") add({ ...said, target, inputs: [{ ...value, text: null }] });
    else if (act === "delete-tree")
      add({
        ...said,
        target: literal(placeIn(text)),
        options: /Format-Volume|Clear-Disk|\bformat\s/i.test(text) ? { disk: literal("true") } : {},
      });
    else if (act === "write")
      add({ ...said, callee: "Set: a start entry", target: literal("C:/Windows/System32/Tasks/x") });
    else if (act === "capture")
      add({ ...said, target: literal(value.sources.find(({ taint }) => taint === "user-data")?.what ?? "the screen") });
    else add({ ...said, target: literal(act === "disable-protection" ? found[0].slice(0, 60) : callee) });
  }
  for (const match of text.matchAll(/["'>\s]((?:~|\/|%|\$(?:HOME|env:|PROFILE)|#\{)[^"'\n>]{3,200})/gi)) {
    const path = (match[1] ?? "")
      .replace(/^\$(?:HOME|env:USERPROFILE)/i, "~")
      .replace(/^\$PROFILE.*/i, "~/profile.ps1")
      .trim();
    if (
      persistentPlace(path) !== null &&
      /Set-Content|Add-Content|Out-File|File\.(?:write|open|append)|file_put_contents|>>|open\s{0,4}\(/i.test(text)
    )
      add({ ...event(line, "write", "Set-Content"), target: literal(path), inputs: [{ ...value, text }] });
  }
}

/** A download that is run is judged as in a shell; what was decoded, as everywhere. */
function addEvaluation(reading: Reading, said: CodeEvent, value: Value, line: number, text: string): void {
  const isDecoded = value.sources.some(({ taint }) => taint === "decoded");
  const download = value.sources.find(({ taint }) => taint === "network");
  if (isDecoded)
    reading.events.push({
      ...said,
      inputs: [{ ...value, sources: value.sources.filter(({ taint }) => taint !== "network") }],
    });
  if (download !== undefined)
    reading.events.push({
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
    reading.embedded.push({ ...reading.unit, text: decoded.replaceAll("\0", ""), firstLine: line, from: "decoded" });
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
function commandsOf(reading: Reading, text: string, line: number, value: Value): void {
  const carried = value.sources.filter(({ taint }) => /^(?:secret|env-all|user-data|dotenv)/.test(taint));
  for (const match of text.matchAll(COMMANDS)) {
    const command = match[1]?.replaceAll(/\\(.)/g, "$1") ?? match[2] ?? match[3] ?? "";
    if (
      reading.unit.language === "powershell" ||
      reading.unit.language === "batch" ||
      command.length < 4 ||
      reading.embedded.length >= 100
    )
      continue;
    reading.events.push({ ...event(line, "run", "a command"), target: { ...literal(command), sources: carried } });
    reading.embedded.push({ ...reading.unit, language: "bash", text: command, firstLine: line, from: "string" });
  }
  const program =
    /(?:^|[\s|&;(])(powershell|pwsh|mshta|rundll32|regsvr32|cscript|wscript|msiexec|certutil|bitsadmin|curl|osascript|Start-Process|schtasks)(?:\.exe)?\s{1,4}(.{2,2000})/i.exec(
      text,
    );
  if (program === null || reading.unit.language === "applescript") return;
  reading.events.push({
    ...event(line, "run", program[1] ?? ""),
    target: literal(`${program[1]} ${program[2]}`.slice(0, 1_000)),
  });
  const code = /-(?:enc\w{0,12}|e|ec)\s{1,4}["']?([A-Za-z0-9+/=]{16,20000})/i.exec(program[2] ?? "")?.[1];
  if (code === undefined) return;
  const decoded = Buffer.from(code, "base64").toString("utf16le");
  reading.events.push({
    ...event(line, "evaluate", "powershell"),
    inputs: [{ ...UNKNOWN, text: decoded, sources: [{ taint: "decoded", what: "an encoded command", line }] }],
  });
  reading.embedded.push({ ...reading.unit, language: "powershell", text: decoded, firstLine: line, from: "decoded" });
}
