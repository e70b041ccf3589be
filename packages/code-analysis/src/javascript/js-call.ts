import { inPieces } from "@gaia/reading";
import { fieldOf, type LeanNode } from "../engine/lean-tree.ts";
import {
  HOLE,
  joinSources,
  named,
  sourceIn,
  sourcesOf,
  tainted,
  UNKNOWN,
  type Value,
  wholeText,
} from "../engine/value.ts";
import type { ApiCall } from "./program/js-api.ts";
import { findApi } from "./js-apis.ts";
import { callFunction } from "./program/js-function.ts";
import { moduleName } from "./js-modules.ts";
import {
  assignName,
  emit,
  type JsProgram,
  type JsScope,
  lineOf,
  mixed,
  textIn,
  setMember,
} from "./program/js-program.ts";
import { ELEMENTS, overItems } from "./js-iterate.ts";
import { memberOf } from "./js-member-of.ts";
import { knownMethod } from "./program/js-text-methods.ts";

function argumentsOf(program: JsProgram, scope: JsScope, node: LeanNode): Value[] {
  const list = fieldOf(node, "arguments");
  if (list === null) return [];
  if (list.type === "template_string") return [program.valueOf(scope, list)];
  return list.children
    .filter(({ type }) => type !== "comment")
    .flatMap((child) => {
      const value = program.valueOf(scope, child);
      return child.type === "spread_element" ? (value.items ?? [value]) : [value];
    });
}

/** What a call gives, and what it does. */
export function callOf(program: JsProgram, scope: JsScope, node: LeanNode): Value {
  const callee = fieldOf(node, "function");
  if (callee?.type === "import") return load(program, node, argumentsOf(program, scope, node)[0], "import");
  const isMember = callee?.type === "member_expression" || callee?.type === "subscript_expression";
  const self = isMember ? program.valueOf(scope, fieldOf(callee, "object")) : UNKNOWN;
  const found = isMember ? memberOf(program, scope, callee, self) : null;
  const target = found?.value ?? program.valueOf(scope, callee);
  const args = argumentsOf(program, scope, node);
  const method = found?.key ?? "";
  if (isMember) fill(program, scope, fieldOf(callee, "object"), self, method, args);
  return apply(program, node, { target, self, method, args });
}

const FILLING = new Set(["push", "unshift", "append", "add", "set"]);
const CARRIED: ReadonlySet<string> = new Set(["secret-file", "secret-env", "env-all", "user-data", "user-files"]);

/** What is put into a list or a form is in it from then on. */
function fill(
  program: JsProgram,
  scope: JsScope,
  object: LeanNode | null,
  self: Value,
  method: string,
  args: readonly Value[],
): void {
  if (object === null || !FILLING.has(method)) return;
  const sources = args.flatMap((arg) => sourcesOf(arg)).filter(({ taint }) => CARRIED.has(taint));
  const key = object.type === "member_expression" ? fieldOf(object, "property") : null;
  const holder = key === null ? null : fieldOf(object, "object");
  const isPlain = holder?.type === "this" || holder?.type === "identifier";
  if (sources.length > 0 && key !== null && isPlain && program.valueOf(scope, holder).name === "this") {
    const held = program.members.get(textIn(program, key)) ?? UNKNOWN;
    setMember(program, textIn(program, key), { ...held, sources: joinSources(held.sources, sources) });
  }
  if (object.type !== "identifier") return;
  if (sources.length > 0)
    assignName(program, scope, textIn(program, object), { ...self, sources: joinSources(self.sources, sources) });
}

interface Applied {
  target: Value;
  /** What a method is called on. */
  self: Value;
  method: string;
  args: readonly Value[];
}

function apply(program: JsProgram, node: LeanNode, { target, self, method, args }: Applied): Value {
  if (isFunction(target) && (method === "" || !isFunction(self))) {
    const returned = callFunction(program, target, args);
    if (returned !== null) return returned;
  }
  if (
    method === "constructor" &&
    (isFunction(self) || self.name === "class" || /\.constructor$|getPrototypeOf/.test(self.name ?? ""))
  )
    return apply(program, node, { target: named("Function"), self: UNKNOWN, method: "", args });
  // `f.call(x, …)`, `Reflect.apply(f, x, […])`, `f.bind(x)`.
  if (method === "bind" && self.name !== null) return self;
  if (method === "call" && self.name !== null && self.items === null)
    return apply(program, node, { target: self, self: UNKNOWN, method: "", args: args.slice(1) });
  if (method === "apply" && self.name !== null) {
    if (self.name === "Reflect")
      return apply(program, node, {
        target: args[0] ?? UNKNOWN,
        self: UNKNOWN,
        method: "",
        args: args[2]?.items ?? [],
      });
    return apply(program, node, { target: self, self: UNKNOWN, method: "", args: args[1]?.items ?? args.slice(1) });
  }
  if (LOADERS.test(target.name ?? "")) return load(program, node, args[0], "require");
  const api = target.name === null ? null : findApi(target.name);
  if (api !== null) return done(program, args, api(apiCall(program, node, target, self, method, args)));
  if (method === "get" && self.entries !== null && wholeText(args[0]) !== null)
    return self.entries.get(wholeText(args[0]) ?? "") ?? UNKNOWN;
  const known = method === "" ? null : knownMethod(method, self, args, lineOf(program, node));
  if (known !== null) return known;
  if (self.items !== null || self.sources.length > 0 || self.text !== null) {
    const iterated = overItems(program, node, self, method, args);
    if (iterated !== null) return iterated;
  }
  if (
    target.naming === "computed" &&
    target.name !== null &&
    target.name.endsWith("[…]") &&
    sourceIn(target, "decoded", "blob") !== null
  )
    emit(program, node, { act: "unknown-call", callee: target.name, inputs: [target] });
  return unknownCall(program, target, self, method, args);
}

