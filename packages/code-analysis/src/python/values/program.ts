import type { CpuBudget } from "@gaia/findings";
import type { CodeUnit } from "@gaia/reading";
import type { CodeEvent, CodeText } from "../../engine/event.ts";
import type { LeanNode } from "../../engine/lean-tree.ts";
import type { Value } from "../../engine/value.ts";

/** One module being read: a file, a fence, or the cells of a notebook one after the other. */
export interface PyModule {
  /** Its name for imports: `tools`, `lib.send`; empty where nobody can import it. */
  name: string;
  parts: { unit: CodeUnit; root: LeanNode }[];
  /** The part that is being read. */
  unit: CodeUnit;
  text: string;
  frame: PyFrame | null;
  /** What it sets `sys.argv` to; null as long as it did not. */
  words: Value | null;
  /** Where it changed to: `.` as long as it did not. */
  directory: string;
  events: Map<string, { event: CodeEvent; unit: CodeUnit }>;
  /** How many events one place has given. */
  perPlace: Map<string, number>;
  /** Where its texts stand. */
  noted: Set<string>;
  texts: { text: CodeText; unit: CodeUnit }[];
  embedded: CodeUnit[];
  /** Which bound left some of it unread; null when none did. */
  cut: string | null;
  /** Texts that the code writes: path -> text. */
  written: Map<string, string>;
}

export interface PyFunction {
  id: number;
  name: string;
  path: string;
  module: PyModule;
  unit: CodeUnit;
  parameters: LeanNode | null;
  /** A block, or the expression of a lambda. */
  body: LeanNode;
  closure: PyFrame;
  ownClass: PyClass | null;
  /** Its first parameter is the class. */
  isOfClass: boolean;
  /** Naming it calls it. */
  isProperty: boolean;
  /** What it is handed comes from a peer: a handler of requests or messages. */
  isRemote: boolean;
  isVisited: boolean;
  /** It is being read: calls to it do not go in again. */
  depth: number;
  known: Map<string, Value>;
}

export interface PyClass {
  id: number;
  name: string;
  bases: Value[];
  /** Methods and class attributes. */
  members: Map<string, Value>;
  /** Names of its annotated fields, in order: what a data class is made of. */
  fields: string[];
  /** What is assigned to `self.x`, anywhere. */
  attributes: Map<string, Value>;
}

/** The names of one function, class or module while it is read. */
export interface PyFrame {
  module: PyModule;
  names: Map<string, Value>;
  parent: PyFrame | null;
  path: string;
  kind: "module" | "class" | "function";
  ownClass: PyClass | null;
  globals: Set<string>;
  returns: Value | null;
  /** Inside `if`, `try` or a loop: what is assigned may or may not be. */
  branches: number;
  loops: number;
  onLoad: boolean;
  /** Calls that lead here. */
  callDepth: number;
}

/** Where in the code something is done. */
export interface PyPlace {
  frame: PyFrame;
  node: LeanNode;
}

/** The CPU time is over in the middle of a module: what was seen until then counts. */
export class OutOfTime extends Error {}

/** A look at the clock costs as much as some expressions. */
const STEPS_A_LOOK = 64;

/** One expression more. @throws OutOfTime */
export function takeStep(program: PyProgram): void {
  program.steps -= 1;
  if (program.steps % STEPS_A_LOOK === 0 && program.budget.leftMs() <= 0) throw new OutOfTime();
}

/** The Python of one skill. The functions close the circle between expressions and statements. */
export interface PyProgram {
  modules: Map<string, PyModule>;
  functions: PyFunction[];
  classes: PyClass[];
  /** What may still be done before only the rest is read, without following calls. */
  steps: number;
  /** CPU time for all of it. */
  budget: CpuBudget;
  /** Callbacks that were told what a device captures or a peer says: told again when all is known. */
  told: { fn: Value; args: readonly Value[]; at: PyPlace; unit: CodeUnit }[];
  expressionDepth: number;
  nesting: number;
  /** Which bound left some of it unread; null when none did. */
  cut: string | null;
  evaluate(node: LeanNode, frame: PyFrame): Value;
  execute(block: LeanNode, frame: PyFrame): void;
  /** Calls a value that was handed on. */
  apply(callee: Value, given: { args: readonly Value[]; keywords?: ReadonlyMap<string, Value> }, at: PyPlace): Value;
}

export function newFrame(module: PyModule, parent: PyFrame | null, changes: Partial<PyFrame>): PyFrame {
  return {
    module,
    names: new Map(),
    parent,
    path: "",
    kind: "function",
    ownClass: null,
    globals: new Set(),
    returns: null,
    branches: 0,
    loops: 0,
    onLoad: false,
    callDepth: 0,
    ...changes,
  };
}

/** The value of a name: its function's, those around it, the module's. Class bodies are passed over, as in Python. */
export function lookUp(frame: PyFrame, name: string): Value | null {
  for (let at: PyFrame | null = frame; at !== null; at = at.parent) {
    if (at.kind === "class" && at !== frame) continue;
    const found = at.names.get(name);
    if (found !== undefined) return found;
  }
  return null;
}

const CLASS = /^⟨class⟩(\d+)(\(\))?$/;

export const functionName = (id: number): string => `⟨function⟩${id}`;
export const className = (id: number): string => `⟨class⟩${id}`;

export function functionOf(program: PyProgram, value: Value | null): PyFunction | null {
  return functionsOf(program, value)[0] ?? null;
}

/** All functions that a value may be. */
export function functionsOf(program: PyProgram, value: Value | null): PyFunction[] {
  if (value?.name == null || !/^(?:⟨function⟩\d+)+$/.test(value.name)) return [];
  return value.name
    .split("⟨function⟩")
    .slice(1)
    .flatMap((id) => program.functions[Number(id)] ?? []);
}

/** The class of this skill that a value is, or is an instance of. */
export function classOf(program: PyProgram, value: Value | null): { type: PyClass; isInstance: boolean } | null {
  const match = value?.name == null ? null : CLASS.exec(value.name);
  const type = match == null ? undefined : program.classes[Number(match[1])];
  return type === undefined ? null : { type, isInstance: match?.[2] !== undefined };
}

/** A member of a class or of what it is derived from. */
export function memberOf(program: PyProgram, type: PyClass, name: string): Value | null {
  const seen = new Set<PyClass>([type]);
  // The first base is looked at first, with what is above it; each class once.
  const waiting: (PyClass | Value)[] = [type];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!("bases" in next)) return { ...next, name: `${next.name}().${name}` };
    const own = next.attributes.get(name) ?? next.members.get(name);
    if (own !== undefined) return own;
    for (const base of next.bases.toReversed()) {
      const above = classOf(program, base)?.type;
      if (above === undefined && base.name !== null) waiting.push(base);
      if (above === undefined || seen.has(above)) continue;
      seen.add(above);
      waiting.push(above);
    }
  }
  return null;
}

/** The 1-based line in the file of a place in the part that is being read. */
export function lineOf(module: PyModule, node: LeanNode): number {
  return module.unit.from === "decoded" ? module.unit.firstLine : module.unit.firstLine + node.row;
}

export function sourceText(module: PyModule, node: LeanNode): string {
  return module.text.slice(node.start, node.end);
}
