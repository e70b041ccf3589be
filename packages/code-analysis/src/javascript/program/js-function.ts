import { fieldOf } from "../../engine/lean-tree.ts";
import { anyOf } from "../../engine/join-values.ts";
import { HOLE, sourcesOf, tainted, UNKNOWN, type Value } from "../../engine/value.ts";
import { type JsFunction, type JsProgram, type JsScope, lineOf } from "./js-program.ts";
import { bindParameters } from "./js-parameters.ts";

const MOST_CALLS = 12;
const MOST_PATH = 6;
const MOST_AGAIN = 300;

/** Follows a function that is called, as often as it tells something new; null where the value is no function of the code. */
export function callFunction(program: JsProgram, value: Value | undefined, args: readonly Value[]): Value | null {
  const indexes = /^function#(\d+(?:,\d+){0,16})$/.exec(value?.name ?? "")?.[1]?.split(",") ?? [];
  // One of several, as a table chooses: each is called.
  if (indexes.length > 1)
    return anyOf(
      indexes.map((each) => callFunction(program, { ...UNKNOWN, name: `function#${each}` }, args) ?? UNKNOWN),
    );
  const called = program.functions[Number(indexes[0] ?? -1)];
  if (called === undefined) return null;
  if (called.calls >= MOST_CALLS || program.path.split(".").length > MOST_PATH) return UNKNOWN;
  return follow(program, called, args);
}

function follow(program: JsProgram, called: JsFunction, args: readonly Value[]): Value {
  called.calls += 1;
  const { node } = called;
  const scope: JsScope = { names: new Map(), outer: called.scope };
  bindParameters(program, scope, node, args);
  const body = fieldOf(node, "body");
  const { path, yielded } = program;
  program.yielded = [];
  program.path = `${path === "" ? "" : `${path}.`}${called.name || "anonymous"}`.slice(0, 200);
  const result =
    body === null
      ? null
      : body.type === "statement_block"
        ? program.runBody(scope, body)
        : program.valueOf(scope, body);
  program.path = path;
  const given = program.yielded;
  program.yielded = yielded;
  // A generator gives what it yields, one after the other.
  if (given.length > 0)
    return { ...UNKNOWN, items: given.slice(0, 100), sources: given.flatMap((each) => sourcesOf(each)).slice(0, 12) };
  return result ?? UNKNOWN;
}

/** Follows what nobody called: somebody else may. */
export function callTheRest(program: JsProgram): void {
  const uncalled: JsFunction[] = [];
  for (let index = 0; index < program.functions.length && index < 3_000; index += 1) {
    const called = program.functions[index];
    if (called === undefined || called.calls > 0) continue;
    const given: Value = { ...tainted("input", "an argument", lineOf(program, called.node)), text: HOLE };
    program.path = "";
    uncalled.push(called);
    follow(program, called, [given, given, given, given, given, given]);
  }
  // What one method keeps in its object, another that stands before it may send.
  if (![...program.members.values()].some((value) => sourcesOf(value).some(({ taint }) => taint !== "input"))) return;
  for (const called of uncalled.slice(0, MOST_AGAIN)) {
    program.path = "";
    const given: Value = { ...tainted("input", "an argument", lineOf(program, called.node)), text: HOLE };
    follow(program, called, [given, given, given, given]);
  }
}
