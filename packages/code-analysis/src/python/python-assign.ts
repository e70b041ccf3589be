import { cutOff } from "../engine/reader.ts";
import { either } from "../engine/join-values.ts";
import { fieldOf, type LeanNode } from "../engine/lean-tree.ts";
import {
  joinSources,
  type Source,
  sourcesOf,
  type Taint,
  UNKNOWN,
  type Value,
  wholeText,
  withSources,
} from "../engine/value.ts";
import { emit } from "./values/emit.ts";
import { elementAt } from "./values/member.ts";
import { fromPeer, isPeerAttribute } from "./values/peers.ts";
import { classOf, functionsOf, lineOf, type PyFrame, type PyProgram, sourceText } from "./values/program.ts";

const MOST_NAMES = 20_000;
/** Of a list or a table that grows. */
const MOST_ENTRIES = 5_000;

/** Gives a name, an attribute, an element or several of them a value. */
export function bind(target: LeanNode, value: Value, frame: PyFrame, program: PyProgram): void {
  switch (target.type) {
    case "identifier":
      setName(frame, sourceText(frame.module, target).normalize("NFKC"), value);
      return;
    case "pattern_list":
    case "tuple_pattern":
    case "list_pattern":
    case "tuple":
    case "list":
    case "expression_list": {
      const parts = target.children.filter((child) => child.type !== "comment" && child.type !== ",");
      bindParts(parts, value, frame, program);
      return;
    }
    case "list_splat_pattern":
    case "list_splat":
    case "parenthesized_expression":
    case "as_pattern_target":
      for (const child of target.children) bind(child, value, frame, program);
      return;
    case "attribute":
      bindAttribute(target, value, frame, program);
      return;
    case "subscript":
      bindElement(target, value, frame, program);
      return;
    default:
  }
}

/** `first, *rest, last = values` */
function bindParts(parts: readonly LeanNode[], value: Value, frame: PyFrame, program: PyProgram): void {
  const star = parts.findIndex(({ type }) => type === "list_splat_pattern" || type === "list_splat");
  const size = value.items?.length ?? 0;
  const after = star === -1 ? 0 : parts.length - star - 1;
  for (const [index, part] of parts.entries()) {
    if (star === -1 || index < star || value.items === null) bind(part, elementAt(value, index), frame, program);
    else if (index === star)
      bind(part, { ...value, items: value.items.slice(star, Math.max(star, size - after)) }, frame, program);
    else bind(part, elementAt(value, size - parts.length + index), frame, program);
  }
}

export function setName(frame: PyFrame, name: string, value: Value): void {
  const owner = frame.globals.has(name) ? moduleFrame(frame) : frame;
  if (owner.names.size >= MOST_NAMES && !owner.names.has(name)) {
    cutOff(frame.module, "it has more names than are followed");
    return;
  }
  const isSure = owner === frame && frame.branches === 0;
  owner.names.set(name, isSure ? value : either(owner.names.get(name) ?? null, value));
}

function moduleFrame(frame: PyFrame): PyFrame {
  let at = frame;
  while (at.parent !== null) at = at.parent;
  return at;
}

function bindAttribute(target: LeanNode, value: Value, frame: PyFrame, program: PyProgram): void {
  const object = fieldOf(target, "object");
  const attribute = fieldOf(target, "attribute");
  if (object === null || attribute === null) return;
  const self = program.evaluate(object, frame);
  const type = classOf(program, self)?.type;
  const name = sourceText(frame.module, attribute).normalize("NFKC");
  if (type !== undefined) type.attributes.set(name, either(type.attributes.get(name) ?? null, value));
  else {
    if (object.type === "identifier") mix(object, value, frame);
    hangOn(target, self, name, value, frame, program);
  }
}

/** `client.on_message = f`, `hooks.KeyDown = f`: the function is called with what arrives. */
function hangOn(node: LeanNode, self: Value, name: string, value: Value, frame: PyFrame, program: PyProgram): void {
  if (self.name === "sys" && name === "argv") frame.module.words = value.items === null ? null : value;
  if (self.name === "sys" && /^std(?:in|out|err)$/.test(name) && /socket|connect|accept/.test(value.name ?? ""))
    emit(frame, node, { act: "redirect-streams", callee: `sys.${name}`, inputs: [value] });
  if (functionsOf(program, value).length === 0) return;
  const line = lineOf(frame.module, node);
  const isKey = self.name?.endsWith("HookManager()") === true && /^(?:Key|Mouse)/.test(name);
  if (!isKey && !isPeerAttribute(name)) return;
  const sources: Source[] = isKey ? [{ taint: "user-data", what: "keyboard", line }] : fromPeer(line);
  const args = Array.from({ length: 6 }, () => ({ ...UNKNOWN, sources }));
  if (program.told.length < MOST_TOLD)
    program.told.push({ fn: value, args, at: { frame, node }, unit: frame.module.unit });
  else cutOff(program, "it waits for more than is followed");
  program.apply(value, { args }, { frame, node });
}

const MOST_TOLD = 200;

