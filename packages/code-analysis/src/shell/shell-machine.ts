import type { CpuBudget } from "@gaia/findings";
import type { CodeUnit } from "@gaia/reading";
import type { CodeEvent, CodeText } from "../engine/event.ts";
import { cutOff, type StartedFile } from "../engine/reader.ts";
import { isDotenv, isWholePlace, secretPlace } from "../engine/sensitive-path.ts";
import {
  HOLE,
  joinSources,
  literal,
  type Source,
  sourcesOf,
  tainted,
  UNKNOWN,
  type Value,
  withSources,
} from "../engine/value.ts";
import type { ShellScript } from "./shell-ast.ts";

const MOST_EVENTS = 5_000;
const MOST_EMBEDDED = 200;

/** A script while it is followed: what its variables, files and open connections may hold. */
export interface Machine {
  unit: CodeUnit;
  events: CodeEvent[];
  seen: Set<string>;
  texts: CodeText[];
  embedded: CodeUnit[];
  starts: Map<string, StartedFile>;
  variables: Map<string, Value>;
  functions: Map<string, ShellScript>;
  called: Set<string>;
  aliases: Map<string, string>;
  /** What was written to a path, here. */
  files: Map<string, Value>;
  /** Folders into which something foreign was unpacked; "" for the one it stands in. */
  unpacked: { folder: string; value: Value }[];
  /** Where a file descriptor leads, when it is a connection. */
  connections: Map<string, Value>;
  /** What can be read from an open file descriptor, and the path that one writes to. */
  inputs: Map<string, Value>;
  outputs: Map<string, Value>;
  /** Variables that stand for others (`declare -n`). */
  references: Map<string, string>;
  /** Loops, conditions and brackets around what runs now, within its function. */
  groups: number;
  /** How often arguments were dropped. */
  shifts: number;
  /** Where it stands, as far as it went somewhere that matters; null in the folder where it was started. */
  folder: Value | null;
  /** What it was called with, or gave itself by `set --`; null where nobody knows. */
  given: readonly Value[] | null;
  scope: string;
  steps: number;
  /** Which bound left some of it unread; null when none did. */
  cut: string | null;
  budget: CpuBudget;
  depth: number;
  /** Endless loops around what runs now. */
  loops: number;
  isUnseen: boolean;
  runScript(script: ShellScript, stdin: Value | null): Value;
  runText(text: string, stdin: Value | null): Value;
  callProgram(started: Started): Value;
}

/** A program that starts, as the shell starts it. */
export interface Started {
  /** Its name and its arguments. */
  fields: readonly Value[];
  naming: "plain" | "string" | "computed";
  stdin: Value | null;
  /** Where its streams are tied to a connection: the host. */
  connection: Value | null;
  isSilent: boolean;
  isBackground: boolean;
  /** Its output goes to another program. */
  isPiped: boolean;
  line: number;
}

export function newMachine(
  unit: CodeUnit,
  parts: Pick<Machine, "budget" | "runScript" | "runText" | "callProgram">,
): Machine {
  return {
    unit,
    events: [],
    seen: new Set(),
    texts: [],
    embedded: [],
    starts: new Map(),
    variables: new Map(),
    functions: new Map(),
    called: new Set(),
    aliases: new Map(),
    files: new Map(),
    unpacked: [],
    connections: new Map(),
    inputs: new Map(),
    outputs: new Map(),
    references: new Map(),
    groups: 0,
    shifts: 0,
    folder: null,
    given: null,
    scope: "",
    steps: 0,
    cut: null,
    depth: 0,
    loops: 0,
    isUnseen: false,
    ...parts,
  };
}

type Said = Pick<CodeEvent, "act" | "callee" | "line"> & Partial<CodeEvent>;

/** Writes down an act. `line` counts in the unit; the event gets the file's. */
export function say(machine: Machine, said: Said): void {
  const event: CodeEvent = {
    scope: machine.scope,
    target: UNKNOWN,
    inputs: [],
    auth: [],
    options: {},
    naming: "plain",
    onLoad: machine.scope === "",
    certain: true,
    ...said,
    line: said.line + machine.unit.firstLine - 1,
  };
  const key = `${event.line} ${event.act} ${event.callee} ${event.target.text?.slice(0, 200)} ${event.inputs.length}${event.scope}`;
  if (machine.seen.has(key)) return;
  if (machine.events.length >= MOST_EVENTS) {
    cutOff(machine, "it does more than is followed");
    return;
  }
  machine.seen.add(key);
  machine.events.push(event);
}

