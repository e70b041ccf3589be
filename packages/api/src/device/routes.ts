import { peerAddressOf as addressOf } from "@gaia/edge";
import * as identity from "@gaia/identity";
import type { Api } from "../asking/env.ts";
import * as device from "./definitions.ts";
import { ctxOf } from "../asking/env.ts";

/** A command line that asks for a token; the person answers on the page `/device`. */
export function deviceRoutes(api: Api): void {
  api.openapi(device.beginDeviceLogin, async (c) => {
    const { people, settings, publicUrl } = c.var.services;
    const address = addressOf({ headers: c.req.raw.headers, env: c.env, proxies: settings.TRUST_PROXY });
    const codes = await identity.beginDeviceLogin(people, { ...c.req.valid("json"), address });
    const body = {
      device_code: codes.deviceCode,
      user_code: codes.userCode,
      // By the settings alone: what a request says of its host would lead people elsewhere.
      verification_uri: `${publicUrl()}/device`,
      expires_in: codes.expiresInSeconds,
      interval: codes.intervalSeconds,
    };
    return c.json(body, 200, { "cache-control": "no-store" });
  });

  api.openapi(device.redeemDeviceLogin, async (c) => {
    const { device_code: deviceCode } = c.req.valid("json");
    const { requestId } = ctxOf(c);
    const redeemed = await identity.redeemDeviceLogin(c.var.services.people, { deviceCode, requestId });
    if (redeemed === null) return c.json({ status: "pending" as const, interval: 5 }, 202);
    const { token, handle, scopes, expiresAt } = redeemed;
    const body = { token, handle, scopes, expires_at: expiresAt.toISOString() };
    return c.json(body, 200, { "cache-control": "no-store" });
  });
}
