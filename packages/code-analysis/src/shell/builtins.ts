import {
  HOLE,
  joinSources,
  literal,
  sourceIn,
  sourcesOf,
  tainted,
  UNKNOWN,
  type Value,
  wholeText,
  withSources,
} from "../engine/value.ts";
import { anyOf } from "../engine/join-values.ts";
import { cutOff } from "../engine/reader.ts";
import { type Call, hasFlag, operands, optionValues, type Program, sayOf, textOf } from "./call.ts";
import { runInterpreter, saysExecution } from "./interpreters.ts";
import { unescapeShell } from "./shell-escapes.ts";
import { fromFolder, join } from "./shell-machine.ts";

const NOTHING = literal("");
const MOST_PATH = 1_000;
const nothing: Program = () => NOTHING;

function echo(call: Call): Value {
  let args = call.args;
  let escapes = false;
  while (args.length > 0 && /^-[neE]+$/.test(textOf(args[0]))) {
    escapes ||= textOf(args[0]).includes("e");
    args = args.slice(1);
  }
  const value = join(args, " ");
  if (!escapes || value.text === null) return { ...value, folded: args.some(({ folded }) => folded) };
  return unescaped(value, value.text, call.line);
}

/** Letters written as numbers are written to be decoded. */
function unescaped(value: Value, text: string, line: number): Value {
  const plain = unescapeShell(text);
  const isCoded = (text.match(/\\(?:x[0-9a-fA-F]{2}|0?[0-7]{3}|u[0-9a-fA-F]{4})/g)?.length ?? 0) >= 4;
  const result = { ...value, text: plain, folded: isCoded };
  return isCoded ? withSources(result, [{ taint: "decoded", what: "text in escapes", line }]) : result;
}

function printf(call: Call): Value {
  const args = textOf(call.args[0]) === "--" ? call.args.slice(1) : call.args;
  if (textOf(args[0]) === "-v") {
    call.machine.variables.set(textOf(args[1]), formatted(call, args.slice(2)));
    return NOTHING;
  }
  return formatted(call, args);
}

const MOST_PRINTED = 1_048_576;

