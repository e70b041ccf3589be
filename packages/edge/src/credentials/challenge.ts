import type { MiddlewareHandler } from "hono";
import { limitHeaders } from "../limits/limit-rate.ts";
import type { Area } from "../terms/area.ts";
import type { Env } from "../terms/env.ts";

/** What is told to callers whom nobody knows alike: that there is no such name, that it is hidden, that it is withheld. */
const ALIKE = new Set([401, 403, 404, 410]);

/**
 * In an area with a challenge: answers whatever is not there for a caller whom nobody knows with the same 401 and `WWW-Authenticate`
 * (RFC 9110 §11.6.1), so that a client asks for its password, and learns nothing of which names there are.
 */
export function challengeUnknown({ dialect, challenge }: Area): MiddlewareHandler<Env> {
  return async function challengeUnknown(c, next) {
    await next();
    const { caller, presented } = c.var;
    if (challenge === null || caller !== null || !ALIKE.has(c.res.status)) return;
    // Sent by a page of another site: whoever sits before that browser is not asked for a password.
    if (c.res.status === 403 && presented !== undefined) return;
    const detail = "Nothing is served here without a token: send one as the password, with any user name.";
    // Without this the answer that was refused would be laid over it, header by header.
    c.res = undefined;
    const refused = dialect.refuse(c, "unauthorized", detail);
    const headers = new Headers(refused.headers);
    headers.set("www-authenticate", challenge);
    const { spent = [] } = c.var;
    if (spent.length > 0) for (const [name, value] of Object.entries(limitHeaders(spent))) headers.set(name, value);
    c.res = new Response(refused.body, { status: 401, headers });
  };
}
