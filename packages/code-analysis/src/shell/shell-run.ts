import { HOLE, joinSources, literal, sourcesOf, tainted, UNKNOWN, type Value } from "../engine/value.ts";
import type { Part, Redirect, ShellCommand, ShellScript, Word } from "./shell-ast.ts";
import { plainText } from "./shell-ast.ts";
import type { CpuBudget } from "@gaia/findings";
import type { CodeUnit } from "@gaia/reading";
import { callProgram } from "./call-program.ts";
import { expandFields, expandOne } from "./shell-expand.ts";
import { writePath } from "./shell-files.ts";
import { concat, join, type Machine, newMachine, readPath, say } from "./shell-machine.ts";
import { cutOff } from "../engine/reader.ts";
import { parseShell } from "./shell-script.ts";
import { wordOfText } from "./shell-heredoc.ts";

const MOST_STEPS = 15_000;
/** Characters of a text that is run. */
const MOST_RUN = 200_000;
const MOST_DEPTH = 40;
const MOST_TURNS = 400;
const STEPS_PER_LOOK = 16;
const NOTHING = literal("");

/** Follows a script with what it reads from; answers with what it prints. */
export function runScript(machine: Machine, script: ShellScript, stdin: Value | null): Value {
  if ((machine.depth += 1) > MOST_DEPTH) {
    machine.depth -= 1;
    cutOff(machine, "it is nested deeper than is followed");
    return UNKNOWN;
  }
  const outputs: Value[] = [];
  for (const { commands, isBackground } of script.pipelines) {
    let flowing = stdin;
    for (const [index, command] of commands.entries()) {
      if (!mayStep(machine)) break;
      flowing = runCommand(machine, command, flowing, { isBackground, isPiped: index < commands.length - 1 });
    }
    const isFirst = outputs.length === 0;
    if (flowing !== null && commands.length > 0 && !(isFirst && isNothing(flowing))) outputs.push(flowing);
  }
  machine.depth -= 1;
  return outputs.length === 0 ? NOTHING : join(outputs, "");
}

const isNothing = (value: Value): boolean => value.text === "" && value.sources.length === 0;

/**
 * False: too many steps were followed.
 * @throws TooLong when there is no CPU time left
 */
function mayStep(machine: Machine): boolean {
  machine.steps += 1;
  if (machine.steps % STEPS_PER_LOOK === 0 && machine.budget.leftMs() <= 0) throw new TooLong();
  if (machine.steps <= MOST_STEPS) return true;
  cutOff(machine, "it runs more commands than are followed");
  return false;
}

/** Raised in a script that costs more CPU time than its package has. */
export class TooLong extends Error {
  override readonly name = "TooLong";
}

interface Around {
  isBackground: boolean;
  isPiped: boolean;
}

function runCommand(machine: Machine, command: ShellCommand, stdin: Value | null, around: Around): Value {
  if (command.kind === "function") {
    machine.functions.set(command.name, command.body);
    return NOTHING;
  }
  const streams = openStreams(machine, command.redirects, command.line, stdin);
  const output =
    command.kind === "group" ? runGroup(machine, command, streams.stdin) : runSimple(machine, command, streams, around);
  return closeStreams(machine, streams, output, command.line);
}

interface Streams {
  stdin: Value | null;
  outputs: { path: Value; append: boolean }[];
  /** A redirection to or from a connection. */
  connection: Value | null;
  isSilent: boolean;
}

