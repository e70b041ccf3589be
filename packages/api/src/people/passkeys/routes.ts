import type { Env } from "../../asking/env.ts";
import type { PlainRoute } from "@gaia/edge";
import * as identity from "@gaia/identity";
import { findInPerson, inPerson, visitorOf } from "../../asking/in-person.ts";
import { act } from "../acting/act.ts";
import * as passkeys from "./definitions.ts";

/** Passkeys, for the script of the pages: what a browser is to be asked with, and what it answered. */
export const PASSKEY_ROUTES: readonly PlainRoute<Env>[] = [
  act(passkeys.beginPasskey, async (c, body) => {
    const { holder, people } = inPerson(c);
    const { options, cookies } = await identity.beginPasskey(people, { holder, ...body });
    return { options: { ...options }, cookies };
  }),
  act(passkeys.addPasskey, async (c, body) => {
    const { holder, people } = inPerson(c);
    await identity.addPasskey(people, visitorOf(c), { holder, ...body });
    return { status: "added" as const };
  }),
  act(passkeys.removePasskey, async (c, body) => {
    const { holder, people } = inPerson(c);
    await identity.removePasskey(people, visitorOf(c), { holder, ...body });
    return { status: "removed" as const };
  }),
  act(passkeys.askForPasskey, async (c) => {
    const { options, cookies } = await identity.askForPasskey(c.var.services.people, findInPerson(c));
    return { options: { ...options }, cookies };
  }),
  act(passkeys.signInByPasskey, (c, { response }) =>
    identity.signInByPasskey(c.var.services.people, visitorOf(c), { response, holder: findInPerson(c) }),
  ),
];
