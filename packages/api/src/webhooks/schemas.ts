import { DELIVERY_STATES, WEBHOOK_EVENTS, WEBHOOK_STATES } from "@gaia/policy";
import { z } from "@hono/zod-openapi";
import { Handle, text, Timestamp, Uuid } from "../defining/values.ts";

const Event = z.enum(WEBHOOK_EVENTS);

export const NewWebhook = z
  .object({
    address: text(2_000).min(1).openapi({
      description: "https, or at an origin that the operator allows (WEBHOOK_HOSTS); redirects are not followed",
      example: "https://ci.example.org/hooks/skills",
    }),
    events: z
      .array(Event)
      .max(WEBHOOK_EVENTS.length)
      .optional()
      .openapi({ description: "without it, every event that it may get" }),
  })
  .openapi("NewWebhook");

const webhook = z.object({
  id: Uuid,
  address: z.string(),
  events: z.array(Event),
  state: z.enum(WEBHOOK_STATES),
  disabled_at: Timestamp.nullable(),
  disabled_why: z.string().nullable(),
  failing_since: Timestamp.nullable().openapi({ description: "the first failure since the last success" }),
  former_secret_until: Timestamp.nullable().openapi({
    description: "until when the secret before a rotation signs as well",
  }),
  created_by: Handle.openapi({ description: "the account for which it acts: it gets what this one may see" }),
  created_at: Timestamp,
});

export const Webhook = webhook.openapi("Webhook");

export const WebhookWithSecret = webhook
  .extend({ secret: z.string().openapi({ description: "`whsec_…`; it is shown in this answer alone" }) })
  .openapi("WebhookWithSecret");

export const WebhookList = z.object({ webhooks: z.array(Webhook) }).openapi("WebhookList");

export const WebhookDelivery = z
  .object({
    id: Uuid,
    webhook_id: z.string().openapi({
      description: "the header of this name: the id of the event, the same for each try and each webhook",
      example: "evt_9f2c5d1e0b7a4c3d8e6f1a2b3c4d5e6f",
    }),
    type: z.string().openapi({ description: "one of the events, or `webhook.test`", example: "version.published" }),
    body: z.string().openapi({ description: "what is sent, letter by letter" }),
    state: z.enum(DELIVERY_STATES),
    why: z.string().nullable().openapi({ description: "why it failed, or was never sent" }),
    next_at: Timestamp.nullable().openapi({ description: "when it is sent, or tried again" }),
    created_at: Timestamp,
    finished_at: Timestamp.nullable(),
    attempts: z.array(
      z
        .object({
          at: Timestamp,
          status: z.number().int().nullable().openapi({ description: "null: no answer came" }),
          answer: z.string().nullable().openapi({ description: "the first 500 characters of it, as one line" }),
          error: z.string().nullable(),
          duration_ms: z.number().int().min(0),
        })
        .openapi("WebhookAttempt"),
    ),
  })
  .openapi("WebhookDelivery");

export const WebhookDeliveryList = z
  .object({ items: z.array(WebhookDelivery), next_cursor: z.string().nullable() })
  .openapi("WebhookDeliveryList");