function openStreams(machine: Machine, redirects: Redirect[], line: number, stdin: Value | null): Streams {
  const streams: Streams = { stdin, outputs: [], connection: null, isSilent: false };
  for (const { op, fd, target } of redirects) {
    if (op.startsWith("<<") && op !== "<<<") {
      const text = op === "<<'" ? target : wordOfText(plainText(target) ?? "", target.line);
      feed(machine, streams, fd, { ...expandOne(machine, text), folded: false, place: literal(`\0${target.line}`) });
      continue;
    }
    const value = expandOne(machine, target);
    const path = value.text ?? HOLE;
    const peer = /^\/dev\/(?:tcp|udp)\/([^/]{1,255})\/?(\S{0,40})$/.exec(path) ?? null;
    if (peer !== null) {
      const host = literal(peer[1] ?? HOLE);
      say(machine, {
        act: "connect",
        callee: "/dev/tcp",
        line,
        target: host,
        options: { port: literal(peer[2] ?? "") },
      });
      streams.connection = host;
      machine.connections.set(fd === "" ? (op.startsWith("<") ? "0" : "1") : fd, host);
      if (op.startsWith("<")) streams.stdin = { ...tainted("network", host.text ?? "", line), text: HOLE };
      else streams.outputs.push({ path: value, append: false });
    } else if (op === "<&" || op === ">&") {
      const from = path.replace(/-$/, "");
      const open = machine.connections.get(from);
      const written = machine.outputs.get(from);
      if (op === "<&" && machine.inputs.has(from)) streams.stdin = machine.inputs.get(from) ?? null;
      else if (op === ">&" && written !== undefined) streams.outputs.push({ path: written, append: true });
      else if (open !== undefined) {
        streams.connection = open;
        if (op === "<&") streams.stdin = { ...tainted("network", open.text ?? "", line), text: HOLE };
        else streams.outputs.push({ path: literal(`/dev/tcp/${open.text}`), append: false });
      } else if (op === ">&" && !/^[\d-]+$/.test(path)) streams.outputs.push({ path: value, append: false });
    } else if (op === "<<<") feed(machine, streams, fd, value);
    else if (op === "<" || op === "<>") {
      const content = value.place !== undefined && path === HOLE ? value.place : readPath(machine, value, line);
      feed(machine, streams, fd, content);
      if (!path.startsWith("/dev/")) say(machine, { act: "read", callee: "<", line, target: value });
    } else if (path === "/dev/null") streams.isSilent = true;
    else if (!/^\/dev\/(?:std(?:out|err)|tty|fd\/\d)$/.test(path) && fd !== "2") {
      if (isOther(fd, "1")) machine.outputs.set(fd, value);
      streams.outputs.push({ path: value, append: op.includes(">>") });
    }
  }
  return streams;
}

const isOther = (fd: string, usual: string): boolean => fd !== "" && fd !== usual;

/** What comes in, or waits at a file descriptor of its own. */
function feed(machine: Machine, streams: Streams, fd: string, value: Value): void {
  if (isOther(fd, "0")) machine.inputs.set(fd, value);
  else streams.stdin = value;
}

function closeStreams(machine: Machine, streams: Streams, output: Value, line: number): Value {
  for (const { path, append } of streams.outputs)
    writePath(machine, { path, content: output, append, line, callee: append ? ">>" : ">" });
  return streams.outputs.length > 0 ? NOTHING : output;
}

function runGroup(machine: Machine, command: ShellCommand & { kind: "group" }, stdin: Value | null): Value {
  machine.groups += 1;
  const output = insideGroup(machine, command, stdin);
  machine.groups -= 1;
  return output;
}

function insideGroup(machine: Machine, command: ShellCommand & { kind: "group" }, stdin: Value | null): Value {
  const { loop, body } = command;
  if (command.isOwn === true) {
    const { folder } = machine;
    const output = runScript(machine, body, stdin);
    machine.folder = folder;
    return output;
  }
  if (loop === null || loop.name === "") {
    if (command.repeats) machine.loops += 1;
    const { shifts } = machine;
    const output = runScript(machine, body, stdin);
    // What a loop dropped arguments for, it does with the others.
    const isAgain = command.repeats && machine.shifts > shifts;
    const again = isAgain ? runScript(machine, body, stdin) : NOTHING;
    if (command.repeats) machine.loops -= 1;
    return isAgain ? concat(output, again) : output;
  }
  const fields = loop.isGiven ? (machine.given ?? []) : loop.words.flatMap((word) => expandFields(machine, word));
  const sources = fields.reduce((all: Value["sources"], field) => joinSources(all, sourcesOf(field)), []);
  // Known words are followed one by one; of unknown ones, what they come from.
  const areKnown = fields.length > 0 && fields.every(({ text }) => text !== null && !text.includes(HOLE));
  if (areKnown && fields.length > MOST_TURNS) cutOff(machine, "a loop has more turns than are followed");
  const isKnown = areKnown && fields.length <= MOST_TURNS;
  if (!isKnown)
    machine.variables.set(loop.name, {
      ...UNKNOWN,
      text: fields.length === 1 ? (fields[0]?.text ?? HOLE) : HOLE,
      sources,
    });
  let output = NOTHING;
  for (const field of isKnown ? fields : [null]) {
    if (field !== null) machine.variables.set(loop.name, field);
    output = concat(output, runScript(machine, body, stdin));
  }
  return output;
}

