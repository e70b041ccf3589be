import { fieldOf } from "../engine/lean-tree.ts";
import { HOLE, tainted, UNKNOWN, type Value } from "../engine/value.ts";
import { type JsFunction, type JsProgram, type JsScope, lineOf } from "./js-program.ts";
import { bindParameters } from "./js-parameters.ts";

const MOST_CALLS = 12;
const MOST_PATH = 6;

/** Follows a function that is called, as often as it tells something new; null where the value is no function of the code. */
export function callFunction(program: JsProgram, value: Value | undefined, args: readonly Value[]): Value | null {
  const index = /^function#(\d+)$/.exec(value?.name ?? "")?.[1];
  const called = index === undefined ? undefined : program.functions[Number(index)];
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
  const { path } = program;
  program.path = `${path === "" ? "" : `${path}.`}${called.name || "anonymous"}`.slice(0, 200);
  const result =
    body === null
      ? null
      : body.type === "statement_block"
        ? program.runBody(scope, body)
        : program.valueOf(scope, body);
  program.path = path;
  return result ?? UNKNOWN;
}

/** Follows what nobody called: somebody else may. */
export function callTheRest(program: JsProgram): void {
  for (let index = 0; index < program.functions.length && index < 3_000; index += 1) {
    const called = program.functions[index];
    if (called === undefined || called.calls > 0) continue;
    const given: Value = { ...tainted("input", "an argument", lineOf(program, called.node)), text: HOLE };
    program.path = "";
    follow(program, called, [given, given, given, given, given, given]);
  }
}
