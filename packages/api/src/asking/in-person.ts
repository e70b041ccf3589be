import { peerAddressOf as addressOf } from "@gaia/edge";
import type * as identity from "@gaia/identity";
import { readCookies } from "@gaia/identity";
import { RegistryError } from "@gaia/catalog";
import type { Context } from "hono";
import { actorOf } from "./authentication.ts";
import type { Env } from "./env.ts";

/** Who is here in person; null: nobody, or a program. */
export function findInPerson(c: Context<Env>): identity.SessionHolder | null {
  const actor = actorOf(c.var.caller);
  return actor?.kind === "account" ? actor : null;
}

/** Who is here in person. @throws RegistryError `unauthorized` */
export function inPerson(c: Context<Env>): { holder: identity.SessionHolder; people: identity.People } {
  const holder = findInPerson(c);
  if (holder === null) throw new RegistryError("unauthorized", "Sign in first.");
  return { holder, people: c.var.services.people };
}

/** Who asks, as far as their browser says it. */
export function visitorOf(c: Context<Env>): identity.Visitor {
  const { headers } = c.req.raw;
  return {
    cookies: readCookies(headers.get("cookie"), c.var.services.people.publicUrl()),
    userAgent: headers.get("user-agent"),
    address: addressOf({ headers, env: c.env, proxies: c.var.services.settings.TRUST_PROXY }),
    requestId: c.var.requestId,
  };
}
