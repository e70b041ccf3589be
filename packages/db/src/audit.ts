import { auditLog } from "./tables/index.ts";
import type { Db } from "./open.ts";

/** One line of the audit log. `actor` is a handle, or `registry` for what the registry decides itself. */
export interface AuditEntry {
  actor: string;
  action: string;
  target: string;
  detail?: Record<string, unknown>;
  requestId?: string | null;
}

/** Adds an audit row to the transaction `tx`. The database refuses a privileged write whose transaction has none. */
export async function appendAudit(tx: Db, entry: AuditEntry): Promise<void> {
  await tx.insert(auditLog).values({
    actor: entry.actor,
    action: entry.action,
    target: entry.target,
    detail: entry.detail ?? {},
    requestId: entry.requestId ?? null,
  });
}
