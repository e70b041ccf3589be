import { cutOff } from "../engine/reader.ts";
import { SEARCHED } from "./python-searches.ts";
import { anyOf, either } from "../engine/join-values.ts";
import { fieldOf, type LeanNode } from "../engine/lean-tree.ts";
import { HOLE, joinSources, named, type Source, sourcesOf, UNKNOWN, type Value } from "../engine/value.ts";
import { grow, pour } from "./python-assign.ts";
import { APIS } from "./apis/all-apis.ts";
import { packed } from "./python-builtin-handlers.ts";
import type { Call } from "./values/call-site.ts";
import { emit } from "./values/emit.ts";
import { openedBy } from "./python-fetched.ts";
import { callFunction, instanceOf } from "./python-function.ts";
import { callHanded } from "./python-handed.ts";
import { HANDLERS } from "./python-handlers.ts";
import { callLibrary } from "./python-library.ts";
import { callMapping } from "./python-mapping.ts";
import { attributeOf, environmentVariable, isEnvironment, properName } from "./values/member.ts";
import { PATH } from "./values/operator.ts";
import { contentSources } from "./python-paths.ts";
import {
  classOf,
  functionOf,
  functionsOf,
  lineOf,
  memberOf,
  type PyClass,
  type PyFrame,
  type PyPlace,
  type PyProgram,
  sourceText,
} from "./values/program.ts";
import { formatted, textMethod } from "./values/text-methods.ts";

const MOST_ARGUMENTS = 20_000;

/** What a call gives; notes the act that it is. */
export function evaluateCall(node: LeanNode, frame: PyFrame, program: PyProgram): Value {
  const target = fieldOf(node, "function");
  if (target === null) return UNKNOWN;
  const attribute = target.type === "attribute" ? fieldOf(target, "attribute") : null;
  const object = attribute === null ? null : fieldOf(target, "object");
  const method = attribute === null ? null : sourceText(frame.module, attribute).normalize("NFKC");
  const self = object === null ? null : program.evaluate(object, frame);
  const callee =
    self !== null && method !== null
      ? attributeOf(program, self, method, lineOf(frame.module, node), frame, node)
      : program.evaluate(target, frame);
  const { args, keywords } = readArguments(fieldOf(node, "arguments"), frame, program);
  // A partial application keeps what it was given in `items`.
  const bound = callee.name !== null && callee.items !== null ? [...callee.items, ...args] : args;
  const name = callee.name === null ? null : properName(callee.name);
  const call: Call = { node, frame, program, name, callee, self, method, args: bound, keywords };
  const result = dispatch(call);
  if (object !== null && method !== null && (object.type === "identifier" || object.type === "attribute"))
    grow(object, method, [...args, ...keywords.values()], !isKnown(name), frame, program);
  if (object !== null && /^configparser\.\w+\(\)\.read$/.test(name ?? "") && args[0] !== undefined)
    grow(
      object,
      "write",
      [{ ...UNKNOWN, sources: filesRead(args[0], lineOf(frame.module, node)) }],
      false,
      frame,
      program,
    );
  if (method !== null && self !== null) pour(fieldOf(node, "arguments"), method, self, args, frame);
  return result;
}

const isKnown = (name: string | null): boolean => name !== null && (APIS.has(name) || HANDLERS.has(name));

function dispatch(call: Call): Value {
  return (
    callLocal(call) ??
    callHandler(call) ??
    callUnbound(call) ??
    callText(call) ??
    callMapping(call) ??
    callLibrary(call) ??
    callPicked(call) ??
    callUnknown(call)
  );
}

/** `str.join(",", xs)`, `map(bytes.decode, xs)`: a method that is given its object. */
function callUnbound(call: Call): Value | null {
  const { name, args } = call;
  const [self, ...rest] = args;
  const method = /^pathlib\.(?:Posix|Windows|Pure)?Path\.([a-z_]{2,20})$/.exec(name ?? "")?.[1];
  const bound = method === undefined ? null : `${PATH}.${method}`;
  if (self !== undefined && method !== undefined && bound !== null && isKnown(bound)) {
    const path: Value = { ...self, name: PATH };
    const again: Call = {
      ...call,
      name: bound,
      self: path,
      method,
      args: rest,
      callee: { ...call.callee, name: bound },
    };
    return callHandler(again) ?? callLibrary(again);
  }
  if (self === undefined || name === null || !/^(?:str|bytes|bytearray)\.[a-z_]{2,20}$/.test(name)) return null;
  return callText({ ...call, self, method: name.slice(name.indexOf(".") + 1), args: rest });
}

