import type { CodeTools } from "../engine/code-tools.ts";
import { type CpuBudget, NO_TIME_LEFT } from "@gaia/findings";
import type { CodeUnit } from "@gaia/reading";
import { leanTree, type LeanNode } from "../engine/lean-tree.ts";
import { cutOff, type Reader, type Reading, unread } from "../engine/reader.ts";
import { APIS } from "./apis/all-apis.ts";
import { applyValue } from "./python-call.ts";
import { evaluate } from "./python-expression.ts";
import { visitUncalled } from "./python-function.ts";

import { newFrame, OutOfTime, type PyFunction, type PyModule, type PyProgram } from "./values/program.ts";
import { execute } from "./python-statement.ts";
import { shellLinesOf } from "./python-shell-lines.ts";

/** Raised when handlers see more than the tables say. */
const REVISION = 6;
const MOST_NODES = 400_000;
const MOST_PARSING_MS = 2_000;
/** Expressions that are followed through calls and loops, for all the Python of a skill, and more for each character of it. */
const STEPS = 250_000;
const STEPS_A_CHARACTER = 1;

/** Operators and brackets that change what an expression is. */
const TOKENS = new Set([
  "+",
  "-",
  "*",
  "/",
  "//",
  "%",
  "**",
  "<<",
  ">>",
  "&",
  "|",
  "^",
  ":",
  ..."+= -= *= /= //= %= **= >>= <<= &= ^= |=".split(" "),
]);

/** Reads Python: files, notebook cells one after the other, fences each for itself. */
export const pythonReader: Reader = {
  languages: ["python"],
  configuration: [REVISION, [...APIS], MOST_NODES, STEPS, STEPS_A_CHARACTER],
  async read(units, tools) {
    const problems: Problems = { foreign: new Map(), cut: new Map() };
    const modules = new Map<string, PyModule>();
    const loose: PyModule[] = [];
    for (const [index, unit] of units.entries()) {
      const root = await parse(unit, tools, problems);
      if (root === null) continue;
      const key =
        unit.from === "cell" ? `cells of ${unit.path}` : unit.from === "file" ? moduleName(unit.path) : `${index}`;
      const known = modules.get(key);
      if (known !== undefined && unit.from === "cell") {
        known.parts.push({ unit, root });
        continue;
      }
      const module = newModule(unit, root, unit.from === "file" ? key : "");
      if (known === undefined) modules.set(key, module);
      else loose.push(module);
    }
    const all = [...modules.values(), ...loose];
    const program = newProgram(modules, units, tools.budget);
    for (const module of followAll(all, program))
      for (const { unit } of module.parts)
        if (!problems.cut.has(unit)) problems.cut.set(unit, "there was no time left to follow it");
    return units.map((unit) => readingOf(unit, all, problems, program));
  },
};

/** What is no Python, and what was left unread: for each unit, in words. */
interface Problems {
  foreign: Map<CodeUnit, string>;
  cut: Map<CodeUnit, string>;
}

async function parse(unit: CodeUnit, tools: CodeTools, { foreign, cut }: Problems): Promise<LeanNode | null> {
  if (tools.budget.leftMs() <= 0) {
    cut.set(unit, NO_TIME_LEFT);
    return null;
  }
  if (isTooDense(unit.text)) {
    cut.set(unit, "it is too long to be read");
    return null;
  }
  const timeLimitMs = Math.min(MOST_PARSING_MS, tools.budget.leftMs());
  // Python ends a line there as well (lexical analysis, 2.1.2); offsets stay.
  let text = unit.text.replaceAll(/\r(?!\n)/g, "\n");
  let root: LeanNode | null = null;
  // A line that is no Python hides what stands behind it: it is taken out, and the rest is read again.
  for (let attempt = 0; attempt <= MOST_REPAIRS; attempt += 1) {
    let broken: number | null = null;
    root = await tools.grammars.parse({ language: "python", text, timeLimitMs }, (tree, problem) => {
      broken = problem?.line ?? null;
      return leanTree(tree, TOKENS, MOST_NODES);
    });
    if (broken === null || root === null) break;
    if (!foreign.has(unit))
      foreign.set(unit, `it is no Python that can be read, from line ${unit.firstLine + broken - 1}`);
    if (text.length > MOST_REPAIRED) break;
    text = withoutLine(text, broken);
  }
  if (root === null) cut.set(unit, "it is too long to be read");
  return root;
}

const MOST_TOKENS = 200_000;

/** More tokens than the parser's memory is made for: a table of numbers, or somebody's try. */
function isTooDense(text: string): boolean {
  let tokens = 0;
  for (let at = 0; at < text.length && tokens <= MOST_TOKENS; at += 1) {
    const code = text.charCodeAt(at);
    const isWord =
      code > 0x7f || code === 0x5f || (code > 0x2f && code < 0x3a) || ((code | 0x20) > 0x60 && (code | 0x20) < 0x7b);
    if (!isWord && code > 0x20) tokens += 1;
  }
  return tokens > MOST_TOKENS;
}

const MOST_REPAIRS = 6;
const MOST_REPAIRED = 50_000;

/** Blanks a line, in place: offsets and lines of the rest stay. */
function withoutLine(text: string, line: number): string {
  let start = 0;
  for (let at = 1; at < line; at += 1) start = text.indexOf("\n", start) + 1;
  const end = text.indexOf("\n", start);
  const stop = end === -1 ? text.length : end;
  return text.slice(0, start) + " ".repeat(stop - start) + text.slice(stop);
}

