import type { Language } from "@gaia/syntax";
import type { CodeUnit } from "@gaia/reading";
import type { CodeTools } from "../engine/code-tools.ts";
import { type CpuBudget, NO_TIME_LEFT } from "@gaia/findings";
import { type LeanNode, leanTree } from "../engine/lean-tree.ts";
import { type Reader, type Reading, unread } from "../engine/reader.ts";
import { literal } from "../engine/value.ts";
import { API_NAMES } from "./js-apis.ts";
import { valueOf } from "./js-expression.ts";
import { callTheRest } from "./program/js-function.ts";
import { emit, type JsProgram, newProgram } from "./program/js-program.ts";
import { runBody } from "./js-statement.ts";
import { readAsText } from "../unread/unread-reader.ts";

/** Raised when the same API is followed otherwise. */
const REVISION = 4;
const MOST_CHARACTERS = 2_000_000;
const MOST_NODES = 400_000;
const TOKENS: ReadonlySet<string> = new Set();

/** Follows JavaScript and TypeScript, each file by itself: what its calls reach for and where their arguments come from. */
export const javascriptReader: Reader = {
  languages: ["javascript", "typescript", "tsx"],
  configuration: [REVISION, ...API_NAMES],
  async read(units, tools) {
    const readings: Reading[] = [];
    for (const unit of units) readings.push(await readUnit(unit, tools));
    return readings;
  },
};

async function readUnit(unit: CodeUnit, tools: CodeTools): Promise<Reading> {
  const nothing = (cut: string): Reading => unread(unit, { cut });
  if (unit.text.length > MOST_CHARACTERS) return nothing("it is too large to be read");
  if (tools.budget.leftMs() <= 0) return nothing(NO_TIME_LEFT);
  let first: Reading | null = null;
  // Cells and snippets called JavaScript are TypeScript as often as not.
  const text = unit.text.replaceAll(DIRECTIVE, (_all, indent: string) => `${indent}//`);
  for (const language of languagesOf(unit)) {
    const leftMs = tools.budget.leftMs();
    if (leftMs <= 0) break;
    const reading = await readAs({ ...unit, text }, language, tools, leftMs);
    first ??= reading;
    if (reading === null || reading.problem === null) {
      first = reading ?? first;
      break;
    }
  }
  if (first === null) return nothing(NO_TIME_LEFT);
  if (text === unit.text) return { ...first, unit };
  const { seen = [] } = readAsText({ ...unit, language: "jscript" });
  return { ...first, unit, seen, asText: "ExtendScript" };
}

/** Adobe's programs add lines of their own to JavaScript, and libraries that nothing here follows. */
const DIRECTIVE = /^([ \t]*)#[a-z](?=(?:arget|argetengine|nclude|ncludepath|cript|trict|ngine)\b)/gm;

function readAs(unit: CodeUnit, language: Language, tools: CodeTools, timeLimitMs: number): Promise<Reading | null> {
  const nothing = (cut: string): Reading => unread(unit, { cut });
  return tools.grammars.parse({ language, text: unit.text, timeLimitMs }, (tree, problem) => {
    const root = leanTree(tree, TOKENS, MOST_NODES);
    if (root === null) return nothing("it is too large to be read");
    // What looked like JavaScript and is none is another language, and Node refuses it too.
    const place =
      problem === null || unit.isGuessed ? null : `line ${problem.line + unit.firstLine - 1} is no ${unit.language}`;
    try {
      return { ...follow(unit, root, tools.budget), problem: place };
    } catch (error) {
      // Deeper than the stack, or something that was not thought of: it is not clean.
      return nothing(error instanceof RangeError ? "it is nested too deep" : "it could not be followed");
    }
  });
}

/** The languages as which a unit is read, until one parses. */
function languagesOf({ language, path }: CodeUnit): Language[] {
  if (language === "tsx" || path.endsWith(".tsx")) return ["tsx"];
  return language === "typescript" ? ["typescript", "tsx"] : ["javascript", "typescript", "tsx"];
}

function follow(unit: CodeUnit, root: LeanNode, budget: CpuBudget): Omit<Reading, "problem"> {
  const program: JsProgram = newProgram(unit, {
    budget,
    valueOf: (scope, node) => valueOf(program, scope, node),
    runBody: (scope, body) => runBody(program, scope, body),
  });
  if (unit.trigger !== undefined)
    emit(program, root, {
      act: "hook",
      callee: unit.trigger,
      target: literal(/^npm (?:pre|post)?install$/.test(unit.trigger) ? "install" : unit.trigger),
    });
  runBody(program, { names: new Map(), outer: null }, root);
  callTheRest(program);
  const { events, texts, embedded, cut } = program;
  return { unit, events, texts, embedded, cut };
}
