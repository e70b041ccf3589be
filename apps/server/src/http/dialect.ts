import type { Context } from "hono";
import type { Env } from "./env.ts";
import type { ProblemCode } from "./problem-codes.ts";

/** How the refusals of an area are written: each protocol has its own errors. */
export interface Dialect {
  /** A refusal by the middleware, before any handler. */
  refuse(c: Context<Env>, code: ProblemCode, detail: string): Response;
  /** Whatever a handler threw. */
  onError(error: Error, c: Context<Env>): Response;
}
