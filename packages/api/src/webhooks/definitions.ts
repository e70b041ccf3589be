import { z } from "@hono/zod-openapi";
import { defineRoute } from "../defining/define-route.ts";
import { json, problems } from "../defining/responses.ts";
import { Cursor, Handle, Limit, Uuid } from "../defining/values.ts";
import {
  NewWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookList,
  WebhookWithSecret,
} from "./schemas.ts";

const owner = z.object({ handle: Handle });
const one = owner.extend({ id: Uuid });
const delivery = one.extend({ delivery: Uuid });

export const listWebhooks = defineRoute({
  operationId: "listWebhooks",
  method: "get",
  path: "/publishers/{handle}/webhooks",
  tags: ["publishers"],
  summary: "Webhooks for what happens to a publisher's skills, oldest first; for its owners",
  access: "publisher",
  cache: "none",
  request: { params: owner },
  responses: { 200: json(WebhookList, "Webhooks") },
});

export const createWebhook = defineRoute({
  operationId: "createWebhook",
  method: "post",
  path: "/publishers/{handle}/webhooks",
  tags: ["publishers"],
  summary: "Make a webhook; its secret is in this answer alone",
  access: "publisher",
  cache: "none",
  request: { params: owner, body: { required: true, content: { "application/json": { schema: NewWebhook } } } },
  responses: { 201: json(WebhookWithSecret, "Made"), ...problems(409) },
});

export const deleteWebhook = defineRoute({
  operationId: "deleteWebhook",
  method: "delete",
  path: "/publishers/{handle}/webhooks/{id}",
  tags: ["publishers"],
  summary: "Remove a webhook with its log",
  access: "publisher",
  cache: "none",
  request: { params: one },
  responses: { 204: { description: "Removed" } },
});

export const testWebhook = defineRoute({
  operationId: "testWebhook",
  method: "post",
  path: "/publishers/{handle}/webhooks/{id}/test",
  tags: ["publishers"],
  summary: "Send it an event that says nothing",
  access: "publisher",
  cache: "none",
  request: { params: one },
  responses: { 202: json(WebhookDelivery, "It will be sent"), ...problems(409) },
});

export const rotateWebhookSecret = defineRoute({
  operationId: "rotateWebhookSecret",
  method: "post",
  path: "/publishers/{handle}/webhooks/{id}/rotate",
  tags: ["publishers"],
  summary: "Give it a new secret; the former one signs as well for 24 hours",
  access: "publisher",
  cache: "none",
  request: { params: one },
  responses: { 200: json(WebhookWithSecret, "Rotated") },
});

export const enableWebhook = defineRoute({
  operationId: "enableWebhook",
  method: "post",
  path: "/publishers/{handle}/webhooks/{id}/enable",
  tags: ["publishers"],
  summary: "Start a disabled webhook again, for the account that asks",
  access: "publisher",
  cache: "none",
  request: { params: one },
  responses: { 200: json(Webhook, "Enabled"), ...problems(409) },
});

export const listWebhookDeliveries = defineRoute({
  operationId: "listWebhookDeliveries",
  method: "get",
  path: "/publishers/{handle}/webhooks/{id}/deliveries",
  tags: ["publishers"],
  summary: "What it was sent in the last 30 days and what was answered, newest first",
  access: "publisher",
  cache: "none",
  request: { params: one, query: z.object({ limit: Limit, cursor: Cursor }) },
  responses: { 200: json(WebhookDeliveryList, "Deliveries") },
});

export const redeliverWebhook = defineRoute({
  operationId: "redeliverWebhook",
  method: "post",
  path: "/publishers/{handle}/webhooks/{id}/deliveries/{delivery}/redeliver",
  tags: ["publishers"],
  summary: "Send a delivery that has ended once more, with the same id",
  access: "publisher",
  cache: "none",
  request: { params: delivery },
  responses: { 202: json(WebhookDelivery, "It will be sent"), ...problems(409) },
});
