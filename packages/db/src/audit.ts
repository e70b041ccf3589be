import { sql } from "drizzle-orm";
import { auditLog, webhookEvents, webhooks } from "./tables/index.ts";
import type { Db } from "./open.ts";

/** One line of the audit log. `actor` is a handle, or `registry` for what the registry decides itself. */
export interface AuditEntry {
  actor: string;
  action: string;
  target: string;
  detail?: Record<string, unknown>;
  requestId?: string | null;
}

/** Decisions that webhooks are told of; what each of them is to a receiver says `packages/registry/src/webhooks/event-body.ts`. */
const TOLD_ACTIONS: ReadonlySet<string> = new Set([
  "version.inspected",
  "version.approve",
  "version.rescanned",
  "inspection.clear",
  "version.tier",
  "version.yank",
  "version.unyank",
  "version.quarantine",
  "version.release",
  "hold.contest",
  "report.open",
  "report.uphold",
  "report.dismiss",
]);

/**
 * Adds an audit row to the transaction `tx`. The database refuses a privileged write whose transaction has none. What webhooks are told of
 * is noted for them in the same transaction, while any is active: an event is not lost, and none is told of what was rolled back.
 */
export async function appendAudit(tx: Db, entry: AuditEntry): Promise<void> {
  const values = {
    actor: entry.actor,
    action: entry.action,
    target: entry.target,
    detail: entry.detail ?? {},
    requestId: entry.requestId ?? null,
  };
  if (!TOLD_ACTIONS.has(entry.action)) {
    await tx.insert(auditLog).values(values);
    return;
  }
  const [row] = await tx.insert(auditLog).values(values).returning({ id: auditLog.id, at: auditLog.at });
  if (row) await noteForHooks(tx, row);
}

async function noteForHooks(tx: Db, { id, at }: { id: number; at: Date }): Promise<void> {
  await tx.execute(sql`INSERT INTO ${webhookEvents} (audit_id, at) SELECT ${id}::bigint, ${at.toISOString()}::timestamptz
    WHERE EXISTS (SELECT 1 FROM ${webhooks} WHERE state = 'active')`);
}
