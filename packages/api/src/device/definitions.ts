import { z } from "@hono/zod-openapi";
import { DeviceCodes, DeviceLogin, DevicePending, DeviceRedeemed } from "../accounts/schemas.ts";
import { defineRoute } from "../defining/define-route.ts";
import { json, problems } from "../defining/responses.ts";

export const beginDeviceLogin = defineRoute({
  operationId: "beginDeviceLogin",
  method: "post",
  path: "/device/code",
  tags: ["account"],
  summary:
    "Ask for a token that a person allows in a browser (as RFC 8628; the code is typed in, no address carries it)",
  access: "anyone",
  whenClosed: "open",
  cache: "none",
  request: { body: { required: true, content: { "application/json": { schema: DeviceLogin } } } },
  responses: { 200: json(DeviceCodes, "What to show, and what to ask again with") },
});

export const redeemDeviceLogin = defineRoute({
  operationId: "redeemDeviceLogin",
  method: "post",
  path: "/device/token",
  tags: ["account"],
  summary: "Whether it was allowed: the token, once",
  access: "anyone",
  whenClosed: "open",
  cache: "none",
  request: {
    body: {
      required: true,
      content: { "application/json": { schema: z.object({ device_code: z.string().min(1).max(128) }) } },
    },
  },
  responses: {
    200: json(DeviceRedeemed, "Allowed"),
    202: json(DevicePending, "Not decided yet: ask again after `interval` seconds"),
    ...problems(403, 404, 409),
  },
});
