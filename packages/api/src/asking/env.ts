import { type Bindings, callerNow, type Variables } from "@gaia/edge";
import type { Ctx } from "@gaia/registry";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Services } from "./services.ts";
import { actorOf } from "./authentication.ts";

/** What a request carries through the middleware, with what the process holds open. */
export interface Env {
  Bindings: Bindings;
  Variables: Variables & { services: Services };
}

export type Api = OpenAPIHono<Env>;

/** The domain's context of this request. */
export function ctxOf(c: { var: Env["Variables"] }): Ctx {
  return { ...c.var.services.registry, actor: actorOf(c.var.caller), requestId: c.var.requestId };
}

/** The context of a request whose answer goes on for long, with who it speaks for now: tokens are revoked meanwhile, roles taken away. */
export async function ctxNow(c: Context<Env>): Promise<Ctx> {
  return { ...ctxOf(c), actor: actorOf(await callerNow(c)) };
}