const moduleName = (path: string): string =>
  path
    .replace(/\.pyw?$/, "")
    .replace(/\/__init__$/, "")
    .replaceAll("/", ".");

function newModule(unit: CodeUnit, root: LeanNode, name: string): PyModule {
  return {
    name,
    parts: [{ unit, root }],
    unit,
    text: unit.text,
    frame: null,
    directory: ".",
    words: null,
    events: new Map(),
    perPlace: new Map(),
    noted: new Set(),
    texts: [],
    embedded: [],
    cut: null,
    written: new Map(),
  };
}

/** Follows what the modules do; the modules that the time did not suffice for. */
function followAll(all: readonly PyModule[], program: PyProgram): PyModule[] {
  const open = new Set(all);
  try {
    // In the order of what they need: a module is read before the one that imports from it.
    for (const module of inOrder(all)) {
      readModule(module, program);
      open.delete(module);
    }
    visitAll(program);
    if (program.steps <= 0) cutOff(program, "it takes more steps than are followed");
    return [];
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
    for (const { isVisited, module } of program.functions) if (!isVisited) open.add(module);
    // When all were visited once, what one leaves for another was not followed to its end: in whichever of them.
    return open.size > 0 ? [...open] : [...all];
  }
}

function newProgram(modules: Map<string, PyModule>, units: readonly CodeUnit[], budget: CpuBudget): PyProgram {
  const characters = units.reduce((sum, { text }) => sum + text.length, 0);
  const program: PyProgram = {
    modules,
    functions: [],
    classes: [],
    steps: STEPS + STEPS_A_CHARACTER * Math.min(characters, 1_000_000),
    budget,
    told: [],
    expressionDepth: 0,
    nesting: 0,
    cut: null,
    evaluate: (node, frame) => evaluate(node, frame, program),
    execute: (block, frame) => execute(block, frame, program),
    apply: (callee, given, at) => applyValue(callee, given, at, program),
  };
  return program;
}

function inOrder(modules: readonly PyModule[]): PyModule[] {
  const done = new Set<PyModule>();
  const visit = (module: PyModule, depth: number) => {
    if (done.has(module) || depth > 20) return;
    done.add(module);
    for (const other of modules) {
      const last = other.name.slice(other.name.lastIndexOf(".") + 1);
      if (
        other !== module &&
        last !== "" &&
        !done.has(other) &&
        module.text.includes(last) &&
        new RegExp(`import[^\\n]{0,200}\\b${escaped(last)}\\b|from[^\\n]{0,100}\\b${escaped(last)}\\b`).test(
          module.text,
        )
      )
        visit(other, depth + 1);
    }
    ordered.push(module);
  };
  const ordered: PyModule[] = [];
  // Comparing each with each is for skills, not for libraries.
  if (modules.length > 60) return [...modules];
  for (const module of modules) visit(module, 0);
  return ordered;
}

const escaped = (text: string): string => text.replaceAll(/[^\w]/g, "\\$&");

function readModule(module: PyModule, program: PyProgram): void {
  const frame = newFrame(module, null, { kind: "module", onLoad: true });
  module.frame = frame;
  for (const { unit, root } of module.parts) {
    module.unit = unit;
    module.text = unit.text;
    if (unit.from === "cell") module.embedded.push(...shellLinesOf(unit));
    program.execute(root, frame);
  }
}

/** Reads what nobody called; and once more, for what one function leaves in a list or an attribute and another takes. */
function visitAll(program: PyProgram): void {
  const uncalled: PyFunction[] = [];
  for (let at = 0; at < program.functions.length; at += 1) {
    const fn = program.functions[at];
    if (fn === undefined || fn.isVisited) continue;
    uncalled.push(fn);
    visitUncalled(fn, program);
  }
  const { length } = program.functions;
  for (const fn of program.functions) fn.known.clear();
  for (const { fn, args, at, unit } of program.told.slice()) {
    if (program.steps <= 0) return;
    at.frame.module.unit = unit;
    at.frame.module.text = unit.text;
    program.apply(fn, { args }, at);
  }
  // A method may take what another was called later to leave behind.
  const again = program.functions.slice(0, length).filter((fn) => uncalled.includes(fn) || takesNothing(fn));
  for (const fn of again) {
    if (program.steps <= 0 || program.functions.length > length * 3 + 100) return;
    visitUncalled(fn, program);
  }
}

/** A function that works on what its object or its module holds. */
const takesNothing = ({ parameters, ownClass }: PyFunction): boolean =>
  (parameters?.children.filter(({ type }) => type !== "comment").length ?? 0) <= (ownClass === null ? 0 : 1);

function readingOf(unit: CodeUnit, modules: readonly PyModule[], problems: Problems, program: PyProgram): Reading {
  const module = modules.find(({ parts }) => parts.some((part) => part.unit === unit));
  const problem = problems.foreign.get(unit) ?? null;
  const cut = problems.cut.get(unit) ?? module?.cut ?? program.cut;
  if (module === undefined) return unread(unit, { problem, cut });
  return {
    unit,
    events: [...module.events.values()]
      .filter((each) => each.unit === unit)
      .map(({ event }) => event)
      .sort((a, b) => a.line - b.line),
    texts: module.texts.filter((each) => each.unit === unit).map(({ text }) => text),
    embedded: module.parts[0]?.unit === unit ? module.embedded : [],
    problem,
    cut,
  };
}
