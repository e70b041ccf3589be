import { either } from "../engine/join-values.ts";
import { cutOff } from "../engine/reader.ts";
import { fieldOf, type LeanNode } from "../engine/lean-tree.ts";
import { joinSources, named, type Source, sourcesOf, tainted, UNKNOWN, type Value } from "../engine/value.ts";
import { dottedOf } from "./values/literal.ts";
import { setName } from "./python-assign.ts";
import { fromPeer } from "./values/peers.ts";
import {
  className,
  functionName,
  lineOf,
  lookUp,
  newFrame,
  type PyClass,
  type PyFrame,
  type PyFunction,
  type PyProgram,
  sourceText,
} from "./values/program.ts";

const MOST_FUNCTIONS = 20_000;

interface Definition {
  name: string;
  parameters: LeanNode | null;
  body: LeanNode | null;
}

/** Remembers a function; its body is read when it is called, or in the end. */
export function define(
  { name, parameters, body }: Definition,
  frame: PyFrame,
  program: PyProgram,
  ownClass: PyClass | null,
  isOfClass = false,
): Value {
  if (body === null) return UNKNOWN;
  if (program.functions.length >= MOST_FUNCTIONS) {
    cutOff(program, "it has more functions than are read");
    return UNKNOWN;
  }
  const id = program.functions.length;
  program.functions.push({
    id,
    name,
    path: frame.path === "" ? name : `${frame.path}.${name}`,
    module: frame.module,
    unit: frame.module.unit,
    parameters,
    body,
    closure: frame,
    ownClass,
    isOfClass,
    isProperty: false,
    isRemote: false,
    isVisited: false,
    depth: 0,
    known: new Map(),
  });
  return named(functionName(id));
}

export function defineLambda(node: LeanNode, frame: PyFrame, program: PyProgram): Value {
  return define(
    { name: "lambda", parameters: fieldOf(node, "parameters"), body: fieldOf(node, "body") },
    frame,
    program,
    null,
  );
}

const MOST_CALL_DEPTH = 20;

export interface Arguments {
  positional: readonly Value[];
  keywords: ReadonlyMap<string, Value>;
}

/** Reads a function's body with what it is called with; what it answers. Past the budget: anything made of its arguments. */
export function callFunction(
  fn: PyFunction,
  args: Arguments,
  self: Value | null,
  caller: PyFrame,
  program: PyProgram,
): Value {
  let sources: readonly Source[] = [];
  for (const arg of [...args.positional, ...args.keywords.values()]) sources = joinSources(sources, sourcesOf(arg));
  if (fn.depth === 0 && caller.callDepth >= MOST_CALL_DEPTH)
    cutOff(program, "its functions call each other deeper than is followed");
  if (fn.depth > 0 || caller.callDepth >= MOST_CALL_DEPTH || program.steps <= 0) return { ...UNKNOWN, sources };
  const key = keyOf(args, caller);
  const known = fn.known.get(key);
  if (known !== undefined) return known;
  const value = visit(fn, args, self, { onLoad: caller.onLoad, callDepth: caller.callDepth + 1 }, program);
  if (fn.known.size < 64) fn.known.set(key, value);
  return value;
}

/** Reads a function that nobody was seen to call: anything may be handed to it. */
export function visitUncalled(fn: PyFunction, program: PyProgram): void {
  visit(fn, null, fn.ownClass === null ? null : instanceOf(fn.ownClass), {}, program);
}

export function instanceOf(type: PyClass): Value {
  return named(`${className(type.id)}()`);
}

/** Equal keys: equal arguments, as far as a body can tell. */
function keyOf(args: Arguments, caller: PyFrame): string {
  const told: string[] = [String(caller.onLoad)];
  const tell = (value: Value, depth: number): void => {
    if (told.length > MOST_TOLD) return;
    told.push(
      value.text?.slice(0, 2_000) ?? "",
      value.name ?? "",
      ...sourcesOf(value).map(({ taint, what }) => taint + what),
    );
    if (depth > 2) return;
    for (const item of value.items ?? []) tell(item, depth + 1);
    for (const [key, item] of value.entries ?? []) {
      told.push(key);
      tell(item, depth + 1);
    }
  };
  for (const value of args.positional) tell(value, 0);
  for (const [key, value] of args.keywords) {
    told.push(key);
    tell(value, 0);
  }
  return told.join("\u0000");
}

const MOST_TOLD = 200;

