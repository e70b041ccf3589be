import type { PlainRoute } from "@gaia/edge";
import * as identity from "@gaia/identity";
import type { Env } from "../../asking/env.ts";
import { inPerson, visitorOf } from "../../asking/in-person.ts";
import { act } from "../acting/act.ts";
import * as factors from "./definitions.ts";

/** The second factor: an authenticator app, and the codes for when it is lost. */
export const SECOND_FACTOR_ROUTES: readonly PlainRoute<Env>[] = [
  act(factors.beginEnrolment, async (c, body) => {
    const { holder, people } = inPerson(c);
    const made = await identity.beginEnrolment(people, { holder, ...body });
    return { uri: made.uri, recovery_codes: made.recoveryCodes };
  }),
  act(factors.endEnrolment, async (c, { code }) => {
    const { holder, people } = inPerson(c);
    return identity.endEnrolment(people, visitorOf(c), { holder, code });
  }),
  act(factors.removeSecondFactor, async (c, body) => {
    const { holder, people } = inPerson(c);
    return identity.removeSecondFactor(people, visitorOf(c), { holder, ...body });
  }),
  act(factors.renewRecoveryCodes, async (c, body) => {
    const { holder, people } = inPerson(c);
    return { recovery_codes: await identity.renewRecoveryCodes(people, visitorOf(c), { holder, ...body }) };
  }),
];