/** What lies in a file, or in one of several. */
const filesRead = (path: Value, line: number): readonly Source[] =>
  (path.items ?? [path]).slice(0, 20).flatMap((each) => contentSources(each, line));

function callHandler(call: Call): Value | null {
  const handler = call.name === null ? undefined : HANDLERS.get(call.name);
  return handler === undefined ? null : handler(call);
}

function readArguments(list: LeanNode | null, frame: PyFrame, program: PyProgram) {
  const args: Value[] = [];
  const keywords = new Map<string, Value>();
  if (list === null) return { args, keywords };
  if (list.type !== "argument_list") return { args: [program.evaluate(list, frame)], keywords };
  if (list.children.length > MOST_ARGUMENTS) cutOff(frame.module, "a call has more arguments than are followed");
  for (const child of list.children.slice(0, MOST_ARGUMENTS)) {
    if (child.type === "comment" || child.type === ",") continue;
    if (child.type === "keyword_argument") {
      const name = fieldOf(child, "name");
      const value = fieldOf(child, "value");
      if (name !== null && value !== null)
        keywords.set(sourceText(frame.module, name).normalize("NFKC"), program.evaluate(value, frame));
      continue;
    }
    const value = program.evaluate(child, frame);
    if (child.type === "list_splat" && value.items !== null) {
      if (value.items.length > MOST_ARGUMENTS) cutOff(frame.module, "a call has more arguments than are followed");
      args.push(...value.items.slice(0, MOST_ARGUMENTS));
    } else if (child.type === "dictionary_splat" && value.entries !== null)
      for (const [key, inner] of value.entries) keywords.set(key, inner);
    else args.push(value);
  }
  return { args, keywords };
}

/** Functions and classes of this skill, and what is handed a function to call. */
function callLocal(call: Call): Value | null {
  const { program, callee, frame, node, args, keywords, self } = call;
  const functions = functionsOf(program, callee);
  if (functions.length > 0)
    return anyOf(
      functions.map((fn) => {
        const isFree = fn.ownClass === null || (!fn.isOfClass && classOf(program, self)?.isInstance === false);
        const receiver = isFree || fn.ownClass === null ? null : (instanceIn(program, self) ?? instanceOf(fn.ownClass));
        return callFunction(fn, { positional: args, keywords }, receiver, frame, program);
      }),
    );
  const own = classOf(program, callee);
  if (own === null) return callHanded(call);
  if (own.isInstance) {
    const member = memberOf(program, own.type, "__call__");
    return member === null ? null : program.apply(member, { args, keywords }, { frame, node });
  }
  return made(call, own.type);
}

/** The object a method is called on, where it is one of the skill's. */
const instanceIn = (program: PyProgram, self: Value | null): Value | null =>
  classOf(program, self)?.isInstance === true ? self : null;

/** A class is called: its `__init__` runs, or the fields of a data class are filled in their order. */
function made({ program, frame, node, args, keywords }: Call, type: PyClass): Value {
  const instance = instanceOf(type);
  const init = functionOf(program, memberOf(program, type, "__init__"));
  if (init !== null) callFunction(init, { positional: args, keywords }, instance, frame, program);
  else {
    for (const [index, name] of fieldsOf(program, type).entries()) {
      const given = keywords.get(name) ?? args[index];
      if (given !== undefined) type.attributes.set(name, either(type.attributes.get(name) ?? null, given));
    }
    const after = memberOf(program, type, "__post_init__") ?? memberOf(program, type, "__attrs_post_init__");
    if (after !== null) program.apply(after, { args: [] }, { frame, node });
  }
  return instance;
}

function fieldsOf(program: PyProgram, type: PyClass, depth = 0): string[] {
  const above = type.bases.flatMap((base) => {
    const own = classOf(program, base);
    return own === null || depth > 8 ? [] : fieldsOf(program, own.type, depth + 1);
  });
  return [...new Set([...above, ...type.fields])];
}

