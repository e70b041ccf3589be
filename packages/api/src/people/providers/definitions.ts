import { z } from "@hono/zod-openapi";
import { defineAct, defineView } from "../../defining/define-act.ts";
import { Handle } from "../../defining/values.ts";
import { done, Id, OwnPassword, Secret } from "../acting/values.ts";

/** By its id, whoever that may be: one that is not here is told so. */
const Provider = z.string().max(16);
/** Of this site; pages follow no other. */
const Path = z.string().max(2_048);
/** Each provider adds keys of its own (`session_state`, `scope`, `hd`): they are its dialect. */
const Returned = z.looseObject({ code: z.string(), state: z.string(), iss: z.string(), error: z.string() }).partial();
const Journey = z.object({ url: z.string().openapi({ description: "where the browser goes, off this site" }) });

export const beginByProvider = defineAct({
  operationId: "beginByProvider",
  path: "/provider/begin",
  summary: "Begin to sign in by a provider",
  body: z.object({ provider: Provider, back: Path }),
  answer: Journey,
  says: "Begun",
  refuses: [404],
});

export const beginLink = defineAct({
  operationId: "beginLink",
  path: "/provider/link",
  summary: "Begin to add an identity at a provider to the account",
  isInPerson: true,
  body: z.object({ provider: Provider, ...OwnPassword.shape }),
  answer: Journey,
  says: "Begun",
  refuses: [404, 409],
});

export const removeIdentity = defineAct({
  operationId: "removeIdentity",
  path: "/provider/unlink",
  summary: "Take an identity at a provider away",
  isInPerson: true,
  body: z.object({ id: Id, ...OwnPassword.shape }),
  answer: done("removed"),
  says: "Taken away",
  refuses: [404, 409],
});

export const endByProvider = defineView({
  operationId: "endByProvider",
  path: "/provider/return/{provider}",
  summary: "What a provider sent a browser back with: it is signed in, asked for a code, or new",
  request: { params: z.object({ provider: z.string() }), query: Returned },
  answer: z.object({ next: z.enum(["back", "code", "welcome"]), back: z.string() }),
  says: "What it is shown next",
  refuses: [401, 403, 409],
});

export const findNewcomer = defineView({
  operationId: "findNewcomer",
  path: "/newcomer",
  summary: "Who came by a provider for the first time",
  answer: z.object({
    provider: z.string(),
    handle: z.string().nullable(),
    email: z.string().nullable(),
    needs_invitation: z.boolean(),
  }),
  says: "What the provider says of them",
  refuses: [403, 404],
});

export const settleNewcomer = defineAct({
  operationId: "settleNewcomer",
  path: "/newcomer/settle",
  summary: "Make the account of who came by a provider, under the handle that they chose",
  body: z.object({ handle: Handle, invitation: Secret.nullable() }),
  answer: z.object({ back: z.string() }),
  says: "Made, and signed in",
  refuses: [404, 409],
});
