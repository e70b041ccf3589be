import type { CpuBudget } from "@gaia/findings";
import type { CodeUnit } from "@gaia/reading";
import type { CodeEvent, CodeText } from "../../engine/event.ts";
import { fieldOf, type LeanNode } from "../../engine/lean-tree.ts";
import { cutOff } from "../../engine/reader.ts";
import { isDotenv, isWholePlace, secretPlace } from "../../engine/sensitive-path.ts";
import { HOLE, joinSources, named, sourcesOf, tainted, UNKNOWN, type Value, withSources } from "../../engine/value.ts";

const MOST_EVENTS = 5_000;
const MOST_EMBEDDED = 100;
const MOST_TEXTS = 5_000;

/** A function of the code, to be followed when it is called. */
export interface JsFunction {
  node: LeanNode;
  scope: JsScope;
  name: string;
  calls: number;
  /** Of how many functions that nobody called it is the fruit, one inside the other. */
  generation: number;
  /** How often it is being followed right now. */
  active: number;
  /** What it gave, by what it was called with. */
  known: Map<string, Value>;
}

/** Names of one function or block, and those around it. */
export interface JsScope {
  names: Map<string, Value>;
  outer: JsScope | null;
}

/** One file while it is followed. */
export interface JsProgram {
  unit: CodeUnit;
  text: string;
  events: CodeEvent[];
  seen: Set<string>;
  texts: CodeText[];
  embedded: CodeUnit[];
  functions: JsFunction[];
  /** `this.x`, `exports.x`: one place for all objects. */
  members: Map<string, Value>;
  path: string;
  /** How many functions are being followed right now. */
  calling: number;
  /** Of the functions that are made now. */
  generation: number;
  /** Changes of names and members outside the function that makes them. */
  writes: number;
  /** What the generators that are followed now have given. */
  yielded: Value[];
  steps: number;
  /** CPU time for this file and those after it. */
  budget: CpuBudget;
  /** Which bound left some of it unread; null when none did. */
  cut: string | null;
  depth: number;
  /** What an expression may be. */
  valueOf(scope: JsScope, node: LeanNode | null | undefined): Value;
  /** Follows a body; answers with what it returns. */
  runBody(scope: JsScope, body: LeanNode): Value | null;
}

export function newProgram(unit: CodeUnit, parts: Pick<JsProgram, "valueOf" | "runBody" | "budget">): JsProgram {
  return {
    ...parts,
    unit,
    text: unit.text,
    events: [],
    seen: new Set(),
    texts: [],
    embedded: [],
    functions: [],
    members: new Map(),
    path: "",
    calling: 0,
    generation: 0,
    writes: 0,
    yielded: [],
    steps: 0,
    cut: null,
    depth: 0,
  };
}

/** The text of a node; a name may be spelled with escapes (ECMA-262 12.7). */
export function textIn(program: JsProgram, node: LeanNode): string {
  const text = program.text.slice(node.start, node.end);
  if (!text.includes("\\u") || !node.type.includes("identifier")) return text;
  return text.replaceAll(/\\u(?:([0-9a-fA-F]{4})|\{([0-9a-fA-F]{1,5})\})/g, (_, four?: string, braced?: string) =>
    String.fromCodePoint(Number.parseInt(four ?? braced ?? "0", 16)),
  );
}

export const lineOf = (program: JsProgram, node: LeanNode): number => node.row + program.unit.firstLine;

type Said = Pick<CodeEvent, "act" | "callee"> & Partial<CodeEvent>;

/** Writes down an act at a place. */
export function emit(program: JsProgram, node: LeanNode, said: Said): void {
  const event: CodeEvent = {
    line: lineOf(program, node),
    scope: program.path,
    target: UNKNOWN,
    inputs: [],
    auth: [],
    options: {},
    naming: "plain",
    onLoad: program.path === "",
    certain: true,
    ...said,
  };
  const origins = [event.target, ...event.inputs, ...event.auth].flatMap((value) =>
    sourcesOf(value).map(({ taint, what }) => taint + what),
  );
  const key = `${node.start} ${event.act} ${event.callee} ${event.target.text?.slice(0, 100)} ${origins.join()}`;
  if (program.seen.has(key)) return;
  if (program.events.length >= MOST_EVENTS) {
    cutOff(program, "it does more than is followed");
    return;
  }
  program.seen.add(key);
  program.events.push(event);
}

