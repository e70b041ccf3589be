import type { MiddlewareHandler } from "hono";
import { addressOf } from "../terms/address.ts";
import type { Area } from "../terms/area.ts";
import type { CredentialKind } from "../terms/credential.ts";
import type { Env } from "../terms/env.ts";
import type { Hands } from "../terms/hands.ts";
import type { RoutePolicy } from "../terms/route-policy.ts";

/** Whether a route is shut to strangers, in a registry that may be closed: whatever nobody opened is. */
export type IsShut = (edge: Pick<Hands, "isClosed">) => boolean;

export function shutting(area: Area, policy: RoutePolicy): IsShut {
  const isOpen = (policy.whenClosed ?? area.whenClosed) === "open";
  return (edge) => edge.isClosed && !isOpen;
}

/** What an area that knows nobody takes where strangers are shut out. */
const ANY_TOKEN: readonly CredentialKind[] = ["bearer", "basic"];

/** The credentials that a route takes: where strangers are shut out, a token counts in every protocol. */
export const credentialsOf = ({ credentials }: Area, isShut: boolean): readonly CredentialKind[] =>
  isShut && credentials.length === 0 ? ANY_TOKEN : credentials;

/**
 * Refuses whoever is nobody, whatever the address, where strangers are shut out: 401, or to the page that signs in and from there back. It
 * stands before all that looks anything up, so that a stranger is answered alike for what is there and what is not.
 */
export function refuseStrangers(area: Area, isShut: IsShut): MiddlewareHandler<Env> {
  return async function refuseStrangers(c, next) {
    if (c.var.caller !== null || !isShut(c.var.edge)) return next();
    const { method, raw } = c.req;
    if (area.signInAt !== undefined) {
      const isRead = method === "GET" || method === "HEAD";
      const back = isRead ? `?back=${encodeURIComponent(addressOf(raw.url))}` : "";
      return c.body(null, 303, { location: `${area.signInAt}${back}` });
    }
    if (raw.headers.has("authorization"))
      return area.dialect.refuse(c, "unauthorized", "This token is unknown, expired or revoked.");
    return area.dialect.refuse(c, "registry_closed", "This registry is closed: sign in first, or send a token.");
  };
}
