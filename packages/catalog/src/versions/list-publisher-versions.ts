import {
  downloadsDaily,
  holdContests,
  inspections,
  promotions,
  type publishers,
  signatures,
  signerChanges,
  skills,
  versions,
} from "@gaia/db";
import { and, desc, eq, getTableColumns, lt, sql } from "drizzle-orm";
import { readCursor, writeCursor } from "../kernel/cursor.ts";
import type { ReadCtx } from "../kernel/context.ts";
import { ensureMayFor } from "../kernel/may.ts";
import { readable } from "../kernel/readable.ts";
import { STANDING_FACTS, standingOf } from "./standing.ts";

/** What a publisher does next with a version, or waits for. */
export const NEXT_STEPS = [
  "wait-for-scan",
  "approve",
  "contest-hold",
  "wait-for-admin",
  "publish-anew",
  "confirm-signer",
  "declare-permissions",
  "sign",
  "ask-for-audit",
  "wait-for-audit",
] as const;

type NextStep = (typeof NEXT_STEPS)[number];

const PROMOTION = sql<{ status: "pending" | "rejected"; reason: string | null } | null>`(
  SELECT json_build_object('status', p.status, 'reason', p.reason) FROM ${promotions} p
  WHERE p.version_id = ${versions.id} AND p.status IN ('pending', 'rejected') ORDER BY p.requested_at DESC LIMIT 1)`;

/** The rows of a publisher's versions, whatever state they are in, newest first. */
const selectRows = (ctx: ReadCtx, publisher: typeof publishers.$inferSelect) =>
  ctx.db
    .select({
      version: getTableColumns(versions),
      name: skills.name,
      facts: STANDING_FACTS,
      verdictReason: inspections.reason,
      contest: holdContests.status,
      isSigned: sql<boolean>`EXISTS (SELECT 1 FROM ${signatures} s
        WHERE s.version_id = ${versions.id} AND s.status = 'valid')`,
      isSignerPending: sql<boolean>`EXISTS (SELECT 1 FROM ${signerChanges} c
        WHERE c.version_id = ${versions.id} AND c.status = 'pending')`,
      promotion: PROMOTION,
      downloads: sql<number>`(SELECT coalesce(sum(d.count), 0)::int FROM ${downloadsDaily} d
        WHERE d.version_id = ${versions.id})`,
    })
    .from(versions)
    .innerJoin(skills, and(eq(skills.id, versions.skillId), eq(skills.publisherId, publisher.id)))
    .leftJoin(inspections, eq(inspections.id, versions.inspectionId))
    .leftJoin(
      holdContests,
      and(eq(holdContests.versionId, versions.id), eq(holdContests.publisherId, skills.publisherId)),
    );

type Row = Awaited<ReturnType<typeof selectRows>>[number];

/**
 * A publisher's versions in every state, those that its members alone see too, newest first: where each stands, and what to do next.
 * @throws RegistryError `unauthorized`, `forbidden`, `not_found`, `invalid_request` for a cursor that is not ours
 */
export async function listPublisherVersions(
  ctx: ReadCtx,
  input: { handle: string; limit: number; cursor: string | null },
) {
  const { publisher } = await ensureMayFor(ctx, "listPublisherVersions", input);
  const [before] = readCursor(input.cursor, "publisher-versions", ["number"]) ?? [];
  const rows = await selectRows(ctx, publisher)
    .where(and(readable(ctx), typeof before === "number" ? lt(versions.id, before) : undefined))
    .orderBy(desc(versions.id))
    .limit(input.limit + 1);
  const page = rows.slice(0, input.limit);
  const last = rows.length > input.limit ? page.at(-1) : undefined;
  return {
    items: page.map(toItem),
    next_cursor: last ? writeCursor("publisher-versions", [last.version.id]) : null,
  };
}

const toItem = (row: Row) => ({
  name: row.name,
  version: row.version.version,
  standing: standingOf(row.version, row.facts, row.verdictReason),
  verdict: row.version.verdict,
  content_digest: row.version.contentDigest,
  is_signed: row.isSigned,
  downloads: row.downloads,
  contest: row.contest,
  promotion: row.promotion,
  next: nextOf(row),
  received_at: row.version.receivedAt.toISOString(),
});

function nextOf(row: Row): NextStep[] {
  const { version } = row;
  switch (version.status) {
    case "received":
    case "inspecting":
      return ["wait-for-scan"];
    case "staged":
      return ["approve"];
    case "quarantined":
      return version.quarantinedBy === "scan" ? afterHold(row.contest) : ["publish-anew"];
    case "published":
      if (version.held) return afterHold(row.contest);
      return row.isSignerPending ? ["confirm-signer"] : towardsTier(row);
    case "yanked":
    case "purged":
      return [];
  }
}

function afterHold(contest: Row["contest"]): NextStep[] {
  if (contest === null) return ["contest-hold", "publish-anew"];
  return contest === "open" ? ["wait-for-admin"] : ["publish-anew"];
}

function towardsTier({ version, isSigned, promotion }: Row): NextStep[] {
  if (promotion?.status === "pending") return ["wait-for-audit"];
  // No signature raises what declares nothing (`communityObstacles`), and the manifest of a version never changes.
  if (version.tier === "experimental" && !version.permissionsDeclared) return ["declare-permissions"];
  if (version.tier === "experimental" && !isSigned) return ["sign"];
  return version.tier === "community" ? ["ask-for-audit"] : [];
}