function runSimple(
  machine: Machine,
  command: ShellCommand & { kind: "simple" },
  streams: Streams,
  around: Around,
): Value {
  const { line } = command;
  const before: [string, Value | undefined][] = [];
  for (const { name: said, value, append, isList } of command.assigns) {
    const name = machine.references.get(said) ?? said;
    const old = machine.variables.get(name);
    before.push([name, old]);
    const kept = append ? old : undefined;
    machine.variables.set(name, isList ? listed(machine, value, kept) : appended(kept, expandOne(machine, value)));
  }
  const fields = command.words.flatMap((word) => expandFields(machine, word));
  const [first] = command.words;
  if (fields.length === 0) return NOTHING;
  const naming = first === undefined ? "plain" : namingOf(first.parts, fields[0]?.folded ?? false);
  return callProgram(machine, {
    fields,
    naming,
    stdin: streams.stdin,
    connection: streams.connection,
    isSilent: streams.isSilent,
    line,
    ...around,
  });
}

const appended = (old: Value | undefined, value: Value): Value => (old === undefined ? value : join([old, value], ""));

const MOST_LISTED = 5_000;

/** `name=(a b)`, `name+=(c)`: its words, each by itself. */
function listed(machine: Machine, word: Word, old: Value | undefined): Value {
  const added = elementsOf(word).flatMap((element) => expandFields(machine, element));
  const items = [...(old?.items ?? (old === undefined ? [] : [old])), ...added];
  const all = join(items, " ");
  if (items.length > MOST_LISTED) cutOff(machine, "a list is longer than is followed");
  return items.length === 0 || items.length > MOST_LISTED ? all : { ...all, items };
}

/** The words of a list, which the parser set apart by a blank. */
function elementsOf({ parts, line }: Word): Word[] {
  const words: Word[] = [{ parts: [], line }];
  for (const part of parts) {
    const isBetween = part.kind === "text" && part.text === " " && !part.quoted && !part.escaped;
    if (isBetween) words.push({ parts: [], line });
    else words.at(-1)?.parts.push(part);
  }
  return words.filter((each) => each.parts.length > 0);
}

/** How a program is named: as it is, by a variable, or put together so that nobody finds the word. */
function namingOf(parts: readonly Part[], folded: boolean): "plain" | "string" | "computed" {
  const [only] = parts;
  const last = parts.at(-1);
  if (parts.length === 1 && only?.kind === "text") return only.escaped ? "computed" : "plain";
  if (parts.length === 1 && only?.kind === "variable") return folded ? "computed" : "string";
  // A program in a directory that a variable holds.
  return last?.kind === "text" && last.text.includes("/") && !last.escaped ? "plain" : "computed";
}

function parsed(machine: Machine, text: string): ShellScript {
  const { script, problem } = parseShell(text);
  if (problem?.isBound === true) cutOff(machine, problem.what);
  return script;
}

/** A machine for one unit, that can run what it meets. */
export function startMachine(unit: CodeUnit, budget: CpuBudget): Machine {
  const machine: Machine = newMachine(unit, {
    budget,
    runScript: (script, stdin) => runScript(machine, script, stdin),
    runText(text, stdin) {
      if (text.length <= MOST_RUN) return runScript(machine, parsed(machine, text), stdin);
      cutOff(machine, "it runs a longer text than is read");
      return UNKNOWN;
    },
    callProgram: (started) => callProgram(machine, started),
  });
  return machine;
}