function formatted({ line, machine }: Call, [format, ...rest]: readonly Value[]): Value {
  if (format === undefined || format.text === null) return join(rest, "");
  const sources = rest.reduce((all: Value["sources"], value) => joinSources(all, sourcesOf(value)), sourcesOf(format));
  const plain = unescapeShell(format.text);
  const pieces: string[] = [];
  let length = 0;
  let next = 0;
  // The format is used again while there are arguments.
  for (let round = 0; round === 0 || next < rest.length; round += 1) {
    const before = next;
    const piece = plain.replaceAll(/%(?:%|[-+ #0]{0,4}\d{0,4}(?:\.\d{1,4})?([sbdciqxXo]))/g, (all, kind?: string) => {
      if (kind === undefined) return "%";
      const value = rest[next++];
      const piece = value === undefined ? "" : textOf(value);
      if (kind === "b") return unescapeShell(piece);
      if (kind === "x" && /^\d{1,9}$/.test(piece)) return Number(piece).toString(16);
      return all.length >= 2 ? piece : all;
    });
    pieces.push(piece);
    length += piece.length;
    if (length > MOST_PRINTED) cutOff(machine, "it prints a longer text than is followed");
    if (next === before || length > MOST_PRINTED) break;
  }
  const isFolded = rest.some(({ folded }) => folded) || rest.length > 1;
  const { folded, sources: told } = unescaped(literal(""), format.text + rest.map(textOf).join(""), line);
  return withSources({ ...literal(pieces.join("")), folded: folded || isFolded, sources: told }, sources);
}

/** `export A=b`, `local`, `declare`: assignments; alone they print the environment. */
function declare(call: Call): Value {
  const assigns = operands(call);
  for (const value of assigns) {
    const match = /^([A-Za-z_]\w{0,100})(\+?)=/.exec(textOf(value));
    if (match !== null) {
      const [all, name = "", plus] = match;
      const assigned = { ...value, text: textOf(value).slice(all.length) };
      if (hasFlag(call, "-n")) call.machine.references.set(name, assigned.text);
      const old = call.machine.variables.get(name);
      call.machine.variables.set(name, plus === "+" && old !== undefined ? join([old, assigned], "") : assigned);
      noteHistory(call, name, assigned);
    }
  }
  return assigns.length === 0 ? everything(call) : NOTHING;
}

function noteHistory(call: Call, name: string, value: Value): void {
  const text = textOf(value);
  if ((name === "HISTFILE" && /^(?:|\/dev\/null)$/.test(text)) || (/^HIST(?:FILE)?SIZE$/.test(name) && text === "0"))
    sayOf(call, { act: "disable-protection", target: literal("the shell's history") });
  if (/^(?:LD_PRELOAD|DYLD_INSERT_LIBRARIES)$/.test(name) && text !== "") sayOf(call, { act: "load", target: value });
}

/** The whole environment, printed. */
function everything(call: Call): Value {
  sayOf(call, { act: "environment" });
  return { ...tainted("env-all", "the environment", call.line + call.machine.unit.firstLine - 1), text: HOLE };
}

function evaluate(call: Call): Value {
  const value = join(call.args, " ");
  const text = wholeText(value);
  if (text !== null && text.trim() === "") return NOTHING;
  saysExecution(call, value, "an argument");
  return value.text === null
    ? UNKNOWN
    : call.machine.runText(value.text.replaceAll(HOLE, "${UNKNOWN_PART}"), call.stdin);
}

function readLine(call: Call): Value {
  const [opened] = optionValues(call, "-u");
  const value = call.machine.inputs.get(textOf(opened)) ??
    call.stdin ?? { ...tainted("input", "standard input", call.line), text: HOLE };
  for (const name of operands(call, new Set(["-p", "-t", "-n", "-d", "-u", "-a", "-i", "-N"]))) {
    const text = textOf(name);
    if (/^\w+$/.test(text)) call.machine.variables.set(text, value);
  }
  return NOTHING;
}

function alias(call: Call): Value {
  for (const value of call.args) {
    const match = /^([\w.-]{1,60})=([\s\S]+)$/.exec(textOf(value));
    if (match === null) continue;
    call.machine.aliases.set(match[1] ?? "", match[2] ?? "");
    if (/^(?:sudo|ssh|su|git|passwd|gpg)$/.test(match[1] ?? ""))
      sayOf(call, { act: "hook", target: literal(`alias ${match[1]}`), inputs: [literal(match[2] ?? "")] });
  }
  return NOTHING;
}

function history(call: Call): Value {
  if (hasFlag(call, "-c", "-d", "-w"))
    sayOf(call, { act: "disable-protection", target: literal("the shell's history") });
  return { ...tainted("secret-file", "the shell's history", call.line + call.machine.unit.firstLine - 1), text: HOLE };
}

/** Goes to a folder. Only below the home, a root, or what was found there it matters where. */
function enter(call: Call): Value {
  const { machine } = call;
  const [to = literal("~")] = operands(call);
  if (to.text === "-") {
    machine.folder = null;
    return NOTHING;
  }
  if (/^\.\.(?:\/\.\.)*\/?$/.test(textOf(to))) {
    const text = machine.folder?.text?.replace(/\/[^/]*$/, "") ?? "";
    machine.folder = machine.folder !== null && text !== "" ? { ...machine.folder, text } : null;
    return NOTHING;
  }
  const folder = fromFolder(machine, to);
  const isFound = sourceIn(folder, "user-files") !== null;
  const isTold = (isFound || /^[~/]/.test(textOf(folder))) && textOf(folder).length <= MOST_PATH;
  machine.folder = isTold ? folder : null;
  return NOTHING;
}

/** `set -- a b`: what the script is called with from here on. */
function setGiven(call: Call, values: readonly Value[]): void {
  call.machine.given = values;
  for (let index = 1; index <= 9; index += 1)
    call.machine.variables.set(String(index), values[index - 1] ?? literal(""));
  for (const key of ["@", "*"]) call.machine.variables.set(key, join(values, " "));
}

/** Below a condition or in a loop nobody knows how often it is done: then each place may hold what tells most of what comes. */
function shift(call: Call): Value {
  const { machine } = call;
  const { given } = machine;
  if (given === null) return NOTHING;
  machine.shifts += 1;
  const count = Number(/^\d{1,4}$/.exec(textOf(call.args[0]))?.[0] ?? 1);
  if (machine.groups <= 0) setGiven(call, given.slice(count));
  else if (given.length > 0)
    for (let index = 1; index <= 9; index += 1)
      machine.variables.set(String(index), anyOf(given.slice(Math.min(index, given.length) - 1)));
  return NOTHING;
}

/** What the shell does by itself. */
export const BUILTINS: Record<string, Program> = {
  echo,
  print: echo,
  printf,
  export: declare,
  local: declare,
  declare,
  typeset: declare,
  readonly: declare,
  set: (call) => {
    if (call.args.length === 0) return everything(call);
    const at = call.texts.indexOf("--");
    if (at !== -1 || !/^[-+]/.test(call.texts[0] ?? "")) setGiven(call, call.args.slice(at + 1));
    if (call.texts[0] === "+o" && call.texts[1] === "history")
      sayOf(call, { act: "disable-protection", target: literal("the shell's history") });
    return NOTHING;
  },
  unset: (call) => {
    if (call.texts.some((text) => text === "HISTFILE"))
      sayOf(call, { act: "disable-protection", target: literal("the shell's history") });
    for (const name of call.texts) call.machine.variables.delete(name);
    return NOTHING;
  },
  env: everything,
  printenv: (call) => {
    const [name] = operands(call);
    if (name === undefined) return everything(call);
    return call.machine.runText(`echo "\${${textOf(name).replaceAll(/\W/g, "")}}"`, null);
  },
  compgen: (call) => (hasFlag(call, "-e", "-v") ? everything(call) : NOTHING),
  eval: evaluate,
  source: (call) => runInterpreter(call, "file"),
  ".": (call) => runInterpreter(call, "file"),
  read: readLine,
  mapfile: readLine,
  readarray: readLine,
  alias,
  history,
  fc: history,
  trap: (call) => {
    const text = textOf(call.args[0]);
    return text.includes(" ") ? call.machine.runText(text, null) : NOTHING;
  },
  cd: enter,
  pushd: enter,
  popd: (call) => {
    call.machine.folder = null;
    return NOTHING;
  },
  pwd: () => ({ ...UNKNOWN, text: HOLE }),
  exit: nothing,
  return: nothing,
  break: nothing,
  continue: nothing,
  shift,
  true: nothing,
  false: nothing,
  ":": nothing,
  test: nothing,
  "[": nothing,
  "[[": nothing,
  let: nothing,
  getopts: nothing,
  hash: nothing,
  jobs: nothing,
  wait: nothing,
  umask: nothing,
  ulimit: nothing,
  shopt: nothing,
  setopt: nothing,
  type: nothing,
  command: () => ({ ...UNKNOWN, text: HOLE }),
  which: () => ({ ...UNKNOWN, text: HOLE }),
  exec: nothing,
  sudo: nothing,
  mktemp: (call) => ({ ...literal(`/tmp/mktemp-${call.line}`), folded: true }),
  date: (call) => ({ ...tainted("clock", "date", call.line), text: HOLE }),
  basename: (call) => filenameOf(call, (text) => text.slice(text.lastIndexOf("/") + 1)),
  dirname: (call) => filenameOf(call, (text) => text.slice(0, Math.max(text.lastIndexOf("/"), 0)) || "."),
  sleep: (call) => {
    sayOf(call, { act: "sleep", target: call.args[0] ?? UNKNOWN });
    return NOTHING;
  },
};

function filenameOf(call: Call, part: (text: string) => string): Value {
  const [path = UNKNOWN] = operands(call);
  return path.text === null ? path : { ...path, text: part(path.text) };
}