/** Calls a value that is handed on. */
export function applyValue(
  callee: Value,
  { args, keywords = new Map() }: { args: readonly Value[]; keywords?: ReadonlyMap<string, Value> },
  { frame, node }: PyPlace,
  program: PyProgram,
): Value {
  if (program.steps <= 0 || frame.callDepth > MOST_APPLIED) return UNKNOWN;
  const name = callee.name === null ? null : properName(callee.name);
  const bound = name !== null && callee.items !== null ? [...callee.items, ...args] : args;
  const method = name?.split(".").at(-1) ?? null;
  return dispatch({ node, frame, program, name, callee, self: null, method, args: bound, keywords });
}

const MOST_APPLIED = 12;

function callText(call: Call): Value | null {
  const { self, method, args, keywords } = call;
  if (self === null || method === null || self.text === null) return null;
  if (self.type === "number") return method === "to_bytes" ? packed(call) : null;
  if (self.name !== null) return null;
  if (method === "format")
    return {
      ...UNKNOWN,
      text: formatted(self.text, args, keywords),
      folded: true,
      sources: allSources(self, args, keywords),
    };
  if (method === "join") {
    const items = args[0]?.items ?? null;
    const sources = allSources(self, args, keywords);
    if (items === null)
      return {
        ...UNKNOWN,
        sources,
        text: args[0]?.text != null && self.text === "" && args[0].type !== "number" ? args[0].text : null,
        folded: true,
      };
    const text = items.map((item) => item.text ?? HOLE).join(self.text);
    return {
      ...UNKNOWN,
      text: text.length > 1_000_000 ? null : text,
      folded: true,
      sources: isSpelled(items) ? joinSources(sources, [SPELLED]) : sources,
      ...(self.type === "bytes" ? { type: "bytes" } : {}),
    };
  }
  const result = textMethod(method, self, args);
  return result === null ? null : { ...result, sources: allSources(self, args, keywords) };
}

const MANY = 8;
const SPELLED: Source = { taint: "decoded", what: "characters by their numbers", line: 0 };

/** Characters that were computed one by one. */
const isSpelled = (items: readonly Value[]): boolean =>
  items.length >= MANY && items.every(({ text }) => text !== null && text.length <= 2);

/** `env.get("NAME")` on a copy of the environment. */
function callPicked({ self, method, args, frame, node }: Call): Value | null {
  if (self === null || (method !== "get" && method !== "pop") || !isEnvironment(self)) return null;
  const [key] = args;
  if (key === undefined || isEnvironment(key)) return null;
  return environmentVariable(key, frame, node, "os.environ");
}

/** What it gives is made of what it got. */
function callUnknown(call: Call): Value {
  const { name, callee, self, args, keywords, frame, node } = call;
  const sources = joinSources(allSources(self ?? callee, args, keywords), openedBy(call));
  if (name !== null && name.endsWith("?")) {
    emit(frame, node, { act: "unknown-call", callee: name, inputs: [callee, ...args], naming: "computed" });
    return { ...UNKNOWN, sources };
  }
  if (name !== null && SEARCHED.test(name))
    emit(frame, node, {
      act: "unknown-call",
      callee: name,
      inputs: args,
      naming: "computed",
      options: { searched: callee },
    });
  const kept = self?.text != null && KEEPING.has(call.method ?? "") ? { text: HOLE } : {};
  return {
    ...(name === null || name.length > 100 ? UNKNOWN : named(`${name}()`)),
    ...kept,
    sources,
    ...(callee.place === undefined ? {} : { place: callee.place }),
  };
}

const KEEPING = new Set(["lower", "upper", "strip", "replace", "format", "decode", "encode"]);

function allSources(
  self: Value | null,
  args: readonly Value[],
  keywords: ReadonlyMap<string, Value>,
): readonly Source[] {
  let sources = self === null ? [] : sourcesOf(self);
  for (const arg of args) sources = joinSources(sources, sourcesOf(arg));
  for (const arg of keywords.values()) sources = joinSources(sources, sourcesOf(arg));
  return sources;
}
