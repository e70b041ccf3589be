import type { PlainRoute } from "@gaia/edge";
import * as identity from "@gaia/identity";
import type { Env } from "../../asking/env.ts";
import { inPerson, visitorOf } from "../../asking/in-person.ts";
import { act } from "../acting/act.ts";
import * as sessions from "./definitions.ts";

/** Signing in and out, and what a session has shown. */
export const SESSION_ROUTES: readonly PlainRoute<Env>[] = [
  act(sessions.signIn, async (c, body) => {
    const { cookies, needsCode } = await identity.signIn(c.var.services.people, visitorOf(c), body);
    return { cookies, needs_code: needsCode };
  }),
  act(sessions.signInWithCode, (c, body) => identity.signInWithCode(c.var.services.people, visitorOf(c), body)),
  act(sessions.signOut, (c) => identity.signOut(c.var.services.people, visitorOf(c))),
  act(sessions.endSession, async (c, { id }) => {
    const { holder, people } = inPerson(c);
    await identity.revokeSession(people, { holder, id, requestId: c.var.requestId });
    return { status: "ended" as const };
  }),
  act(sessions.confirmSession, async (c, { code }) => {
    const { holder, people } = inPerson(c);
    await identity.confirmSession(people, visitorOf(c), { holder, code });
    return { status: "confirmed" as const };
  }),
];
