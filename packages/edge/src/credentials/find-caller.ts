import type { Context, MiddlewareHandler } from "hono";
import type { Area } from "../terms/area.ts";
import type { Asked, Env } from "../terms/env.ts";
import type { Caller } from "../terms/hands.ts";
import { Refusal } from "../terms/refusal.ts";
import { credentialsOf, type IsShut } from "./closed.ts";
import { presentedIn } from "./presented.ts";
import { isFromElsewhere } from "./same-origin.ts";

/**
 * Finds who a request speaks for, by the one credential that it presents; null for one that is not valid, and for none.
 * @throws Refusal `forbidden` for what another site has a browser send with a password that it keeps (T13)
 */
export function findCaller(area: Area, isShut: IsShut): MiddlewareHandler<Env> {
  return async function findCaller(c, next) {
    c.set("callerFoundAt", performance.now());
    const { authentication, publicUrl } = c.var.edge;
    const judged = presentedIn(c.req.raw, credentialsOf(area, isShut(c.var.edge)), authentication);
    if ("fault" in judged) c.set("credentialFault", judged.fault);
    else if (judged.presented) {
      c.set("presented", judged.presented);
      // Browsers keep Basic's password and send it unasked, as they do with a cookie.
      if (judged.presented.kind === "basic" && !isReading(c) && isFromElsewhere(c.req.raw, publicUrl())) {
        throw new Refusal("forbidden", "This was sent by a page of another site.");
      }
      c.set("caller", await authentication.find(judged.presented));
    }
    return next();
  };
}

const isReading = ({ req: { method } }: Pick<Asked, "req">): boolean => method === "GET" || method === "HEAD";

/** Who the request speaks for now, when its answer goes on for long: tokens are revoked meanwhile, roles taken away. */
export async function callerNow({ var: { edge, caller, presented } }: Asked): Promise<Caller | null> {
  return caller === null || presented === undefined ? null : edge.authentication.findAgain(presented, caller);
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
 * Refuses a request with a faulty credential, and a token that was sent and is not valid, wherever somebody has to be somebody or something
 * is sent; for other reads the reader is anonymous (docs/openapi.json), unless the area challenges. Comes after the rate limit, so that
 * guesses are counted by address.
 */
export function refuseUnknownCaller(area: Area, access: string, isShut: IsShut): MiddlewareHandler<Env> {
  const { dialect, challenge } = area;
  return async function refuseUnknownCaller(c, next) {
    const { credentialFault, caller, edge } = c.var;
    if (credentialsOf(area, isShut(edge)).length === 0) return next();
    if (credentialFault !== undefined) return dialect.refuse(c, "unauthorized", credentialFault);
    const isOpen = access === "anyone" && isReading(c) && challenge === null;
    if (isOpen || caller || !c.req.raw.headers.has("authorization")) return next();
    return dialect.refuse(c, "unauthorized", "This token is unknown, expired or revoked.");
  };
}
