import type { Asked } from "./env.ts";
import type { RefusalCode } from "./refusal.ts";

/** How the refusals of an area are written: each protocol has its own errors. */
export interface Dialect {
  /** A refusal by the middleware, before any handler. */
  refuse(c: Asked, code: RefusalCode, detail: string): Response;
  /** Whatever a handler threw. */
  onError(error: Error, c: Asked): Response;
}
