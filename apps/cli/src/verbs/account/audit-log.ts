import type { components } from "@gaia/client";
import { misused } from "../../failures/failures.ts";
import { given } from "../../session/given.ts";
import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import { saveAnswer } from "../../session/registry-file.ts";
import type { Session } from "../../session/session.ts";
import { bold, columns, dim, t } from "../../terminal/shown-text.ts";

interface Asked {
  action?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
  /** All of it, into a file. */
  export?: "csv" | "ndjson" | undefined;
  output?: string | undefined;
}

export interface OwnAuditFilters extends Asked {
  /** The log of this skill, for who manages it. */
  skill?: string | undefined;
  actor?: string | undefined;
  /** Of my own account alone, where a skill is named too. */
  mine?: boolean | undefined;
}

export interface AuditLogFilters extends Asked {
  target?: string | undefined;
  actor?: string | undefined;
  skill?: string | undefined;
  account?: string | undefined;
  publisher?: string | undefined;
  request?: string | undefined;
}

type AuditList = components["schemas"]["AuditList"];

/** `audit-log`: who did what to a skill, or what my account did and what was done to it; newest first. */
export async function ownAuditLog(session: Session, filters: OwnAuditFilters): Promise<void> {
  const { skill, mine, actor } = filters;
  const page = pageOf(filters);
  if (skill === undefined || mine) {
    if (actor !== undefined) throw misused("--actor goes with --skill alone: one's own log is of what one did");
    const query = { ...page, ...given({ skill }) };
    if (filters.export !== undefined) return save(session, filters, { path: "/account/audit", query });
    return show(
      session,
      await ensureAnswer((await openRegistry(session)).GET("/account/audit", { params: { query } })),
    );
  }
  const query = { ...page, ...given({ actor }) };
  const path = `/skills/${encodeURIComponent(skill)}/audit`;
  if (filters.export !== undefined) return save(session, filters, { path, query });
  const call = (await openRegistry(session)).GET("/skills/{name}/audit", { params: { path: { name: skill }, query } });
  show(session, await ensureAnswer(call));
}

/** `admin audit-log`: who did what to what, newest first, one page; its detail stands in `--json`. */
export async function auditLog(session: Session, filters: AuditLogFilters): Promise<void> {
  const { target, actor, skill, account, publisher, request } = filters;
  const query = { ...pageOf(filters), ...given({ target, actor, skill, account, publisher, request_id: request }) };
  if (filters.export !== undefined) return save(session, filters, { path: "/admin/audit", query });
  show(session, await ensureAnswer((await openRegistry(session)).GET("/admin/audit", { params: { query } })));
}

function pageOf({ action, since, until, limit, cursor, export: format, output }: Asked) {
  if (output !== undefined && format === undefined) throw misused("--output takes --export csv or --export ndjson");
  const times = { since: since && timeOf(since), until: until && timeOf(until) };
  return given(format === undefined ? { action, ...times, limit, cursor } : { action, ...times });
}

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** A time as the API takes it, of a date, a time, or an age as `7d`. */
function timeOf(text: string): string {
  const [, count, unit] = /^(\d{1,4})([hdw])$/.exec(text) ?? [];
  const time = count ? new Date(Date.now() - Number(count) * (UNITS[unit ?? ""] ?? 0)) : new Date(text);
  if (!count && !/^\d{4}-\d\d-\d\d/.test(text))
    throw misused(`${text} is no time: 2026-03-15, 2026-03-15T10:30:00Z or 7d`);
  if (!(time.getTime() >= 0)) throw misused(`${text} is no time: 2026-03-15, 2026-03-15T10:30:00Z or 7d`);
  return time.toISOString();
}

const TYPES = { csv: "text/csv", ndjson: "application/x-ndjson" } as const;

async function save(
  session: Session,
  { export: format = "csv", output }: Asked,
  { path, query }: { path: string; query: Record<string, string | number> },
): Promise<void> {
  const file = output ?? `audit-log.${format}`;
  const asked = { path, query: { ...query, export: format }, type: TYPES[format], file };
  const sizeBytes = await saveAnswer(session, asked);
  session.terminal.result({ file, format, size_bytes: sizeBytes });
  session.terminal.line(t`${bold(file)} ${sizeBytes} bytes`);
}

function show({ terminal }: Session, page: AuditList): void {
  terminal.result(page);
  const rows = page.items.map(({ id, at, actor, action, target, detail }) => [
    dim(id),
    dim(at),
    bold(actor),
    action,
    target,
    typeof detail["reason"] === "string" ? detail["reason"] : "",
  ]);
  for (const row of columns(rows)) terminal.line(row);
  if (page.items.length === 0) terminal.note("No entry.");
  if (page.next_cursor !== null) terminal.note(dim(t`older ones: --cursor ${page.next_cursor}`));
}
