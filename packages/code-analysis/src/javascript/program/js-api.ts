import type { LeanNode } from "../../engine/lean-tree.ts";
import type { Value } from "../../engine/value.ts";
import { emit, type JsProgram } from "./js-program.ts";

/** A call of something that Node, a browser or a well-known library brings. */
export interface ApiCall {
  program: JsProgram;
  node: LeanNode;
  /** Dotted, with aliases resolved: `fs.readFileSync`, `new Function`. */
  name: string;
  method: string;
  self: Value;
  args: readonly Value[];
  naming: "plain" | "string" | "computed";
  line: number;
}

export type Api = (call: ApiCall) => Value | null;
export type ApiTable = readonly (readonly [RegExp, Api])[];

/** Writes down what a call does. */
export function say(call: ApiCall, said: Omit<Parameters<typeof emit>[2], "callee">): void {
  emit(call.program, call.node, { callee: call.name.slice(0, 120), naming: call.naming, ...said });
}
