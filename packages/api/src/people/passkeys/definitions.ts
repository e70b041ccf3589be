import { z } from "@hono/zod-openapi";
import { defineAct } from "../../defining/define-act.ts";
import { done, Id, Nothing, OwnPassword } from "../acting/values.ts";

/** What a browser says of a passkey (WebAuthn §5.1): the library reads it; the area bounds it. */
const Shown = z.object({ id: z.string().min(1).max(2_048) }).loose();
/** What a browser is asked with (WebAuthn §5.1, JSON). */
const Asked = z.object({ options: z.looseObject({}) });

export const beginPasskey = defineAct({
  operationId: "beginPasskey",
  path: "/passkey/begin",
  summary: "Begin to add a passkey",
  isInPerson: true,
  body: OwnPassword,
  answer: Asked,
  says: "What the browser makes it of",
  refuses: [409],
});

export const addPasskey = defineAct({
  operationId: "addPasskey",
  path: "/passkey/add",
  summary: "Add the passkey that the browser made",
  isInPerson: true,
  body: z.object({ name: z.string().trim().min(1).max(64), response: Shown }),
  answer: done("added"),
  says: "Added",
  refuses: [409],
});

export const removePasskey = defineAct({
  operationId: "removePasskey",
  path: "/passkey/remove",
  summary: "Take a passkey away",
  isInPerson: true,
  body: z.object({ id: Id, ...OwnPassword.shape }),
  answer: done("removed"),
  says: "Taken away",
  refuses: [404, 409],
});

export const askForPasskey = defineAct({
  operationId: "askForPasskey",
  path: "/passkey/ask",
  summary: "Ask for a passkey, to sign in or to show the second factor",
  body: z.object({}),
  answer: Asked,
  says: "What the browser is asked with",
});

export const signInByPasskey = defineAct({
  operationId: "signInByPasskey",
  path: "/passkey/sign-in",
  summary: "Sign in by the passkey that the browser showed",
  body: z.object({ response: Shown }),
  answer: Nothing,
  says: "Signed in",
});
