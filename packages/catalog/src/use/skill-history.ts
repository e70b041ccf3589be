import { auditLog, versions } from "@gaia/db";
import { TOLD_STATUSES } from "@gaia/policy";
import { and, desc, eq, gt, inArray, max, sql } from "drizzle-orm";
import { FREED, onSkill } from "../audit/audit-rows.ts";
import { type Decider, deciderOf } from "../audit/decider.ts";
import type { ReadCtx } from "../kernel/context.ts";
import { ensureVisibleSkill } from "../kernel/find-skill.ts";

/** What may happen to a version that everybody is told. */
export const HISTORY_EVENTS = ["publish", "tier", "yank", "unyank", "quarantine", "release", "purge"] as const;

type HistoryEvent = (typeof HISTORY_EVENTS)[number];

const OF_ACTION: Partial<Record<string, HistoryEvent>> = {
  "version.tier": "tier",
  "version.yank": "yank",
  "version.unyank": "unyank",
  "version.quarantine": "quarantine",
  "version.rescanned": "quarantine",
  "version.release": "release",
  "version.purge": "purge",
};

interface Event {
  at: string;
  version: string;
  event: HistoryEvent;
  /** Of a change of tier; null otherwise. */
  from: string | null;
  to: string | null;
  by: Decider;
  reason: string | null;
}

/**
 * What happened to a skill's versions that everybody is told, newest first: releases, tiers, and what was taken back or withheld. By role:
 * who did it is in the audit log, which its publisher and admins read.
 * @throws RegistryError `not_found`, `purged`
 */
export async function getSkillHistory(ctx: ReadCtx, { name, limit }: { name: string; limit: number }) {
  const { skill } = await ensureVisibleSkill(ctx, name);
  const released = await ctx.db
    .select({ version: versions.version, publishedAt: versions.publishedAt })
    .from(versions)
    .where(and(eq(versions.skillId, skill.id), inArray(versions.status, [...TOLD_STATUSES])));
  const told = new Set(released.map(({ version }) => version));
  const decided = (await decisionsOn(ctx, name, limit)).filter(({ version }) => told.has(version));
  const published = released.flatMap(({ version, publishedAt }): Event[] =>
    publishedAt === null
      ? []
      : [
          {
            at: publishedAt.toISOString(),
            version,
            event: "publish",
            from: null,
            to: null,
            by: "publisher",
            reason: null,
          },
        ],
  );
  // Of one moment a release comes first, so it stands last.
  const items = [...decided, ...published].toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
  return { name, items: items.slice(0, limit) };
}

async function decisionsOn(ctx: ReadCtx, name: string, limit: number): Promise<Event[]> {
  // What befell the name while another publisher had staged under it is no part of this skill.
  const [freed] = await ctx.db
    .select({ id: max(auditLog.id) })
    .from(auditLog)
    .where(and(onSkill(name), eq(auditLog.action, FREED)));
  const rows = await ctx.db
    .select({
      at: auditLog.at,
      action: auditLog.action,
      version: sql<string>`split_part(${auditLog.target}, '@', 2)`,
      detail: auditLog.detail,
      by: sql<Decider>`CASE WHEN ${auditLog.action} IN ('version.yank', 'version.unyank') THEN 'publisher'
        ELSE ${deciderOf(auditLog.actor)} END`,
    })
    .from(auditLog)
    .where(and(onSkill(name), inArray(auditLog.action, Object.keys(OF_ACTION)), gt(auditLog.id, freed?.id ?? 0)))
    .orderBy(desc(auditLog.id))
    .limit(limit * 2);
  return rows.flatMap(({ at, action, version, detail, by }) => {
    const event = OF_ACTION[action];
    if (event === undefined || version === "") return [];
    // A re-scan is told where it withheld the version, and no other time.
    if (action === "version.rescanned" && detail["to"] !== "quarantined") return [];
    const isTier = event === "tier";
    const [from, to] = [textOf(detail["from"]), textOf(detail["to"])];
    const reason = REASONED.has(event) || (isTier && isFall(from, to)) ? textOf(detail["reason"]) : null;
    return [{ at: at.toISOString(), version, event, from: isTier ? from : null, to: isTier ? to : null, by, reason }];
  });
}

/** Whose reason is everybody's to read: it stands on the version, or in its statement. */
const REASONED: ReadonlySet<HistoryEvent> = new Set(["yank", "quarantine", "purge"]);

const isFall = (from: string | null, to: string | null): boolean => to === "experimental" || from === "verified";

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
