import { fieldOf, type LeanNode } from "../engine/lean-tree.ts";
import { joinSources, literal, named, UNKNOWN, type Value } from "../engine/value.ts";
import { setName } from "./python-assign.ts";
import { emit } from "./values/emit.ts";
import { callFunction, define } from "./python-function.ts";
import { isPeerCallback, isPeerMethod, isServed } from "./values/peers.ts";
import {
  className,
  classOf,
  functionOf,
  memberOf,
  newFrame,
  type PyClass,
  type PyFrame,
  type PyProgram,
  sourceText,
} from "./values/program.ts";

/** A definition and what stands above it. */
export function decorated(node: LeanNode, frame: PyFrame, program: PyProgram): void {
  const decorators = node.children
    .filter((child) => child.type === "decorator")
    .map((child) => (child.children[0] === undefined ? UNKNOWN : program.evaluate(child.children[0], frame)));
  const definition = fieldOf(node, "definition");
  if (definition !== null) defineNamed(definition, frame, program, decorators);
}

/** A function or a class gets its name. */
export function defineNamed(node: LeanNode, frame: PyFrame, program: PyProgram, decorators: readonly Value[]): void {
  const name = fieldOf(node, "name");
  const title = name === null ? "" : sourceText(frame.module, name).normalize("NFKC");
  if (node.type === "class_definition") {
    setName(frame, title, defineClass(node, title, frame, program));
    return;
  }
  const ownClass = frame.kind === "class" ? frame.ownClass : null;
  const isFree = decorators.some((each) => each.name === "staticmethod");
  const value = define(
    { name: title, parameters: fieldOf(node, "parameters"), body: fieldOf(node, "body") },
    frame,
    program,
    isFree ? null : ownClass,
    decorators.some((each) => each.name === "classmethod"),
  );
  const fn = functionOf(program, value);
  if (fn !== null) {
    fn.isProperty = decorators.some(({ name: each }) => PROPERTY.test(each ?? ""));
    fn.isRemote =
      decorators.some(({ name: each }) => isPeerCallback(each ?? "")) ||
      (ownClass?.bases.some((base) => isPeerMethod(base.name ?? "", title)) ?? false) ||
      (fn.parameters !== null && isServed(sourceText(frame.module, fn.parameters)));
  }
  if (decorators.some(({ name: each }) => /\.(?:setter|deleter)$/.test(each ?? ""))) return;
  setName(frame, title, value);
  // A decorator of the skill's own is called with the function, now.
  for (const decorator of decorators) {
    const fn = functionOf(program, decorator);
    if (fn !== null) callFunction(fn, { positional: [value], keywords: new Map() }, null, frame, program);
  }
}

const PROPERTY = /(?:^|\.)(?:property|cached_property|abstractproperty|hybrid_property)(?:\(\))?$/;

function defineClass(node: LeanNode, title: string, frame: PyFrame, program: PyProgram): Value {
  const bases = (fieldOf(node, "superclasses")?.children ?? []).map((child) => program.evaluate(child, frame));
  const type: PyClass = {
    id: program.classes.length,
    name: title,
    bases,
    members: new Map(),
    fields: [],
    attributes: new Map(),
  };
  program.classes.push(type);
  for (const base of bases)
    if (base.name !== null && /\.command\.\w+\.\w+$|^(?:install|develop|build_py|egg_info|sdist)$/.test(base.name))
      emit(frame, node, { act: "hook", callee: base.name, target: literal("install") });
  const inner = newFrame(frame.module, frame, {
    path: frame.path === "" ? title : `${frame.path}.${title}`,
    kind: "class",
    ownClass: type,
    onLoad: frame.onLoad,
    names: type.members,
    callDepth: frame.callDepth,
  });
  const body = fieldOf(node, "body");
  if (body !== null) program.execute(body, inner);
  for (const base of bases) {
    const above = classOf(program, base);
    const told = above === null ? null : functionOf(program, memberOf(program, above.type, "__init_subclass__"));
    if (told !== null)
      callFunction(told, { positional: [], keywords: new Map() }, named(className(type.id)), frame, program);
  }
  return named(
    className(type.id),
    joinSources(
      [],
      bases.flatMap((base) => base.sources),
    ),
  );
}
