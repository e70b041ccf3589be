import { cutOff } from "../../engine/reader.ts";
import { fieldOf } from "../../engine/lean-tree.ts";
import { anyOf } from "../../engine/join-values.ts";
import { HOLE, sourcesOf, tainted, UNKNOWN, type Value } from "../../engine/value.ts";
import { type JsFunction, type JsProgram, type JsScope, lineOf } from "./js-program.ts";
import { bindParameters } from "./js-parameters.ts";

/** Calls of one function, from wherever they come. */
const MOST_CALLS = 2_000;
/** Functions that are in the middle of calling each other. */
const MOST_DEEP = 24;
/** A function that calls itself tells little more each time. */
const MOST_RECURSION = 3;
const MOST_AGAIN = 300;
const MOST_GENERATIONS = 3;

/** Follows a function that is called, as often as it tells something new; null where the value is no function of the code. */
export function callFunction(program: JsProgram, value: Value | undefined, args: readonly Value[]): Value | null {
  const indexes = /^function#(\d+(?:,\d+){0,400})$/.exec(value?.name ?? "")?.[1]?.split(",") ?? [];
  // One of several, as a table chooses: each is called.
  if (indexes.length > 1)
    return anyOf(
      indexes.map((each) => callFunction(program, { ...UNKNOWN, name: `function#${each}` }, args) ?? UNKNOWN),
    );
  const called = program.functions[Number(indexes[0] ?? -1)];
  if (called === undefined) return null;
  if (called.active >= MOST_RECURSION) return UNKNOWN;
  if (called.calls >= MOST_CALLS || program.calling >= MOST_DEEP) {
    cutOff(
      program,
      called.calls >= MOST_CALLS
        ? `${called.name} is called more often than is followed`
        : "its functions call each other deeper than is followed",
    );
    return UNKNOWN;
  }
  const key = keyOf(program, args);
  const known = key === null ? undefined : called.known.get(key);
  if (known !== undefined) return known;
  const { writes } = program;
  const given = follow(program, called, args);
  // One that changes what others see may tell something else the next time.
  if (key !== null && program.writes === writes) called.known.set(key, given);
  return given;
}

const MOST_TOLD = 400;

/**
 * Equal keys: the function is called with the same, and nothing that it may read has changed. Null: comparing would cost more than
 * following.
 */
function keyOf(program: JsProgram, args: readonly Value[]): string | null {
  const told: string[] = [`${program.writes} ${args.length}`];
  const tell = (value: Value): void => {
    if (told.length > MOST_TOLD) return;
    told.push(`${value.type ?? ""} ${value.folded}`, value.text ?? "", value.name ?? "");
    for (const { taint, what, line } of value.sources) told.push(taint, what, String(line));
    if (value.place !== undefined) tell(value.place);
    told.push(`[${value.items?.length ?? ""}`);
    for (const item of value.items ?? []) tell(item);
    told.push(`{${value.entries?.size ?? ""}`);
    for (const [name, item] of value.entries ?? []) {
      told.push(name);
      tell(item);
    }
  };
  for (const value of args) tell(value);
  return told.length > MOST_TOLD ? null : told.join("\u0000");
}

function follow(program: JsProgram, called: JsFunction, args: readonly Value[]): Value {
  called.calls += 1;
  called.active += 1;
  program.calling += 1;
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
  called.active -= 1;
  program.calling -= 1;
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
  for (let index = 0; index < program.functions.length; index += 1) {
    const called = program.functions[index];
    // A handler that sets itself again would never come to an end.
    if (called === undefined || called.calls > 0 || called.generation > MOST_GENERATIONS) continue;
    program.generation = called.generation + 1;
    const given: Value = { ...tainted("input", "an argument", lineOf(program, called.node)), text: HOLE };
    program.path = "";
    uncalled.push(called);
    follow(program, called, [given, given, given, given, given, given]);
  }
  // What one method keeps in its object, another that stands before it may send.
  if (![...program.members.values()].some((value) => sourcesOf(value).some(({ taint }) => taint !== "input"))) return;
  if (uncalled.length > MOST_AGAIN) cutOff(program, "it has more functions than are followed twice");
  for (const called of uncalled.slice(0, MOST_AGAIN)) {
    program.path = "";
    const given: Value = { ...tainted("input", "an argument", lineOf(program, called.node)), text: HOLE };
    follow(program, called, [given, given, given, given]);
  }
}
