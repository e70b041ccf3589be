import { actorOf } from "../asking/authentication.ts";
import { isSameOrigin, peerAddressOf as addressOf, plainIssue, type PlainRoute } from "@gaia/edge";
import * as identity from "@gaia/identity";
import { RegistryError } from "@gaia/catalog";
import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Env } from "../asking/env.ts";

export const ANYBODY = { access: "anyone", cache: "none" } as const;
/** Bounded before it is hashed. */
export const Password = z.string().min(1).max(256);

/** A POST with a JSON body of this shape, from a page of this site only (T13); what it answers may set cookies. */
export function act<Shape extends z.ZodType>(
  path: string,
  shape: Shape,
  run: (c: Context<Env>, body: z.infer<Shape>) => Promise<object>,
): PlainRoute<Env> {
  return {
    method: "POST",
    path,
    policy: ANYBODY,
    body: shape,
    async answer(c) {
      // No page of another site can send a token.
      if (actorOf(c.var.caller)?.kind !== "token" && !isSameOrigin(c.req.raw, c.var.services.publicUrl())) {
        throw new RegistryError("forbidden", "This was sent by a page of another site.");
      }
      const read = shape.safeParse(await c.req.json());
      if (!read.success) {
        const [issue] = read.error.issues;
        throw new RegistryError(
          "invalid_request",
          `${issue?.path.join(".") || "body"}: ${issue ? plainIssue({ ...issue }) : "is malformed"}`,
        );
      }
      const made: { cookies?: string[] } = await run(c, read.data);
      const { cookies = [], ...answer } = made;
      for (const cookie of cookies) c.header("set-cookie", cookie, { append: true });
      return c.json(answer, 200);
    },
  };
}

/** Who is here in person. @throws RegistryError `unauthorized` */
export function inPerson(c: Context<Env>): { holder: identity.SessionHolder; people: identity.People } {
  const { caller, services } = c.var;
  const actor = actorOf(caller);
  if (actor?.kind !== "account") throw new RegistryError("unauthorized", "Sign in first.");
  return { holder: actor, people: services.people };
}

/** Who asks, as far as their browser says it. */
export function visitorOf(c: Context<Env>): identity.Visitor {
  const { headers } = c.req.raw;
  return {
    cookies: identity.readCookies(headers.get("cookie"), c.var.services.people.publicUrl()),
    userAgent: headers.get("user-agent"),
    address: addressOf({ headers, env: c.env, proxies: c.var.services.settings.TRUST_PROXY }),
    requestId: c.var.requestId,
  };
}
