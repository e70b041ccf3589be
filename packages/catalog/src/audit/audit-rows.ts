import { auditLog, publishers, skills } from "@gaia/db";
import { and, desc, eq, gte, inArray, like, lt, or, sql, type SQL } from "drizzle-orm";
import { readable } from "../kernel/readable.ts";
import { readCursor, writeCursor } from "../kernel/cursor.ts";
import type { ReadCtx } from "../kernel/context.ts";

/** What of the log is asked for; null: all of it. */
export interface AuditFilters {
  /** Who did it: a handle, `registry`, or a workload. */
  actor: string | null;
  /** `version.quarantine`, or a family of them: `version.*`. */
  action: string | null;
  /** As it stands in the log, `skill:web-search@1.0.0`, or without the word before the colon where that is `skill`. */
  target: string | null;
  /** The name of a skill: what was done to it and to its versions. */
  skill: string | null;
  /** A handle: what was done by this account and to it. */
  account: string | null;
  /** A handle: what was done to this publisher and to the skills that are its own now. */
  publisher: string | null;
  requestId: string | null;
  /** From then on. */
  since: Date | null;
  /** Before then. */
  until: Date | null;
}

export interface AuditPage {
  limit: number;
  cursor: string | null;
}

/** One line of the audit log, as it is shown. */
export interface AuditView {
  id: number;
  at: string;
  actor: string;
  action: string;
  target: string;
  detail: Record<string, unknown>;
  request_id: string | null;
}

/** A target without the version; the expression of an index. */
const SUBJECT = sql`split_part(${auditLog.target}, '@', 1)`;

export const onSkill = (name: string): SQL => sql`${SUBJECT} = ${`skill:${name}`}`;

/** The name of the skill that a row is about; null: it is about something else. */
export const SKILL_NAME = sql`CASE WHEN ${auditLog.target} LIKE 'skill:%' THEN substr(${SUBJECT}, 7) END`;

/** What the log calls it when a bare name is taken from the publisher that left it: another one's begins there. */
export const FREED = "skill.name_freed";

/** Each way in which a row is about an account: it did it, it was done to it, or it is the one that is meant. */
export const aboutAccount = (handle: string): SQL[] => [
  eq(auditLog.actor, handle),
  // As it stands: what is done to an address yet without an account has that one's name before the @.
  eq(auditLog.target, `account:${handle}`),
  sql`${auditLog.detail} ? 'account' AND ${auditLog.detail} ->> 'account' = ${handle}`,
];

/** @returns what a row has to fulfil; several are all of them */
export function conditionsOf(filters: Omit<AuditFilters, "account">): SQL[] {
  const { actor, action, target, skill, publisher, requestId, since, until } = filters;
  return [
    actor === null ? null : eq(auditLog.actor, actor),
    action === null ? null : ofKind(action),
    target === null ? null : eq(auditLog.target, /^[a-z]+:/.test(target) ? target : `skill:${target}`),
    skill === null ? null : onSkill(skill),
    publisher === null ? null : ofPublisher(publisher),
    requestId === null ? null : eq(auditLog.requestId, requestId),
    since === null ? null : gte(auditLog.at, since),
    until === null ? null : lt(auditLog.at, until),
  ].filter((each) => each !== null && each !== undefined);
}

const ofKind = (action: string): SQL =>
  action.endsWith(".*")
    ? like(auditLog.action, `${action.slice(0, -1).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
    : eq(auditLog.action, action);

const ofPublisher = (handle: string): SQL | undefined =>
  or(
    eq(auditLog.target, `publisher:${handle}`),
    sql`${SUBJECT} IN (SELECT 'skill:' || ${skills.name} FROM ${skills}
      JOIN ${publishers} ON ${publishers.id} = ${skills.publisherId} WHERE ${publishers.handle} = ${handle})`,
  );

/**
 * A page of the log, newest first.
 * @param ways a row has to fulfil one of them: each is found by its own index, so that a page costs as many rows as it has
 * @param only and all of these
 * @param fullFrom rows with a lower id are shown without their `detail`
 * @throws RegistryError `invalid_request` for a cursor that is none
 */
export async function auditPage(
  ctx: ReadCtx,
  { ways, only, page, fullFrom = 0 }: { ways: SQL[]; only: SQL[]; page: AuditPage; fullFrom?: number },
): Promise<{ items: AuditView[]; next_cursor: string | null }> {
  const [before] = readCursor(page.cursor, "audit", ["number"]) ?? [];
  const within = and(...only, typeof before === "number" ? lt(auditLog.id, before) : undefined);
  const most = page.limit + 1;
  const found = ways.map((way) =>
    ctx.db.select({ id: auditLog.id }).from(auditLog).where(and(way, within)).orderBy(desc(auditLog.id)).limit(most),
  );
  const rows = await ctx.db
    .select()
    .from(auditLog)
    .where(found.length === 0 ? within : inArray(auditLog.id, sql`(${sql.join(found, sql` UNION `)})`))
    .orderBy(desc(auditLog.id))
    .limit(most);
  const shown = rows.slice(0, page.limit);
  const last = rows.length > page.limit ? shown.at(-1) : undefined;
  const items = await viewRows(ctx, shown, fullFrom);
  return { items, next_cursor: last ? writeCursor("audit", [last.id]) : null };
}

type AuditRow = typeof auditLog.$inferSelect;

/** As they are shown to whoever asks: what a deprecation names as its replacement only where they may see that skill now (Q4). */
async function viewRows(ctx: ReadCtx, rows: readonly AuditRow[], fullFrom: number): Promise<AuditView[]> {
  const names = rows.map(({ detail }) => detail["replacement"]).filter((name) => typeof name === "string");
  const isSeen = and(inArray(skills.name, names), readable(ctx));
  const seen = names.length === 0 ? [] : await ctx.db.select({ name: skills.name }).from(skills).where(isSeen);
  return rows.map((row) => {
    const { replacement } = row.detail;
    const isKept = typeof replacement === "string" && seen.every(({ name }) => name !== replacement);
    const detail = isKept ? { ...row.detail, replacement: null } : row.detail;
    return viewRow(row, row.id < fullFrom ? {} : detail);
  });
}

const viewRow = (row: AuditRow, detail: AuditView["detail"]): AuditView => ({
  id: row.id,
  at: row.at.toISOString(),
  actor: row.actor,
  action: row.action,
  target: row.target,
  detail,
  request_id: row.requestId,
});
