import type { AnalysisTools } from "../../analysis/analyser.ts";
import type { CodeUnit } from "../../view/code-unit.ts";
import { leanTree, type LeanNode } from "../engine/lean-tree.ts";
import type { Reader, Reading } from "../engine/reader.ts";
import { evaluate } from "./python-expression.ts";
import { visitUncalled } from "./python-function.ts";
import { APIS } from "./python-library.ts";
import { newFrame, type PyModule, type PyProgram } from "./python-program.ts";
import { execute } from "./python-statement.ts";
import { shellLinesOf } from "./python-shell-lines.ts";

const MOST_NODES = 400_000;
const MOST_PARSING_MS = 2_000;
/** Expressions that are followed through calls and loops, for all the Python of a skill, and more for each character of it. */
const STEPS = 60_000;
const STEPS_A_CHARACTER = 2;

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
  "@",
  ":",
  ..."+= -= *= /= //= %= **= >>= <<= &= ^= |= @=".split(" "),
]);

/** Reads Python: files, notebook cells one after the other, fences each for itself. */
export const pythonReader: Reader = {
  languages: ["python"],
  configuration: [[...APIS], MOST_NODES, STEPS, STEPS_A_CHARACTER],
  async read(units, tools) {
    const problems = new Map<CodeUnit, string>();
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
    const program = newProgram(modules, units);
    // In the order of what they need: a module is read before the one that imports from it.
    for (const module of inOrder(all)) readModule(module, program);
    for (let at = 0; at < program.functions.length; at += 1) {
      const fn = program.functions[at];
      if (fn !== undefined) visitUncalled(fn, program);
    }
    return units.map((unit) => readingOf(unit, all, problems, program.isTooDeep));
  },
};

async function parse(unit: CodeUnit, tools: AnalysisTools, problems: Map<CodeUnit, string>): Promise<LeanNode | null> {
  if (tools.budget.leftMs <= 0) {
    problems.set(unit, "there was no time left to read it");
    return null;
  }
  const startedAt = performance.now();
  const timeLimitMs = Math.min(MOST_PARSING_MS, tools.budget.leftMs);
  const text = unit.text;
  const root = await tools.grammars.parse({ language: "python", text, timeLimitMs }, (tree, problem) => {
    if (problem !== null)
      problems.set(unit, `it is no Python that can be read, from line ${unit.firstLine + problem.line - 1}`);
    return leanTree(tree, TOKENS, MOST_NODES);
  });
  tools.budget.leftMs -= performance.now() - startedAt;
  if (root === null) problems.set(unit, "it is too long to be read");
  return root;
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
    events: new Map(),
    perPlace: new Map(),
    texts: [],
    embedded: [],
  };
}

function newProgram(modules: Map<string, PyModule>, units: readonly CodeUnit[]): PyProgram {
  const characters = units.reduce((sum, { text }) => sum + text.length, 0);
  const program: PyProgram = {
    modules,
    functions: [],
    classes: [],
    steps: STEPS + STEPS_A_CHARACTER * Math.min(characters, 1_000_000),
    expressionDepth: 0,
    nesting: 0,
    isTooDeep: false,
    evaluate: (node, frame) => evaluate(node, frame, program),
    execute: (block, frame) => execute(block, frame, program),
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

function readingOf(
  unit: CodeUnit,
  modules: readonly PyModule[],
  problems: ReadonlyMap<CodeUnit, string>,
  isTooDeep: boolean,
): Reading {
  const module = modules.find(({ parts }) => parts.some((part) => part.unit === unit));
  const problem = problems.get(unit) ?? (isTooDeep ? "it is nested too deeply to be read" : null);
  if (module === undefined) return { unit, events: [], texts: [], embedded: [], problem };
  return {
    unit,
    events: [...module.events.values()]
      .filter((each) => each.unit === unit)
      .map(({ event }) => event)
      .sort((a, b) => a.line - b.line),
    texts: module.texts.filter((each) => each.unit === unit).map(({ text }) => text),
    embedded: module.parts[0]?.unit === unit ? module.embedded : [],
    problem,
  };
}