export function noteText(program: JsProgram, node: LeanNode, text: string): void {
  const place = `text ${node.start} ${node.end}`;
  if (text.length < 6 || program.seen.has(place)) return;
  program.seen.add(place);
  if (program.texts.length >= MOST_TEXTS) cutOff(program, "it holds more texts than are read");
  else program.texts.push({ text: text.slice(0, 20_000), line: lineOf(program, node) });
}

/** Hands code in a text to the reader of its language. */
export function embed(program: JsProgram, node: LeanNode, code: Pick<CodeUnit, "language" | "text" | "from">): void {
  if (code.text.replaceAll(HOLE, "").trim().length < 2) return;
  const place = `code ${node.start} ${code.language} ${code.text}`;
  if (program.seen.has(place)) return;
  program.seen.add(place);
  if (program.embedded.length >= MOST_EMBEDDED) {
    cutOff(program, "more code stands inside it than is read");
    return;
  }
  const unknown = code.language === "bash" ? "${UNKNOWN_PART}" : "unknown_part";
  const { path, trigger } = program.unit;
  program.embedded.push({
    ...code,
    path,
    text: code.text.replaceAll(HOLE, unknown),
    firstLine: lineOf(program, node),
    ...(trigger === undefined ? {} : { trigger }),
  });
}

/** What the file at a path holds. */
export function contentOf(path: Value, line: number): Value {
  const text = path.text ?? "";
  const what = text.replaceAll(HOLE, "*");
  const content: Value =
    secretPlace(text) !== null
      ? tainted("secret-file", what, line)
      : isDotenv(text)
        ? tainted("dotenv", what, line)
        : text !== "" && isWholePlace(text)
          ? tainted("user-files", what, line)
          : tainted("file", what, line);
  return { ...withSources(content, path.sources), text: HOLE };
}

export function findName(scope: JsScope, name: string): Value | undefined {
  for (let at: JsScope | null = scope; at !== null; at = at.outer) {
    const value = at.names.get(name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Gives a name a value where it was declared, or here. */
export function assignName(program: JsProgram, scope: JsScope, name: string, value: Value): void {
  for (let at: JsScope | null = scope; at !== null; at = at.outer) {
    if (at.names.has(name)) {
      if (at !== scope) program.writes += 1;
      at.names.set(name, value);
      return;
    }
  }
  scope.names.set(name, value);
}

/** Keeps what a member holds, of whichever object. */
export function setMember(program: JsProgram, name: string, value: Value): void {
  program.writes += 1;
  program.members.set(name, value);
}

/** All that is known of several values at once. */
export function mixed(values: readonly Value[]): Value {
  return {
    ...UNKNOWN,
    text: HOLE,
    sources: values.reduce((all: Value["sources"], value) => joinSources(all, sourcesOf(value)), []),
  };
}

/** Texts one after the other. */
export function added(a: Value, b: Value): Value {
  const sources = joinSources(sourcesOf(a), sourcesOf(b));
  if (a.type === "number" && b.type === "number")
    return { ...UNKNOWN, text: String(Number(a.text) + Number(b.text)), type: "number", sources };
  const text = `${a.text ?? HOLE}${b.text ?? HOLE}`.replaceAll(/\uFFFC{2,}/g, HOLE);
  return { ...UNKNOWN, text: text.length > 1_048_576 ? HOLE : text, folded: true, sources };
}

/** A function as a value; it is followed when it is called, and once at the end if nobody does. */
export function functionValue(program: JsProgram, scope: JsScope, node: LeanNode, name: string): Value {
  const own = fieldOf(node, "name");
  program.functions.push({
    node,
    scope,
    name: name !== "" ? name : own === null ? "" : textIn(program, own),
    calls: 0,
    generation: program.generation,
    active: 0,
    known: new Map(),
  });
  return named(`function#${program.functions.length - 1}`);
}
