import type { z } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import type { CredentialKind } from "./credential.ts";
import type { Dialect } from "./dialect.ts";

/** A route as far as it says who may ask. */
export interface Guarded {
  /** Of the table of actions; needed where not anyone may ask. */
  operationId?: string | undefined;
  /** What the names in its path have to look like. */
  params?: z.ZodType | undefined;
}

/** A part of the address space that speaks one protocol. What a route does not say of itself is said here. */
export interface Area {
  /** The path under which it is mounted; empty: the root. */
  at: string;
  dialect: Dialect;
  /** The limits that its requests count against, by method; null: none. */
  rates: { reading: "reads" | "writes"; writing: "reads" | "writes" } | null;
  /** The longest body of a route that does not say it itself, in bytes. */
  bodyLimitBytes: number;
  /** The credentials that are taken; none: nobody is known here, and whatever is sent is passed over. */
  credentials: readonly CredentialKind[];
  /**
   * The `WWW-Authenticate` with which callers whom nobody knows are asked for a password, for whatever is not there for them:
   * `Basic realm=…`. Null: 404, for protocols whose clients send credentials unasked.
   */
  challenge: string | null;
  /** Makes what refuses callers who may not ask, from a policy's word for them; absent: everybody may ask for everything. */
  authorise?(access: string, route: Guarded): MiddlewareHandler;
  /** Whether addresses that are no text are refused before they are looked up. */
  refusesMalformed: boolean;
  /** Whether keys that a route's definition does not name are refused, in its query and its JSON body; other dialects pass them over. */
  refusesUnknownKeys: boolean;
  /** `open`: what its routes say of strangers holds where the registry is closed, too; absent: only what a route opens itself. */
  whenClosed?: "open";
  /** The page to which a closed registry sends a stranger, who comes back from there by `back`; absent: 401. */
  signInAt?: string;
  /** The `Cache-Control` of every answer; null: what handlers say. */
  cacheControl: string | null;
}
