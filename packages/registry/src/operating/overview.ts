import { ensureMay, readable } from "@gaia/catalog";
import {
  accounts,
  type Db,
  holdContests,
  importedVersions,
  mirrors,
  promotions,
  publishers,
  reports,
  rescans,
  signerChanges,
  signUpInvitations,
  skills,
  versions,
} from "@gaia/db";
import { and, count, eq, isNotNull, isNull, min, ne, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Ctx } from "../kernel/context.ts";

/** What waits for an admin: how many, and since when the oldest of them. */
interface Waiting {
  what: "held" | "contests" | "promotions" | "reports" | "appeals" | "rescans" | "signers";
  count: number;
  oldest: string | null;
}

/** What was made of a registry so far, as far as its rows say it. */
interface Begun {
  admins: number;
  people: number;
  invitations: number;
  organisations: number;
  /** Versions that came by a bundle, and mirrors. */
  imported: number;
  /** Versions that a workflow published. */
  by_workflow: number;
}

/**
 * What waits for an admin, each kind in the order of its queue, and what was begun.
 * @throws RegistryError `unauthorized`, `forbidden`
 */
export async function getOverview(ctx: Ctx): Promise<{ waiting: Waiting[]; begun: Begun }> {
  ensureMay(ctx, "getOverview");
  const { db } = ctx;
  const [waiting, begun] = await Promise.all([findWaiting(ctx), countBegun(db)]);
  return { waiting, begun };
}

async function findWaiting(ctx: Ctx): Promise<Waiting[]> {
  const { db } = ctx;
  const ofVersions = async (what: Waiting["what"], since: PgColumn, where: SQL | undefined) => {
    const [row] = await db
      .select({ count: count(), oldest: min(since) })
      .from(versions)
      .innerJoin(skills, eq(skills.id, versions.skillId))
      .innerJoin(publishers, eq(publishers.id, skills.publisherId))
      .leftJoin(
        holdContests,
        and(eq(holdContests.versionId, versions.id), eq(holdContests.publisherId, skills.publisherId)),
      )
      .leftJoin(signerChanges, eq(signerChanges.versionId, versions.id))
      .where(and(where, readable(ctx)));
    return toWaiting(what, row);
  };
  const { createdAt, status, appealedAt, appealStatus } = reports;
  const isHeld = isNotNull(versions.heldSince);
  return Promise.all([
    ofVersions("held", versions.heldSince, isHeld),
    ofVersions("contests", holdContests.createdAt, and(isHeld, eq(holdContests.status, "open"))),
    ofRows(db, "promotions", promotions.requestedAt, eq(promotions.status, "pending")),
    ofRows(db, "reports", createdAt, eq(status, "open")),
    ofRows(db, "appeals", appealedAt, eq(appealStatus, "pending")),
    ofRows(db, "rescans", rescans.pausedAt, eq(rescans.status, "paused")),
    ofVersions(
      "signers",
      signerChanges.createdAt,
      and(eq(signerChanges.status, "pending"), ne(versions.status, "purged")),
    ),
  ]);
}

async function ofRows(db: Db, what: Waiting["what"], since: PgColumn, where: SQL): Promise<Waiting> {
  const [row] = await db
    .select({ count: count(), oldest: min(since) })
    .from(since.table)
    .where(where);
  return toWaiting(what, row);
}

const toWaiting = (what: Waiting["what"], row: { count: number; oldest: unknown } | undefined): Waiting => ({
  what,
  count: row?.count ?? 0,
  oldest: row?.oldest instanceof Date ? row.oldest.toISOString() : null,
});

async function countBegun(db: Db): Promise<Begun> {
  const isLive = isNull(accounts.disabledAt);
  const [admins, people, invitations, organisations, bundled, mirrored, byWorkflow] = await Promise.all([
    db.$count(accounts, and(isLive, eq(accounts.role, "admin"))),
    db.$count(accounts, and(isLive, isNotNull(accounts.authUserId))),
    db.$count(signUpInvitations),
    db.$count(publishers, eq(publishers.kind, "organisation")),
    db.$count(importedVersions),
    db.$count(mirrors),
    db.$count(versions, isNotNull(versions.publishedVia)),
  ]);
  return { admins, people, invitations, organisations, imported: bundled + mirrored, by_workflow: byWorkflow };
}