/** `d[key] = value`: known dictionaries get the entry, all else gets what the value comes from. */
function bindElement(target: LeanNode, value: Value, frame: PyFrame, program: PyProgram): void {
  const [object, key] = target.children.filter((child) => child.field === "value" || child.field === "subscript");
  if (object === undefined) return;
  const index = key === undefined ? null : wholeText(program.evaluate(key, frame));
  const holder = program.evaluate(object, frame);
  if ((holder.entries?.size ?? 0) >= MOST_ENTRIES) cutOff(frame.module, "a table is larger than is followed");
  if (holder.entries !== null && index !== null && holder.entries.size < MOST_ENTRIES) {
    const entries = new Map(holder.entries).set(index, value);
    change(object, { ...holder, entries }, frame, program);
  } else if (object.type === "identifier") mix(object, value, frame);
  else if (object.type === "attribute" || object.type === "subscript") {
    const sources = sourcesOf(value);
    if (sources.length > 0) bind(object, withSources(holder, sources), frame, program);
  }
}

function mix(object: LeanNode, value: Value, frame: PyFrame): void {
  const sources = sourcesOf(value);
  if (sources.length === 0) return;
  const name = sourceText(frame.module, object).normalize("NFKC");
  const owner = ownerOf(frame, name);
  const before = owner.names.get(name) ?? UNKNOWN;
  owner.names.set(name, { ...before, sources: joinSources(before.sources, sources) });
}

/** The frame that a name belongs to: what a function does to a list of its module, it does there. */
function ownerOf(frame: PyFrame, name: string): PyFrame {
  for (let at: PyFrame | null = frame; at !== null; at = at.parent) if (at.names.has(name)) return at;
  return frame;
}

/** Changes an object in place. */
function change(object: LeanNode, value: Value, frame: PyFrame, program: PyProgram): void {
  const owner =
    object.type === "identifier" ? ownerOf(frame, sourceText(frame.module, object).normalize("NFKC")) : frame;
  if (owner === frame) bind(object, value, frame, program);
  else owner.names.set(sourceText(frame.module, object).normalize("NFKC"), value);
}

/** What a method does to the object it is called on: `list.append`, `dict.update`, `bytearray.extend`. */
export function grow(
  object: LeanNode,
  method: string,
  args: readonly Value[],
  isUnknown: boolean,
  frame: PyFrame,
  program: PyProgram,
): void {
  if (args.length === 0) return;
  const before = program.evaluate(object, frame);
  if (!GROWING.has(method)) {
    if (isUnknown && before.name?.endsWith("()") === true) taken(object, before, args, frame, program);
    return;
  }
  // A list is copied as it grows.
  program.steps -= (before.items?.length ?? 0) >> 3;
  const [value = UNKNOWN] = method === "insert" || method === "setdefault" ? args.slice(1) : args;
  if (
    (method === "append" || method === "add" || method === "insert") &&
    before.items !== null &&
    before.items.length < MOST_ENTRIES
  ) {
    change(object, { ...before, items: [...before.items, value] }, frame, program);
  } else if (
    method === "extend" &&
    before.items !== null &&
    value.items !== null &&
    before.items.length + value.items.length < 5_000
  ) {
    change(object, { ...before, items: [...before.items, ...value.items] }, frame, program);
  } else if (method === "update" && before.entries !== null && value.entries !== null) {
    bind(
      object,
      {
        ...before,
        entries: new Map([...before.entries, ...value.entries]),
        sources: joinSources(before.sources, value.sources),
      },
      frame,
      program,
    );
  } else {
    const sources = args.flatMap((arg) => sourcesOf(arg));
    if (sources.length > 0) change(object, withSources(before, sources), frame, program);
  }
}

const TELLING: ReadonlySet<Taint> = new Set([
  "env-all",
  "secret-file",
  "user-data",
  "secret-env",
  "user-files",
  "dotenv",
]);

/** An object of a library that is told a secret by a method nothing is known of: it holds it from then on. */
function taken(object: LeanNode, before: Value, args: readonly Value[], frame: PyFrame, program: PyProgram): void {
  const sources = args.flatMap((arg) => sourcesOf(arg)).filter(({ taint }) => TELLING.has(taint));
  if (sources.length > 0) change(object, withSources(before, sources), frame, program);
}

const GROWING = new Set([
  "append",
  "extend",
  "insert",
  "add",
  "update",
  "setdefault",
  "appendleft",
  "write",
  "writestr",
  "put",
  "put_nowait",
  "writelines",
]);

const POURING = new Set([
  "save",
  "savefig",
  "to_csv",
  "to_json",
  "tofile",
  "readinto",
  "getfo",
  "copyfileobj",
  "dump",
  "write_image",
]);

/** What a method pours into the buffer that it is given: `image.save(buffer)`. */
export function pour(list: LeanNode | null, method: string, self: Value, args: readonly Value[], frame: PyFrame): void {
  if (!POURING.has(method)) return;
  const buffers = (list?.children ?? []).filter((child) => child.type === "identifier").slice(0, 3);
  const sources = [self, ...args].flatMap((value) => sourcesOf(value)).slice(0, 50);
  for (const buffer of buffers) mix(buffer, { ...UNKNOWN, sources }, frame);
}
