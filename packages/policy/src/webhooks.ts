/** What a hook may be told, by the name that its receiver reads. */
export const WEBHOOK_EVENTS = [
  "version.published",
  "version.verdict",
  "version.tier",
  "version.yanked",
  "version.quarantined",
  "contest.opened",
  "report.opened",
  "report.decided",
] as const;

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** What was asked for to try a hook out: no hook chooses it. */
export const WEBHOOK_TEST = "webhook.test";

/** Before it is decided a report is between its reporter and the admins: a publisher's hook is never told of it. */
export const ADMINS_EVENTS = ["report.opened"] as const satisfies readonly WebhookEvent[];

export const WEBHOOK_STATES = ["active", "disabled"] as const;

export type WebhookState = (typeof WEBHOOK_STATES)[number];

/** What became of a delivery. `dropped`: too many waited for its hook, and it was never sent. */
export const DELIVERY_STATES = ["waiting", "delivered", "failed", "dropped"] as const;

export type DeliveryState = (typeof DELIVERY_STATES)[number];
