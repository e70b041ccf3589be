import type { PlainRoute } from "@gaia/edge";
import type { Env } from "../asking/env.ts";
import { ACCOUNT_ROUTES } from "./accounts/routes.ts";
import { DEVICE_ROUTES } from "./devices/routes.ts";
import { PASSKEY_ROUTES } from "./passkeys/routes.ts";
import { PROVIDER_ROUTES } from "./providers/routes.ts";
import { SECOND_FACTOR_ROUTES } from "./second-factors/routes.ts";
import { SESSION_ROUTES } from "./sessions/routes.ts";

/** How people sign in and out, for the pages and their script; JSON both ways. Programs have tokens: nothing here is promised to them. */
export const PEOPLE_ROUTES: readonly PlainRoute<Env>[] = [
  ...ACCOUNT_ROUTES,
  ...SESSION_ROUTES,
  ...PROVIDER_ROUTES,
  ...PASSKEY_ROUTES,
  ...SECOND_FACTOR_ROUTES,
  ...DEVICE_ROUTES,
];
