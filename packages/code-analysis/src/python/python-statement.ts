import { either } from "../engine/join-values.ts";
import { cutOff } from "../engine/reader.ts";
import { fieldOf, type LeanNode } from "../engine/lean-tree.ts";
import { sourcesOf, UNKNOWN, type Value, withSources } from "../engine/value.ts";
import { bind, setName } from "./python-assign.ts";
import { anyElement, elementsOf, iterated } from "./python-comprehension.ts";
import { emit } from "./values/emit.ts";
import { decorated, defineNamed } from "./python-definition.ts";
import { namedByType } from "./python-function.ts";
import { importNames } from "./python-import.ts";
import { combine } from "./values/operator.ts";
import { classOf, memberOf, type PyFrame, type PyProgram, sourceText } from "./values/program.ts";

const MOST_NESTING = 100;

/** Reads the statements of a block in their order. */
export function execute(block: LeanNode, frame: PyFrame, program: PyProgram): void {
  if (program.nesting >= MOST_NESTING) {
    cutOff(program, "it is nested too deeply to be read");
    return;
  }
  program.nesting += 1;
  try {
    for (const statement of block.children) executeOne(statement, frame, program);
  } finally {
    program.nesting -= 1;
  }
}

function executeOne(node: LeanNode, frame: PyFrame, program: PyProgram): void {
  switch (node.type) {
    case "comment":
    case "pass_statement":
    case "break_statement":
    case "continue_statement":
    case "nonlocal_statement":
      return;
    case "expression_statement":
      for (const child of node.children) executeExpression(child, frame, program);
      return;
    case "import_statement":
    case "import_from_statement":
      importNames(node, frame, program);
      return;
    case "return_statement": {
      const value = node.children[0] === undefined ? UNKNOWN : program.evaluate(node.children[0], frame);
      frame.returns = either(frame.returns, value);
      return;
    }
    case "function_definition":
    case "class_definition":
      defineNamed(node, frame, program, []);
      return;
    case "decorated_definition":
      decorated(node, frame, program);
      return;
    case "global_statement":
      for (const child of node.children) frame.globals.add(sourceText(frame.module, child).normalize("NFKC"));
      return;
    case "if_statement":
      executeIf(node, frame, program);
      return;
    case "for_statement":
      executeFor(node, frame, program);
      return;
    case "while_statement":
      branch(frame, () => {
        for (const child of node.children) executeChild(child, frame, program);
        if (frame.loops < 2) repeat(fieldOf(node, "body"), frame, program);
      });
      return;
    case "with_statement":
      for (const child of node.children) if (child.type === "with_clause") openWith(child, frame, program);
      for (const child of node.children) if (child.type === "block") program.execute(child, frame);
      return;
    case "exec_statement": {
      const [code] = node.children;
      if (code !== undefined)
        emit(frame, node, { act: "evaluate", callee: "exec", inputs: [program.evaluate(code, frame)] });
      return;
    }
    case "try_statement":
    case "match_statement":
    case "except_clause":
    case "except_group_clause":
    case "finally_clause":
    case "case_clause":
    case "else_clause":
    case "elif_clause":
    case "ERROR":
      branch(frame, () => {
        for (const child of node.children) executeChild(child, frame, program);
      });
      return;
    default:
      for (const child of node.children) executeChild(child, frame, program);
  }
}

/** Anything may stand in what is broken. */
function executeChild(child: LeanNode, frame: PyFrame, program: PyProgram): void {
  if (child.type === "block") program.execute(child, frame);
  else if (/_statement$|_definition$|_clause$|^ERROR$/.test(child.type)) {
    program.nesting += 1;
    if (program.nesting < MOST_NESTING) executeOne(child, frame, program);
    else cutOff(program, "it is nested too deeply to be read");
    program.nesting -= 1;
  } else executeExpression(child, frame, program);
}

function executeExpression(node: LeanNode, frame: PyFrame, program: PyProgram): void {
  if (node.type === "assignment") {
    const [left, right] = [fieldOf(node, "left"), fieldOf(node, "right")];
    annotated(node, left, frame);
    if (right === null) return;
    if (right.type === "assignment") executeExpression(right, frame, program);
    const value =
      right.type === "assignment"
        ? program.evaluate(fieldOf(right, "left") ?? right, frame)
        : program.evaluate(right, frame);
    if (left !== null) bind(left, value, frame, program);
    return;
  }
  if (node.type === "augmented_assignment") {
    const [left, operator, right] = [fieldOf(node, "left"), fieldOf(node, "operator"), fieldOf(node, "right")];
    if (left === null || right === null) return;
    const before = program.evaluate(left, frame);
    const value = combine(
      (operator === null ? "+=" : sourceText(frame.module, operator)).replace(/=$/, ""),
      before,
      program.evaluate(right, frame),
    );
    bind(left, value.name === null ? value : { ...value, name: before.name }, frame, program);
    return;
  }
  if (node.type === "identifier" || node.type === "comment") return;
  program.evaluate(node, frame);
}

