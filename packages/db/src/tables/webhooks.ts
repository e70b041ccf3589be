import type { DeliveryState, WebhookEvent, WebhookState } from "@gaia/policy";
import { bigint, index, integer, pgTable, smallint, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { skills } from "./catalog.ts";
import { accounts, publishers } from "./identity.ts";

const at = (name: string) => timestamp(name, { withTimezone: true });

/** An address that is told what happens (migration 0084). */
export const webhooks = pgTable(
  "webhooks",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    /** Null: the registry's, for its admins. */
    publisherId: bigint("publisher_id", { mode: "number" }).references(() => publishers.id),
    /** The account for which it acts. */
    createdBy: bigint("created_by", { mode: "number" })
      .notNull()
      .references(() => accounts.id),
    address: text("address").notNull(),
    events: text("events").array().$type<WebhookEvent[]>().notNull(),
    /** Sealed; the former one signs as well until `formerUntil`. */
    secret: text("secret").notNull(),
    formerSecret: text("former_secret"),
    formerUntil: at("former_until"),
    state: text("state").$type<WebhookState>().notNull(),
    disabledAt: at("disabled_at"),
    disabledWhy: text("disabled_why"),
    /** The first failure since the last success. */
    failingSince: at("failing_since"),
    attemptId: uuid("attempt_id"),
    leaseUntil: at("lease_until"),
    createdAt: at("created_at").notNull(),
  },
  (table) => [index("webhooks_publisher").on(table.publisherId), index("webhooks_account").on(table.createdBy)],
);

/** A decision that is told. Its type and body are written when it is: one decision may be two events. */
export const webhookEvents = pgTable(
  "webhook_events",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    auditId: bigint("audit_id", { mode: "number" }),
    type: text("type"),
    skillId: bigint("skill_id", { mode: "number" }).references(() => skills.id, { onDelete: "set null" }),
    body: text("body"),
    at: at("at").notNull(),
    toldAt: at("told_at"),
  },
  (table) => [
    unique().on(table.auditId, table.type),
    index("webhook_events_at").on(table.at),
    index("webhook_events_skill").on(table.skillId),
  ],
);

export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    webhookId: uuid("webhook_id")
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    eventId: uuid("event_id")
      .notNull()
      .references(() => webhookEvents.id, { onDelete: "cascade" }),
    state: text("state").$type<DeliveryState>().notNull(),
    why: text("why"),
    tries: smallint("tries").notNull().default(0),
    nextAt: at("next_at"),
    createdAt: at("created_at").notNull(),
    finishedAt: at("finished_at"),
  },
  (table) => [
    unique().on(table.webhookId, table.eventId),
    index("webhook_deliveries_hook").on(table.webhookId, table.createdAt, table.id),
    index("webhook_deliveries_event").on(table.eventId),
  ],
);

/** What was answered to one try. */
export const webhookAttempts = pgTable(
  "webhook_attempts",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    deliveryId: uuid("delivery_id")
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: "cascade" }),
    at: at("at").notNull(),
    status: smallint("status"),
    answer: text("answer"),
    error: text("error"),
    durationMs: integer("duration_ms").notNull(),
  },
  (table) => [index("webhook_attempts_delivery").on(table.deliveryId, table.id)],
);
