import type { PagePolicy, WebEnv } from "../types.d.ts";

/** A request for an address of the marketplace, and what holds there. */
export interface Asked {
  request: Request;
  env: WebEnv;
  policy: PagePolicy;
  /** A part of the address by its name in the pattern. */
  param(name: string): string;
}

/** A row of the table of addresses. */
export interface PageRoute {
  method: "GET" | "POST";
  /** A pattern as Hono reads it. */
  path: string;
  policy: PagePolicy;
  answer(asked: Asked): Response | Promise<Response>;
}