/** Hands a text to the reader of its language; what is not known in it stands as a name that nothing defines. */
export function embed(machine: Machine, line: number, code: Pick<CodeUnit, "language" | "text" | "from">): void {
  if (code.text.trim().length < 2) return;
  if (machine.embedded.length >= MOST_EMBEDDED) {
    cutOff(machine, "more code stands inside it than is read");
    return;
  }
  const unknown = code.language === "bash" ? "${UNKNOWN_PART}" : "unknown_part";
  const { path, trigger } = machine.unit;
  machine.embedded.push({
    path,
    language: code.language,
    from: code.from,
    text: code.text.replaceAll(HOLE, unknown),
    firstLine: line + machine.unit.firstLine - 1,
    ...(trigger === undefined ? {} : { trigger }),
  });
}

/** Says that a file becomes code. */
export function start({ starts }: Machine, file: StartedFile): void {
  starts.set(`${file.language} ${file.isByName} ${file.path}`, file);
}

/** One name for a path, however it is said. */
export function fileKey(path: string): string {
  return path.replace(/^(?:\.\/)+/, "").replaceAll(/\/{2,}/g, "/");
}

/** A path as seen from the folder that the script went to. */
export function fromFolder({ folder }: Machine, path: Value): Value {
  const text = path.text ?? HOLE;
  if (folder === null || /^(?:[/~\uFFFC-]|[A-Za-z]:|[a-z]+:\/\/)/.test(text)) return path;
  const below = text.replace(/^(?:\.\/)+/, "").replace(/^\.$/, "");
  const base = (folder.text ?? HOLE).replace(/\/+$/, "");
  return {
    ...path,
    text: below === "" ? base || "/" : `${base}/${below}`,
    sources: joinSources(sourcesOf(folder), path.sources),
  };
}

/** What reading a path gives: what was written there, a secret, or some file. */
export function readPath(machine: Machine, path: Value, line: number): Value {
  const written = machine.files.get(fileKey(path.text ?? HOLE));
  if (written !== undefined) return written;
  const text = fromFolder(machine, path).text ?? HOLE;
  const at = line + machine.unit.firstLine - 1;
  const place = secretPlace(text);
  if (place !== null) return withSources(tainted("secret-file", text.replaceAll(HOLE, "*"), at), path.sources);
  if (isDotenv(text)) return tainted("dotenv", text.replaceAll(HOLE, "*"), at);
  if (/^\/proc\/[^/]+\/environ$/.test(text)) return tainted("env-all", text, at);
  if (/^\/(?:etc\/(?:passwd|hostname|machine-id|os-release)|proc\/)/.test(text)) return tainted("host-info", text, at);
  if (/^\/dev\/(?:u?random|zero)$/.test(text)) return tainted("random", text, at);
  if (text !== "" && isWholePlace(text)) return tainted("user-files", text, at);
  return withSources(tainted("file", text.replaceAll(HOLE, "*"), at), path.sources);
}

/** Two values one after the other, as two outputs are. */
export function concat(a: Value, b: Value, between = ""): Value {
  const sources = joinSources(sourcesOf(a), sourcesOf(b));
  const text = a.text === null && b.text === null ? null : clip(`${a.text ?? HOLE}${between}${b.text ?? HOLE}`);
  return { ...UNKNOWN, text, folded: true, sources, ...(a.name === b.name ? { name: a.name } : {}) };
}

/** One of many holes stands for all that follow each other. */
function clip(text: string): string | null {
  return text.length > 1_048_576 ? null : text.replaceAll(/\uFFFC{2,}/g, HOLE);
}

/** As one `concat` after the other gives them, in one pass: a script may join a hundred thousand. */
export function join(values: readonly Value[], between: string): Value {
  const [first = literal(""), ...rest] = values;
  if (rest.length === 0) return first;
  const known = values.findIndex(({ text }) => text !== null);
  // What is unknown before the first known text is one hole.
  const texts = values.slice(known).map(({ text }) => text ?? HOLE);
  const text = known < 0 ? null : clip((known > 0 ? [HOLE, ...texts] : texts).join(between));
  const sources = rest.reduce((all, value) => joinSources(all, sourcesOf(value)), sourcesOf(first));
  const isNamed = rest.every(({ name }) => name === first.name);
  return { ...UNKNOWN, text, folded: true, sources, ...(isNamed ? { name: first.name } : {}) };
}

/** The same origins, with nothing known of the text; a known text that went through a filter is decoded from something. */
export function filtered(value: Value, decodes: boolean, line: number): Value {
  const source: Source[] = decodes ? [{ taint: "decoded", what: "encoded text", line }] : [];
  return { ...UNKNOWN, sources: joinSources(sourcesOf(value), source) };
}
