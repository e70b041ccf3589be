import { z } from "@hono/zod-openapi";
import { defineAct } from "../../defining/define-act.ts";
import { Code, done, Id, Nothing, Password } from "../acting/values.ts";

export const signIn = defineAct({
  operationId: "signIn",
  path: "/sign-in",
  summary: "Sign in with mail address and password",
  body: z.object({ email: z.string().max(254), password: Password }),
  answer: z.object({ needs_code: z.boolean().openapi({ description: "the second factor is asked for next" }) }),
  says: "Signed in, or asked for a code",
});

export const signInWithCode = defineAct({
  operationId: "signInWithCode",
  path: "/sign-in-code",
  summary: "Go on signing in with a code of the second factor",
  body: z.object({ code: Code }),
  answer: Nothing,
  says: "Signed in",
});

export const signOut = defineAct({
  operationId: "signOut",
  path: "/sign-out",
  summary: "End this browser's session",
  body: z.object({}),
  answer: Nothing,
  says: "Ended, or there was none",
});

export const endSession = defineAct({
  operationId: "endSession",
  path: "/end-session",
  summary: "End another session of the account",
  isInPerson: true,
  body: z.object({ id: Id }),
  answer: done("ended"),
  says: "Ended",
  refuses: [404],
});

export const confirmSession = defineAct({
  operationId: "confirmSession",
  path: "/confirm",
  summary: "Show the second factor in this session, before a change that matters",
  isInPerson: true,
  body: z.object({ code: Code }),
  answer: done("confirmed"),
  says: "Shown; it counts for a quarter of an hour",
});
