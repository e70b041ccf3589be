import { fieldOf, type LeanNode } from "../engine/lean-tree.ts";
import { HOLE, joinSources, named, type Source, sourcesOf, UNKNOWN, type Value } from "../engine/value.ts";
import { grow, pour } from "./python-assign.ts";
import type { Call } from "./python-call-site.ts";
import { anyElement } from "./python-comprehension.ts";
import { emit } from "./python-emit.ts";
import { callFunction, instanceOf } from "./python-function.ts";
import { HANDLERS } from "./python-handlers.ts";
import { APIS, callLibrary } from "./python-library.ts";
import { attributeOf, environmentVariable, isEnvironment, properName } from "./python-member.ts";
import { contentSources } from "./python-paths.ts";
import { classOf, functionOf, lineOf, memberOf, type PyFrame, type PyProgram, sourceText } from "./python-program.ts";
import { formatted, textMethod } from "./python-text-methods.ts";

const MOST_ARGUMENTS = 2_000;

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
  const result =
    callLocal(call) ??
    callHandler(call) ??
    callText(call) ??
    callLibrary(call) ??
    callPicked(call) ??
    callUnknown(call);
  if (object !== null && method !== null && (object.type === "identifier" || object.type === "attribute"))
    grow(object, method, args, frame, program);
  if (object !== null && /^configparser\.\w+\(\)\.read$/.test(name ?? "") && args[0] !== undefined)
    grow(object, "write", [{ ...UNKNOWN, sources: filesRead(args[0], lineOf(frame.module, node)) }], frame, program);
  if (method !== null && self !== null) pour(fieldOf(node, "arguments"), method, self, args, frame);
  return result;
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
    if (child.type === "list_splat" && value.items !== null) args.push(...value.items.slice(0, MOST_ARGUMENTS));
    else if (child.type === "dictionary_splat" && value.entries !== null)
      for (const [key, inner] of value.entries) keywords.set(key, inner);
    else args.push(value);
  }
  return { args, keywords };
}

/** Functions and classes of this skill, and what is handed a function to call. */
function callLocal(call: Call): Value | null {
  const { program, callee, frame, args, keywords, self } = call;
  const fn = functionOf(program, callee);
  if (fn !== null) {
    const isFree = fn.ownClass === null || (!fn.isOfClass && classOf(program, self)?.isInstance === false);
    const receiver = isFree || fn.ownClass === null ? null : (self ?? instanceOf(fn.ownClass));
    return callFunction(fn, { positional: args, keywords }, receiver, frame, program);
  }
  const type = classOf(program, callee);
  if (type !== null && !type.isInstance) {
    const instance = instanceOf(type.type);
    const init = functionOf(program, memberOf(program, type.type, "__init__"));
    if (init !== null) callFunction(init, { positional: args, keywords }, instance, frame, program);
    return instance;
  }
  const handed = keywords.get("target") ?? keywords.get("callback") ?? keywords.get("on_press");
  const callback = functionOf(program, handed ?? null);
  if (callback !== null) {
    const given = keywords.get("args")?.items ?? null;
    const pressed =
      call.name !== null && /keyboard|mouse/.test(call.name)
        ? [
            {
              ...UNKNOWN,
              sources: [{ taint: "user-data" as const, what: "keyboard", line: lineOf(frame.module, call.node) }],
            },
          ]
        : [];
    callFunction(
      callback,
      { positional: given ?? pressed, keywords: new Map() },
      callback.ownClass === null ? null : instanceOf(callback.ownClass),
      frame,
      program,
    );
    return null;
  }
  return callHanded(call) ?? callHandedOn(call);
}

const STARTERS =
  /(?:^|\.)(?:Thread|Process|Timer|submit|apply_async|to_thread|run_in_executor|start_new_thread|run_sync|call_soon|call_later|call_soon_threadsafe)$/;
const MOST_HANDED = 200;

