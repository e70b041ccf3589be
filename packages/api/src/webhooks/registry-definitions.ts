import { z } from "@hono/zod-openapi";
import { defineRoute } from "../defining/define-route.ts";
import { json, problems } from "../defining/responses.ts";
import { Cursor, Limit, Uuid } from "../defining/values.ts";
import {
  NewWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookList,
  WebhookWithSecret,
} from "./schemas.ts";

const one = z.object({ id: Uuid });
const delivery = one.extend({ delivery: Uuid });

export const listRegistryWebhooks = defineRoute({
  operationId: "listRegistryWebhooks",
  method: "get",
  path: "/admin/webhooks",
  tags: ["admin"],
  summary: "Webhooks for what happens in the whole registry, oldest first",
  access: "admin",
  cache: "none",
  responses: { 200: json(WebhookList, "Webhooks"), ...problems(403) },
});

export const createRegistryWebhook = defineRoute({
  operationId: "createRegistryWebhook",
  method: "post",
  path: "/admin/webhooks",
  tags: ["admin"],
  summary: "Make a webhook of the registry; its secret is in this answer alone",
  access: "admin",
  cache: "none",
  request: { body: { required: true, content: { "application/json": { schema: NewWebhook } } } },
  responses: { 201: json(WebhookWithSecret, "Made"), ...problems(403, 409) },
});

export const deleteRegistryWebhook = defineRoute({
  operationId: "deleteRegistryWebhook",
  method: "delete",
  path: "/admin/webhooks/{id}",
  tags: ["admin"],
  summary: "Remove a webhook of the registry with its log",
  access: "admin",
  cache: "none",
  request: { params: one },
  responses: { 204: { description: "Removed" }, ...problems(403, 404) },
});

export const testRegistryWebhook = defineRoute({
  operationId: "testRegistryWebhook",
  method: "post",
  path: "/admin/webhooks/{id}/test",
  tags: ["admin"],
  summary: "Send a webhook of the registry an event that says nothing",
  access: "admin",
  cache: "none",
  request: { params: one },
  responses: { 202: json(WebhookDelivery, "It will be sent"), ...problems(403, 404, 409) },
});

export const rotateRegistryWebhookSecret = defineRoute({
  operationId: "rotateRegistryWebhookSecret",
  method: "post",
  path: "/admin/webhooks/{id}/rotate",
  tags: ["admin"],
  summary: "Give a webhook of the registry a new secret; the former one signs as well for 24 hours",
  access: "admin",
  cache: "none",
  request: { params: one },
  responses: { 200: json(WebhookWithSecret, "Rotated"), ...problems(403, 404) },
});

export const enableRegistryWebhook = defineRoute({
  operationId: "enableRegistryWebhook",
  method: "post",
  path: "/admin/webhooks/{id}/enable",
  tags: ["admin"],
  summary: "Start a disabled webhook of the registry again, for the account that asks",
  access: "admin",
  cache: "none",
  request: { params: one },
  responses: { 200: json(Webhook, "Enabled"), ...problems(403, 404, 409) },
});

export const listRegistryWebhookDeliveries = defineRoute({
  operationId: "listRegistryWebhookDeliveries",
  method: "get",
  path: "/admin/webhooks/{id}/deliveries",
  tags: ["admin"],
  summary: "What a webhook of the registry was sent in the last 30 days and what was answered, newest first",
  access: "admin",
  cache: "none",
  request: { params: one, query: z.object({ limit: Limit, cursor: Cursor }) },
  responses: { 200: json(WebhookDeliveryList, "Deliveries"), ...problems(403, 404) },
});

export const redeliverRegistryWebhook = defineRoute({
  operationId: "redeliverRegistryWebhook",
  method: "post",
  path: "/admin/webhooks/{id}/deliveries/{delivery}/redeliver",
  tags: ["admin"],
  summary: "Send a delivery of the registry's that has ended once more, with the same id",
  access: "admin",
  cache: "none",
  request: { params: delivery },
  responses: { 202: json(WebhookDelivery, "It will be sent"), ...problems(403, 404, 409) },
});
