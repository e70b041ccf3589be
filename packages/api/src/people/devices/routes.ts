import type { PlainRoute } from "@gaia/edge";
import * as identity from "@gaia/identity";
import type { Env } from "../../asking/env.ts";
import { inPerson } from "../../asking/in-person.ts";
import { act } from "../acting/act.ts";
import * as devices from "./definitions.ts";

/** A command line that asks for a token, as the person sees it who is asked. */
export const DEVICE_ROUTES: readonly PlainRoute<Env>[] = [
  act(devices.findDeviceLogin, async (c, { user_code: userCode }) => {
    const { holder, people } = inPerson(c);
    const { client, address, scopes, createdAt } = await identity.findDeviceLogin(people, { holder, userCode });
    return { client, address, asked_for: scopes, created_at: createdAt.toISOString() };
  }),
  act(devices.decideDeviceLogin, async (c, { user_code: userCode, allow }) => {
    const { holder, people } = inPerson(c);
    await identity.decideDeviceLogin(people, { holder, userCode, allow, requestId: c.var.requestId });
    return { status: allow ? ("allowed" as const) : ("denied" as const) };
  }),
];
