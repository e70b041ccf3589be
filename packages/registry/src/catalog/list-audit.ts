import { auditLog } from "@gaia/db";
import { and, desc, eq, lt } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { readCursor, writeCursor } from "../kernel/cursor.ts";
import { ensureMay } from "../kernel/may.ts";

/** The audit log, newest first. @throws RegistryError `forbidden`, `invalid_request` */
export async function listAudit(ctx: Ctx, input: { target: string | null; limit: number; cursor: string | null }) {
  ensureMay(ctx, "listAudit");
  const [before] = readCursor(input.cursor, "audit", ["number"]) ?? [];
  const rows = await ctx.db
    .select()
    .from(auditLog)
    .where(
      and(
        typeof before === "number" ? lt(auditLog.id, before) : undefined,
        input.target ? eq(auditLog.target, input.target) : undefined,
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(input.limit + 1);
  const page = rows.slice(0, input.limit);
  const last = rows.length > input.limit ? page.at(-1) : undefined;
  return {
    items: page.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      actor: row.actor,
      action: row.action,
      target: row.target,
      // Written by appendAudit, always an object.
      detail: row.detail,
      request_id: row.requestId,
    })),
    next_cursor: last ? writeCursor("audit", [last.id]) : null,
  };
}
