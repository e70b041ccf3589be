import { actorOf } from "../asking/authentication.ts";
import type { Env } from "../asking/env.ts";
import type { PlainRoute } from "@gaia/edge";
import * as identity from "@gaia/identity";
import { z } from "@hono/zod-openapi";
import { act, inPerson, Password, visitorOf } from "./in-person.ts";

/** What a browser says of a passkey (WebAuthn §5.1): the library reads it; the area bounds it. */
const Shown = z.object({ id: z.string().min(1).max(2_048) }).loose();
const password = z.object({ password: Password.nullable().default(null) });

/** Passkeys, for the script of the pages: what a browser is to be asked with, and what it answered. */
export const PASSKEY_ROUTES: readonly PlainRoute<Env>[] = [
  act("/passkey/begin", password, (c, body) => {
    const { holder, people } = inPerson(c);
    return identity.beginPasskey(people, { holder, ...body });
  }),
  act("/passkey/add", z.object({ name: z.string().trim().min(1).max(64), response: Shown }), async (c, body) => {
    const { holder, people } = inPerson(c);
    await identity.addPasskey(people, visitorOf(c), { holder, ...body });
    return { status: "added" };
  }),
  act("/passkey/remove", z.object({ id: z.string().min(1).max(64) }).and(password), async (c, body) => {
    const { holder, people } = inPerson(c);
    await identity.removePasskey(people, visitorOf(c), { holder, ...body });
    return { status: "removed" };
  }),
  act("/passkey/ask", z.object({}), (c) => {
    const { caller, services } = c.var;
    const actor = actorOf(caller);
    return identity.askForPasskey(services.people, actor?.kind === "account" ? actor : null);
  }),
  act("/passkey/sign-in", z.object({ response: Shown }), (c, { response }) => {
    const { caller, services } = c.var;
    const actor = actorOf(caller);
    const holder = actor?.kind === "account" ? actor : null;
    return identity.signInByPasskey(services.people, visitorOf(c), { response, holder });
  }),
];
