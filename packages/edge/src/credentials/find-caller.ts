import type { Context, MiddlewareHandler } from "hono";
import type { Area } from "../terms/area.ts";
import type { Asked, Env } from "../terms/env.ts";
import type { Caller, Presented } from "../terms/hands.ts";
import { Refusal } from "../terms/refusal.ts";

/** Finds who a request speaks for: by its bearer token, or else by the session of a browser; null for a token that is not valid. */
export const findCaller: MiddlewareHandler<Env> = async function findCaller(c, next) {
  c.set("callerFoundAt", performance.now());
  const presented = presentedIn(c);
  c.set("caller", presented && (await c.var.edge.authentication.find(presented)));
  return next();
};

/** What a request came with; null: a credential of a kind that is not taken here. */
function presentedIn({ req }: Pick<Asked, "req">): Presented | null {
  const header = req.raw.headers.get("authorization");
  if (header === null) return { request: req.raw, secret: null };
  const secret = /^Bearer ([\x21-\x7e]{1,512})$/i.exec(header)?.[1];
  return secret === undefined ? null : { request: req.raw, secret };
}

/** Who the request speaks for now, when its answer goes on for long: tokens are revoked meanwhile, roles taken away. */
export async function callerNow(c: Asked): Promise<Caller | null> {
  const before = c.var.caller;
  const presented = presentedIn(c);
  if (before === null || presented === null) return null;
  return c.var.edge.authentication.findAgain(presented, before);
}

/** What takes longer leaves time for a token to be revoked. */
const QUICK_MS = 100;

/**
 * Who the request speaks for by now, and from here on, where its body took its time: a token is revoked meanwhile, or a session ended.
 * @throws Refusal `unauthorized` where it speaks for nobody any more
 */
export async function ensureStillSomebody(c: Context<Env>): Promise<void> {
  if (!c.var.caller || performance.now() - (c.var.callerFoundAt ?? 0) < QUICK_MS) return;
  const caller = await callerNow(c);
  if (caller === null)
    throw new Refusal("unauthorized", "What this request was signed in with ended before its body did.");
  c.set("caller", caller);
}

/**
 * Refuses a token that was sent and is not valid, wherever somebody has to be somebody or something is sent; for other reads the
 * reader is anonymous (docs/openapi.json). Comes after the rate limit, so that guesses are counted by address.
 */
export function refuseUnknownToken({ dialect }: Area, access: string): MiddlewareHandler<Env> {
  return async function refuseUnknownToken(c, next) {
    const isOpen = access === "anyone" && (c.req.method === "GET" || c.req.method === "HEAD");
    if (isOpen || c.var.caller || !c.req.raw.headers.has("authorization")) return next();
    return dialect.refuse(c, "unauthorized", "This token is unknown, expired or revoked.");
  };
}
