import { type Db, findings, holdContests, inspections, publishers, skills, versions } from "@gaia/db";
import { refusalOf, SEVERITIES } from "@gaia/policy";
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, ne, or, sql } from "drizzle-orm";
import { readCursor, writeCursor } from "../kernel/cursor.ts";
import { ensureMay } from "../kernel/may.ts";
import { readable } from "../kernel/readable.ts";
import type { ReadCtx } from "../kernel/context.ts";

/** So many findings of each are shown. */
const LEADING = 3;

/** `HeldVersion` of the API: a version that waits for an admin. */
type HeldVersionView = ReturnType<typeof toHeld>;

const selectHeld = (db: Db) =>
  db
    .select({
      id: versions.id,
      name: skills.name,
      version: versions.version,
      publisher: publishers.handle,
      status: versions.status,
      verdict: versions.verdict,
      since: versions.heldSince,
      inspectionId: versions.inspectionId,
      reason: inspections.reason,
      contest: holdContests,
    })
    .from(versions)
    .innerJoin(skills, eq(skills.id, versions.skillId))
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .leftJoin(inspections, eq(inspections.id, versions.inspectionId))
    // The word of whoever has the skill now.
    .leftJoin(
      holdContests,
      and(eq(holdContests.versionId, versions.id), eq(holdContests.publisherId, skills.publisherId)),
    )
    .$dynamic();

type Row = Awaited<ReturnType<typeof selectHeld>>[number];

const toHeld = (ctx: ReadCtx, row: Row, found: Found) => ({
  name: row.name,
  version: row.version,
  publisher: row.publisher,
  state: row.status === "quarantined" ? ("quarantined" as const) : ("held" as const),
  verdict: row.verdict,
  reason: row.reason ?? "",
  since: row.since?.toISOString() ?? "",
  inspection_id: row.inspectionId,
  contest: row.contest && {
    status: row.contest.status,
    reason: row.contest.reason,
    contested_at: row.contest.createdAt.toISOString(),
    answer: row.contest.answer,
  },
  cannot_decide: refusalOf("clearVersion", ctx.actor, { publisher: row.publisher, skill: row.name })?.reason ?? null,
  rules: found.rules.get(row.inspectionId ?? "") ?? [],
  findings: (found.leading.get(row.inspectionId ?? "") ?? []).map(({ rule, severity, file, line, message }) => ({
    rule,
    severity,
    file,
    line,
    message,
  })),
});

/**
 * What waits for an admin, longest first: what is held for review while it is published, and what a scan withholds.
 * @throws RegistryError `unauthorized`, `forbidden`, `invalid_request` for a cursor that is not ours
 */
export async function listHeld(
  ctx: ReadCtx,
  input: { publisher: string | null; contested: boolean | null; limit: number; cursor: string | null },
): Promise<{ items: HeldVersionView[]; next_cursor: string | null }> {
  ensureMay(ctx, "listHeld");
  const { heldSince, id } = versions;
  const [at, after] = readCursor(input.cursor, "held", ["date", "number"]) ?? [];
  const rows = await selectHeld(ctx.db)
    .where(
      and(
        isNotNull(heldSince),
        readable(ctx),
        input.contested === null ? undefined : isContested(input.contested),
        input.publisher === null ? undefined : eq(publishers.handle, input.publisher),
        at instanceof Date && typeof after === "number"
          ? or(gt(heldSince, at), and(eq(heldSince, at), gt(id, after)))
          : undefined,
      ),
    )
    .orderBy(asc(heldSince), asc(id))
    .limit(input.limit + 1);
  const page = rows.slice(0, input.limit);
  const found = { leading: await leadingFindings(ctx.db, page), rules: await rulesOf(ctx.db, page) };
  const last = rows.length > input.limit ? page.at(-1) : undefined;
  return {
    items: page.map((row) => toHeld(ctx, row, found)),
    next_cursor: last?.since ? writeCursor("held", [last.since, last.id]) : null,
  };
}

/** Whether its contest waits for an answer. */
const isContested = (contested: boolean) =>
  contested ? eq(holdContests.status, "open") : or(isNull(holdContests.status), ne(holdContests.status, "open"));

interface Found {
  leading: Map<string, LeadingFinding[]>;
  rules: Map<string, string[]>;
}

type LeadingFinding = Pick<typeof findings.$inferSelect, "rule" | "severity" | "file" | "line" | "message">;

/** How bad a finding is; what is worst is what a version is held for. */
const BADNESS = sql`array_position(ARRAY[${sql.join(
  SEVERITIES.map((severity) => sql`${severity}`),
  sql`, `,
)}]::text[], ${findings.severity}::text)`;

/** The worst of each inspection, worst first. */
async function leadingFindings(db: Db, rows: readonly Row[]): Promise<Map<string, LeadingFinding[]>> {
  const ids = rows.flatMap(({ inspectionId }) => inspectionId ?? []);
  if (ids.length === 0) return new Map();
  const ranked = db
    .select({
      inspectionId: findings.inspectionId,
      rule: findings.rule,
      severity: findings.severity,
      file: findings.file,
      line: findings.line,
      message: findings.message,
      rank: sql<number>`row_number() OVER (PARTITION BY ${findings.inspectionId}
        ORDER BY ${BADNESS} DESC, ${findings.position})`.as("rank"),
    })
    .from(findings)
    .where(inArray(findings.inspectionId, ids))
    .as("ranked");
  const found = await db
    .select()
    .from(ranked)
    .where(lte(ranked.rank, LEADING))
    .orderBy(asc(ranked.inspectionId), asc(ranked.rank));
  return Map.groupBy(found, ({ inspectionId }) => inspectionId);
}

/** Every rule that an inspection found something by, once, in the order of their names. */
async function rulesOf(db: Db, rows: readonly Row[]): Promise<Map<string, string[]>> {
  const ids = rows.flatMap(({ inspectionId }) => inspectionId ?? []);
  if (ids.length === 0) return new Map();
  const found = await db
    .selectDistinct({ inspectionId: findings.inspectionId, rule: findings.rule })
    .from(findings)
    .where(inArray(findings.inspectionId, ids));
  const grouped = Map.groupBy(found, ({ inspectionId }) => inspectionId);
  return new Map([...grouped].map(([id, rules]) => [id, rules.map(({ rule }) => rule).toSorted()]));
}
