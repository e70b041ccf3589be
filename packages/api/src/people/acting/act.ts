import { isSameOrigin, plainIssue, type PlainRoute, valueAt } from "@gaia/edge";
import { RegistryError } from "@gaia/catalog";
import type { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { actorOf } from "../../asking/authentication.ts";
import type { Env } from "../../asking/env.ts";

/** As much of a definition as a route is made of (`defineView`). */
interface View<Answer> {
  path: string;
  access: "anyone";
  cache: "none";
  request: { query?: z.ZodType };
  responses: { 200: { content: { "application/json": { schema: z.ZodType<Answer> } } } };
}
/** The same of `defineAct`. */
interface Act<Body, Answer> extends Omit<View<Answer>, "request"> {
  request: { body: { content: { "application/json": { schema: z.ZodType<Body> } } } };
}

/** What the definition says is answered, and what the browser is given to keep. */
type Made<Answer> = Answer & { cookies?: string[] };

/** Something done, from a page of this site only (T13). */
export function act<Body, Answer extends object>(
  definition: Act<Body, Answer>,
  run: (c: Context<Env>, body: Body) => Promise<Made<NoInfer<Answer>>>,
): PlainRoute<Env> {
  const { schema } = definition.request.body.content["application/json"];
  return {
    method: "POST",
    ...addressOf(definition),
    body: schema,
    async answer(c) {
      // No page of another site can send a token.
      if (actorOf(c.var.caller)?.kind !== "token" && !isSameOrigin(c.req.raw, c.var.services.publicUrl())) {
        throw new RegistryError("forbidden", "This was sent by a page of another site.");
      }
      const sent: unknown = await c.req.json();
      const read = schema.safeParse(sent);
      if (!read.success) {
        const [issue] = read.error.issues;
        throw new RegistryError(
          "invalid_request",
          `${issue?.path.join(".") || "body"}: ${issue ? plainIssue({ ...issue }, valueAt(sent, issue.path)) : "is malformed"}`,
        );
      }
      return answerWith(c, await run(c, read.data));
    },
  };
}

/** Something read. */
export function view<Answer extends object>(
  definition: View<Answer>,
  read: (c: Context<Env>) => Promise<Made<NoInfer<Answer>>>,
): PlainRoute<Env> {
  const { query } = definition.request;
  return {
    method: "GET",
    ...addressOf(definition),
    ...(query !== undefined && { query }),
    answer: async (c) => answerWith(c, await read(c)),
  };
}

function addressOf({ path, access, cache }: Pick<View<object>, "path" | "access" | "cache">) {
  return { path: path.replaceAll(/\{(\w+)\}/g, ":$1"), policy: { access, cache } };
}

function answerWith(c: Context<Env>, made: { cookies?: string[] }): Response {
  const { cookies = [], ...answer } = made;
  for (const cookie of cookies) c.header("set-cookie", cookie, { append: true });
  return c.json(answer, 200);
}
