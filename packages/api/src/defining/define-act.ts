import type { z } from "@hono/zod-openapi";
import { defineRoute } from "./define-route.ts";
import { json, type ProblemStatus, problems } from "./responses.ts";

/** What each definition of `/auth` says. */
interface Said {
  /** What a good answer is. */
  says: string;
  operationId: string;
  path: string;
  summary: string;
  /** Whether somebody has to be signed in. */
  isInPerson?: true;
  /** What it refuses beside what every such route does. */
  refuses?: readonly ProblemStatus[];
}

/** Whoever it is: signing in begins with nobody, and who has to be somebody is asked by the handler. */
const ANYBODY = { access: "anyone", cache: "none", whenClosed: "open" } as const;

const personal = ({ isInPerson }: Said) => isInPerson && { security: [{ session: [] }] };

/** Something that somebody does about how they sign in: a POST of `/auth`, JSON both ways, from a page of this site only (T13). */
export function defineAct<Body extends z.ZodType, Answer extends z.ZodType>(
  route: Said & { body: Body; answer: Answer },
) {
  const { operationId, path, summary, says, refuses = [], body, answer } = route;
  return defineRoute({
    operationId,
    method: "post",
    path,
    summary,
    ...ANYBODY,
    ...personal(route),
    request: { body: { required: true, content: { "application/json": { schema: body } } } },
    responses: { 200: json(answer, says), ...problems(403, ...refuses) },
  });
}

/** What a page of this site reads of how somebody signs in: a GET of `/auth`. */
export function defineView<Answer extends z.ZodType>(
  route: Said & { request?: { params?: z.ZodObject; query?: z.ZodObject }; answer: Answer },
) {
  const { operationId, path, summary, says, refuses = [], request = {}, answer } = route;
  return defineRoute({
    operationId,
    method: "get",
    path,
    summary,
    ...ANYBODY,
    ...personal(route),
    request,
    responses: { 200: json(answer, says), ...problems(...(route.isInPerson ? [401 as const] : []), ...refuses) },
  });
}