/** `Thread(target=requests.post, args=…, kwargs=…)`, `pool.submit(os.system, x)`, `map(f, xs)`: a library's function is called by way of another. */
function callHandedOn(call: Call): Value | null {
  const { name, args, keywords } = call;
  if (name === "map") {
    const [fn, over] = args;
    if (fn?.name == null || fn.name === "chr" || over?.items == null || over.items.length > MOST_HANDED) return null;
    if (!HANDLERS.has(fn.name)) return null;
    const items = over.items.map((item) => callNamed(call, fn, [item], new Map()) ?? UNKNOWN);
    return { ...UNKNOWN, items, sources: over.sources };
  }
  if (name === null || !STARTERS.test(name)) return null;
  const at = args.findIndex(
    (arg) => arg.name !== null && (HANDLERS.has(properName(arg.name)) || APIS.has(properName(arg.name))),
  );
  const fn = keywords.get("target") ?? keywords.get("function") ?? keywords.get("func") ?? args[at];
  if (fn === undefined) return null;
  const isListed = /(?:Thread|Process|Timer|apply_async|start_new_thread)$/.test(name);
  const given = isListed ? ((keywords.get("args") ?? args[at + 1])?.items ?? []) : args.slice(at + 1);
  const named_ = keywords.get("kwargs")?.entries ?? keywords.get("kwds")?.entries ?? args[at + 2]?.entries;
  callNamed(call, fn, given, isListed ? (named_ ?? new Map()) : keywords);
  return null;
}

function callNamed(call: Call, fn: Value, args: readonly Value[], keywords: ReadonlyMap<string, Value>): Value | null {
  const name = fn.name === null ? null : properName(fn.name);
  if (name === null) return null;
  const handed: Call = {
    ...call,
    name,
    callee: fn,
    self: null,
    method: name.split(".").at(-1) ?? null,
    args,
    keywords,
  };
  return callHandler(handed) ?? callLibrary(handed);
}

/** `map(f, xs)`, `pool.submit(f, x)`, `keyboard.on_press(f)`. */
function callHanded({ program, args, frame, name, node }: Call): Value | null {
  const [first, ...rest] = args;
  const fn = first === undefined ? null : functionOf(program, first);
  if (fn === null) return null;
  const isEach = name !== null && /^(?:map|filter)$|\.(?:map|imap|starmap|apply)$/.test(name);
  const isKey = name !== null && /keyboard|hook/i.test(name);
  const keys: Source[] = isKey ? [{ taint: "user-data", what: "keyboard", line: lineOf(frame.module, node) }] : [];
  const positional = isKey ? [{ ...UNKNOWN, sources: keys }] : isEach ? rest.map((each) => anyElement(each)) : rest;
  const value = callFunction(
    fn,
    { positional, keywords: new Map() },
    fn.ownClass === null ? null : instanceOf(fn.ownClass),
    frame,
    program,
  );
  return isEach && name === "map"
    ? mapped(rest[0], fn.name, value, (item) =>
        callFunction(fn, { positional: [item], keywords: new Map() }, null, frame, program),
      )
    : null;
}

const MOST_MAPPED = 4_096;

function mapped(over: Value | undefined, _name: string, any: Value, apply: (item: Value) => Value): Value {
  if (over?.items == null || over.items.length > MOST_MAPPED) return { ...any, text: null };
  return { ...UNKNOWN, items: over.items.map(apply), sources: over.sources };
}

function callText({ self, method, args, keywords }: Call): Value | null {
  if (self === null || method === null || self.text === null || self.type === "number") return null;
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
  items.length >= MANY && items.every(({ text, folded }) => folded && text !== null && text.length <= 2);

/** `env.get("NAME")` on a copy of the environment. */
function callPicked({ self, method, args, frame, node }: Call): Value | null {
  if (self === null || (method !== "get" && method !== "pop") || !isEnvironment(self)) return null;
  const [key] = args;
  if (key === undefined || isEnvironment(key)) return null;
  return environmentVariable(key, frame, node, "os.environ");
}

/** Nothing is known of it: what it gives is made of what it got. */
function callUnknown(call: Call): Value {
  const { name, callee, self, args, keywords, frame, node } = call;
  const sources = allSources(self ?? callee, args, keywords);
  if (name !== null && name.endsWith("?")) {
    emit(frame, node, { act: "unknown-call", callee: name, inputs: [callee, ...args], naming: "computed" });
    return { ...UNKNOWN, sources };
  }
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
