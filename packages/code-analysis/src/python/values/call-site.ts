import type { LeanNode } from "../../engine/lean-tree.ts";
import type { Value } from "../../engine/value.ts";
import type { PyFrame, PyProgram } from "./program.ts";

/** One call, with everything in it evaluated. */
export interface Call {
  node: LeanNode;
  frame: PyFrame;
  program: PyProgram;
  /** What is called, dotted and resolved; null when nothing tells. */
  name: string | null;
  callee: Value;
  /** The object that the method belongs to. */
  self: Value | null;
  method: string | null;
  args: readonly Value[];
  keywords: ReadonlyMap<string, Value>;
}

/** What a call gives; null when the handler leaves it to the next. */
export type Handler = (call: Call) => Value | null;

/** The same handler for several names. */
export const called = (names: readonly string[], handler: Handler): [string, Handler][] =>
  names.map((name) => [name, handler]);