function visit(
  fn: PyFunction,
  args: Arguments | null,
  self: Value | null,
  inherited: Partial<PyFrame>,
  program: PyProgram,
): Value {
  const { module } = fn;
  const { unit, text } = module;
  const part = module.parts.find((each) => each.unit === fn.unit);
  if (part === undefined) return UNKNOWN;
  fn.isVisited = true;
  fn.depth += 1;
  module.unit = fn.unit;
  module.text = fn.unit.text;
  const frame = newFrame(module, fn.closure, { path: fn.path, ownClass: fn.ownClass, ...inherited });
  try {
    bindParameters(fn, args, self, frame, program);
    if (fn.body.type !== "block") return program.evaluate(fn.body, frame);
    program.execute(fn.body, frame);
    if (REDUCING.test(fn.name)) restored(frame, fn, program);
    return frame.returns ?? UNKNOWN;
  } finally {
    fn.depth -= 1;
    module.unit = unit;
    module.text = text;
  }
}

const REDUCING = /^__reduce(?:_ex)?__$/;

/** `return (os.system, ("…",))` of `__reduce__`: whoever restores the object calls it. */
function restored(frame: PyFrame, fn: PyFunction, program: PyProgram): void {
  const [callee, args] = frame.returns?.items ?? [];
  if (callee?.name != null) program.apply(callee, { args: args?.items ?? [] }, { frame, node: fn.body });
}

function bindParameters(
  fn: PyFunction,
  args: Arguments | null,
  self: Value | null,
  frame: PyFrame,
  program: PyProgram,
): void {
  let next = 0;
  for (const [index, parameter] of (fn.parameters?.children ?? []).entries()) {
    const { name, fallback, type, isRest, isNamedRest } = readParameter(parameter, frame);
    if (name === null) continue;
    if (index === 0 && self !== null) {
      setName(frame, name, self);
      continue;
    }
    const given = (isRest ? undefined : args?.keywords.get(name)) ?? (isRest ? undefined : args?.positional[next]);
    if (isRest && args !== null) {
      const rest = isNamedRest ? { entries: args.keywords } : { items: args.positional.slice(next) };
      setName(frame, name, { ...UNKNOWN, ...rest });
      continue;
    }
    if (given === undefined || !args?.keywords.has(name)) next += 1;
    const otherwise = fallback === null ? null : program.evaluate(fallback, fn.closure);
    const typed = type === null ? UNKNOWN : namedByType(type, frame);
    const line = lineOf(frame.module, parameter);
    const unknown = { ...typed, sources: fn.isRemote ? fromPeer(line) : tainted("input", name, line).sources };
    setName(
      frame,
      name,
      given === undefined
        ? args === null
          ? either(unknown, otherwise ?? unknown)
          : (otherwise ?? unknown)
        : { ...given, name: given.name ?? typed.name },
    );
  }
}

function readParameter(node: LeanNode, frame: PyFrame) {
  // The stars of a rest are children too.
  const parts = node.children.filter(({ type }) => !/^\*+$/.test(type));
  const [first] = parts;
  const holder = fieldOf(node, "name") ?? (node.type === "identifier" ? node : (first ?? null));
  const isRest =
    node.type === "list_splat_pattern" ||
    node.type === "dictionary_splat_pattern" ||
    first?.type === "list_splat_pattern" ||
    first?.type === "dictionary_splat_pattern";
  const inner =
    isRest && holder !== null && holder.type !== "identifier"
      ? (holder.children.find(({ type }) => type === "identifier") ?? holder)
      : holder;
  const isNamed = inner?.type === "identifier" && node.type !== "comment";
  return {
    name: isNamed ? sourceText(frame.module, inner).normalize("NFKC") : null,
    fallback: fieldOf(node, "value"),
    type: fieldOf(node, "type"),
    isRest,
    isNamedRest: [node, first].some((each) => each?.type === "dictionary_splat_pattern"),
  };
}

/** `session: requests.Session` says what the argument is. */
export function namedByType(type: LeanNode, frame: PyFrame): Value {
  const dotted = dottedOf(type.children[0] ?? null, frame.module.text);
  if (dotted === null || !/^[A-Za-z_][\w.]*[A-Z]/.test(dotted)) return UNKNOWN;
  const [head = "", ...rest] = dotted.split(".");
  const base = lookUp(frame, head)?.name;
  return base == null
    ? UNKNOWN
    : { ...named(`${[base, ...rest].join(".")}()`), ...(base === "pathlib.Path" ? { text: null } : {}) };
}