/** Whatever loads a module by its name. */
const LOADERS =
  /^(?:require|module\.require|process\.(?:mainModule\.require|getBuiltinModule|binding)|(?:.{0,80}\.)?_load)$/;

const isFunction = (value: Value): boolean => value.name?.startsWith("function#") ?? false;

function apiCall(
  program: JsProgram,
  node: LeanNode,
  target: Value,
  self: Value,
  method: string,
  args: readonly Value[],
): ApiCall {
  return {
    program,
    node,
    name: target.name ?? "",
    method,
    self,
    args,
    naming: target.naming ?? "plain",
    line: lineOf(program, node),
  };
}

/** Callbacks of an API get what it gives. */
function done(program: JsProgram, args: readonly Value[], result: Value | null): Value {
  const value = result ?? UNKNOWN;
  for (const arg of args) if (isFunction(arg)) callFunction(program, arg, [value, value, value]);
  return value;
}

function unknownCall(program: JsProgram, target: Value, self: Value, method: string, args: readonly Value[]): Value {
  const result = mixed([self, ...args.filter((arg) => !isFunction(arg))]);
  const isListener = /^(?:on|once|addListener|addEventListener|subscribe|get|post|put|patch|all|use)$/.test(method);
  const kind = args[0]?.text ?? "";
  const isPage =
    /^(?:document|globalThis|window)(?:\.(?:body|documentElement))?$/.test(self.name ?? "") ||
    ELEMENTS.test(self.name ?? "");
  const key = !isListener
    ? null
    : /^key(?:down|up|press)$/.test(kind)
      ? named("keyboard event")
      : isPage && /^(?:input|beforeinput|paste|copy|cut|change|submit|focusout|blur)$/.test(kind)
        ? named("input event")
        : ROUTES.test(`${self.name} ${method}`)
          ? { ...tainted("network", "a request from outside", 1), text: HOLE }
          : null;
  for (const arg of args) {
    if (isFunction(arg))
      callFunction(program, arg, [
        key ?? { ...result, sources: sourcesOf(self), ...(self.place === undefined ? {} : { place: self.place }) },
        { ...result, sources: sourcesOf(self) },
      ]);
  }
  const name =
    target.name !== null && !isFunction(target) && target.name.length < 150 && !/^(?:this|class)/.test(target.name)
      ? `${target.name}()`
      : null;
  return { ...result, name, ...(self.place === undefined ? {} : { place: self.place }) };
}

/** A server's route gets what somebody sends. */
const ROUTES = inPieces(
  "",
  String.raw`^(?:express(?:\.default|\.Router)?\(\)|fastify(?:\.default|\.fastify)?\(\)|new (?:hono\.Hono|koa|`,
  String.raw`koa-router|@koa\/router|express\.Router)) (?:get|post|put|patch|all|use|delete|route)$`,
);

/** `new X(…)`. */
export function newOf(program: JsProgram, scope: JsScope, node: LeanNode): Value {
  const constructor = program.valueOf(scope, fieldOf(node, "constructor"));
  const args = argumentsOf(program, scope, node);
  const name = (constructor.name ?? "").endsWith(".constructor") ? "Function" : (constructor.name ?? "");
  const api = findApi(`new ${name}`);
  if (api !== null)
    return done(program, args, api(apiCall(program, node, { ...constructor, name: `new ${name}` }, UNKNOWN, "", args)));
  const returned = callFunction(program, constructor, args);
  if (returned !== null) return returned;
  for (const arg of args) if (isFunction(arg)) callFunction(program, arg, [UNKNOWN, UNKNOWN]);
  const result = mixed(args.filter((arg) => !isFunction(arg)));
  return { ...result, name: name === "" || isFunction(constructor) ? null : `new ${name}`.slice(0, 150) };
}

/** `require(x)`, `import(x)`. */
function load(program: JsProgram, node: LeanNode, specifier: Value | undefined, callee: string): Value {
  const text = wholeText(specifier);
  const target = specifier ?? UNKNOWN;
  const isOwn = text !== null && /^[./]/.test(text);
  const isRemote = text !== null && /^(?:https?|data):/i.test(text);
  emit(program, node, {
    act: isOwn || isRemote || text === null ? "load" : "import",
    callee,
    target,
    inputs: [target],
    naming: target.folded && text !== null ? "computed" : "plain",
  });
  if (text !== null && text.startsWith("data:"))
    emit(program, node, {
      act: "evaluate",
      callee,
      inputs: [
        {
          ...target,
          sources: joinSources(target.sources, [
            { taint: "decoded", what: "a data: address", line: lineOf(program, node) },
          ]),
        },
      ],
    });
  if (text === null && sourceIn(target, "network", "decoded", "blob") !== null)
    emit(program, node, { act: "evaluate", callee, inputs: [target] });
  if (text === null) return UNKNOWN;
  return { ...named(moduleName(text)), ...(target.folded ? { naming: "computed" as const } : {}) };
}
