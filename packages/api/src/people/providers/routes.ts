import type { PlainRoute } from "@gaia/edge";
import * as identity from "@gaia/identity";
import type { Context } from "hono";
import type { Env } from "../../asking/env.ts";
import { findInPerson, inPerson, visitorOf } from "../../asking/in-person.ts";
import { act, view } from "../acting/act.ts";
import * as providers from "./definitions.ts";

/** Signing in by somebody else's word: a company's provider, or GitHub. */
export const PROVIDER_ROUTES: readonly PlainRoute<Env>[] = [
  act(providers.beginByProvider, (c, { provider: id, back }) =>
    identity.beginByProvider(c.var.services.people, { id, back }),
  ),
  act(providers.beginLink, async (c, { provider: id, ...body }) => {
    const { holder, people } = inPerson(c);
    return identity.beginLink(people, { holder, id, ...body });
  }),
  act(providers.removeIdentity, async (c, body) => {
    const { holder, people } = inPerson(c);
    await identity.removeIdentity(people, visitorOf(c), { holder, ...body });
    return { status: "removed" as const };
  }),
  // A provider sends a browser here, by its page: that it was this browser which went there, `state` and a cookie say (T13).
  view(providers.endByProvider, (c) =>
    identity.endByProvider(c.var.services.people, visitorOf(c), {
      id: c.req.param("provider") ?? "",
      returned: returnedWith(c),
      holder: findInPerson(c),
    }),
  ),
  view(providers.findNewcomer, async (c) => {
    const found = await identity.findNewcomer(c.var.services.people, visitorOf(c));
    const { name, handle, email, needsInvitation } = found;
    return { provider: name, handle, email, needs_invitation: needsInvitation };
  }),
  act(providers.settleNewcomer, (c, body) => identity.settleNewcomer(c.var.services.people, visitorOf(c), body)),
];

/** What a provider's answer may hold; longer values are nobody's. */
function returnedWith(c: Context<Env>) {
  const given = (name: string) => {
    const value = c.req.query(name);
    return value === undefined || value.length > 4_096 ? null : value;
  };
  return { code: given("code"), state: given("state"), iss: given("iss"), error: given("error") };
}