/** `name: Type`: in a class a field of it. */
function annotated(node: LeanNode, left: LeanNode | null, frame: PyFrame): void {
  const type = fieldOf(node, "type");
  if (type === null || left?.type !== "identifier") return;
  const name = sourceText(frame.module, left).normalize("NFKC");
  if (frame.kind === "class" && frame.ownClass !== null && !frame.ownClass.fields.includes(name))
    frame.ownClass.fields.push(name);
  const typed = namedByType(type, frame);
  if (typed.name !== null && !frame.names.has(name)) setName(frame, name, typed);
}

function branch(frame: PyFrame, work: () => void): void {
  frame.branches += 1;
  work();
  frame.branches -= 1;
}

/** A loop's body once more: what its end found reaches its beginning. */
function repeat(body: LeanNode | null, frame: PyFrame, program: PyProgram): void {
  if (body === null || program.steps <= 0) return;
  frame.loops += 2;
  program.execute(body, frame);
  frame.loops -= 2;
}

const MOST_TURNS = 4_096;
const MOST_SHORT_TURNS = 400;
const MOST_TURN_CHARACTERS = 400_000;

function executeFor(node: LeanNode, frame: PyFrame, program: PyProgram): void {
  const [left, right, body] = [fieldOf(node, "left"), fieldOf(node, "right"), fieldOf(node, "body")];
  if (left === null || right === null || body === null) return;
  const over = iterated(program.evaluate(right, frame), right, frame, program);
  const elements = elementsOf(over);
  const characters = (elements?.length ?? 0) * (body.end - body.start);
  const isShort = elements !== null && elements.length <= MOST_SHORT_TURNS;
  const canUnroll =
    elements !== null &&
    elements.length <= MOST_TURNS &&
    characters <= MOST_TURN_CHARACTERS &&
    program.steps > 0 &&
    (isShort || body.end - body.start < 200);
  if (canUnroll) {
    for (const element of elements) {
      if (program.steps <= 0) break;
      bind(
        left,
        withSources(
          element,
          over.sources.filter(({ taint }) => taint !== "blob"),
        ),
        frame,
        program,
      );
      program.execute(body, frame);
    }
  } else {
    branch(frame, () => {
      bind(left, anyElement(over), frame, program);
      program.execute(body, frame);
      if (frame.loops < 2) repeat(body, frame, program);
    });
  }
  const otherwise = fieldOf(node, "alternative");
  if (otherwise !== null) executeOne(otherwise, frame, program);
}

function executeIf(node: LeanNode, frame: PyFrame, program: PyProgram): void {
  const condition = fieldOf(node, "condition");
  if (condition !== null) program.evaluate(condition, frame);
  const { onLoad } = frame;
  const isMain = condition !== null && /^__name__\s*==|==\s*__name__$/.test(sourceText(frame.module, condition));
  if (isMain) frame.onLoad = false;
  branch(frame, () => {
    for (const child of node.children) if (child !== condition) executeChild(child, frame, program);
  });
  frame.onLoad = onLoad;
}

function openWith(clause: LeanNode, frame: PyFrame, program: PyProgram): void {
  for (const item of clause.children) {
    const inner = fieldOf(item, "value") ?? item.children[0] ?? null;
    if (inner === null) continue;
    if (inner.type !== "as_pattern") {
      entered(program.evaluate(inner, frame), inner, frame, program);
      continue;
    }
    const [expression] = inner.children;
    const alias = fieldOf(inner, "alias");
    if (expression === undefined) continue;
    const value = entered(program.evaluate(expression, frame), expression, frame, program);
    if (alias !== null) bind(alias, value, frame, program);
  }
}

/** What `with` hands over: what `__enter__` of the skill's own answers, the object itself elsewhere. */
function entered(value: Value, node: LeanNode, frame: PyFrame, program: PyProgram): Value {
  const own = classOf(program, value);
  if (own === null || !own.isInstance) return value;
  let given: Value | null = null;
  for (const name of ["__enter__", "__aenter__", "__exit__", "__aexit__"]) {
    const member = memberOf(program, own.type, name);
    const answer = member === null ? null : program.apply(member, { args: [] }, { frame, node });
    if (answer !== null && name.endsWith("enter__")) given = answer;
  }
  return given === null || (given.name === null && given.text === null && sourcesOf(given).length === 0)
    ? value
    : given;
}
