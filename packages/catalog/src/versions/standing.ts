import { accounts, auditLog, inspections, promotions, skills, versions } from "@gaia/db";
import { compareTiers, firstReason, type Tier, TIERS } from "@gaia/policy";
import { sql } from "drizzle-orm";
import { type Decider, deciderOf } from "../audit/decider.ts";
import type { VersionRow } from "../kernel/find-version.ts";
import { optionsFor } from "./plain-install.ts";

/** What state a version is in, as a person would name it; `held` is published, but no install takes it without an option. */
export const STANDING_STATES = [
  "inspecting",
  "staged",
  "published",
  "held",
  "yanked",
  "quarantined",
  "purged",
] as const;

type StandingState = (typeof STANDING_STATES)[number];

/** Who stands behind a tier. */
export const BACKERS = ["auditor", "publisher", "author"] as const;

/** Rows that a standing is read from. Times as the database writes them. */
export interface StandingFacts {
  /** The newest decision that led to its state, where one did. */
  movedAt: string | null;
  inspectedAt: string | null;
  /** Changes of its tier, newest first. */
  tiers: { at: string; by: Decider; from: string; to: string; reason: string | null }[];
  /** Who audited it last; `by` is null where that account was deleted. */
  audit: { by: string | null; at: string } | null;
}

/** SQL for the `StandingFacts` of the row's version; within the statement that reads the row. */
export const STANDING_FACTS = sql<StandingFacts>`json_build_object(
  'movedAt', (SELECT l.at FROM ${auditLog} l WHERE l.target = 'skill:' || ${skills.name} || '@' || ${versions.version}
    AND (${versions.status} = 'yanked' AND l.action = 'version.yank'
      OR ${versions.status} = 'quarantined' AND (l.action IN ('version.quarantine', 'version.inspected')
        OR l.action = 'version.rescanned' AND l.detail->>'to' = 'quarantined'))
    ORDER BY l.id DESC LIMIT 1),
  'inspectedAt', (SELECT i.finished_at FROM ${inspections} i WHERE i.id = ${versions.inspectionId}),
  'tiers', (SELECT coalesce(json_agg(json_build_object('at', t.at, 'from', t.detail->>'from', 'to', t.detail->>'to',
      'reason', t.detail->>'reason', 'by', ${deciderOf(sql`t.actor`)}) ORDER BY t.id DESC), '[]')
    FROM (SELECT l.id, l.at, l.actor, l.detail FROM ${auditLog} l
      WHERE l.target = 'skill:' || ${skills.name} || '@' || ${versions.version} AND l.action = 'version.tier'
      ORDER BY l.id DESC LIMIT 20) t),
  'audit', (SELECT json_build_object('by', CASE WHEN a.deleted_at IS NULL THEN a.handle END, 'at', p.decided_at)
    FROM ${promotions} p LEFT JOIN ${accounts} a ON a.id = p.decided_by
    WHERE p.version_id = ${versions.id} AND p.status = 'approved' ORDER BY p.decided_at DESC LIMIT 1))`;

/**
 * What state a version is in, since when, by whom and why; its tier with who stands behind it, and where it fell. Pages, the API and
 * clients ask this alone. `verdictReason` is that of the inspection that counts.
 */
export function standingOf(version: VersionRow, facts: StandingFacts, verdictReason: string | null) {
  return {
    ...stateOf(version, facts, verdictReason),
    tier: { security_tier: version.tier, since: tierSince(version, facts), ...backerOf(version, facts) },
    fell: fallOf(version.tier, facts),
    install_options: optionsFor(version),
  };
}

/** The same word for a row of a list, where no more is known of it. */
export const standingState = ({ status, held }: Pick<VersionRow, "status" | "held">): StandingState => {
  if (status === "received" || status === "inspecting") return "inspecting";
  return status === "published" && held ? "held" : status;
};

interface State {
  state: StandingState;
  since: string | null;
  by: Decider | null;
  reason: string | null;
}

function stateOf(version: VersionRow, facts: StandingFacts, verdictReason: string | null): State {
  const { status, statusReason: reason } = version;
  const moved = iso(facts.movedAt ?? version.changedAt);
  switch (status) {
    case "received":
    case "inspecting":
      return { state: "inspecting", since: iso(version.receivedAt), by: null, reason: null };
    case "staged":
      return { state: status, since: iso(facts.inspectedAt), by: "publisher", reason: null };
    case "yanked":
      // An admin takes no version out of lists: they withhold it, or demote it.
      return { state: status, since: moved, by: "publisher", reason };
    case "quarantined":
      return { state: status, since: moved, by: version.quarantinedBy === "scan" ? "registry" : "admin", reason };
    case "purged":
      return { state: status, since: moved, by: null, reason };
    case "published":
      return version.held
        ? {
            state: "held",
            since: iso(version.heldSince ?? version.publishedAt),
            by: "registry",
            reason: verdictReason === null ? null : firstReason(verdictReason),
          }
        : { state: status, since: iso(version.publishedAt), by: null, reason: null };
  }
}

const tierSince = (version: VersionRow, { tiers, audit }: StandingFacts): string | null =>
  iso(
    tiers.find(({ to }) => to === version.tier)?.at ??
      (version.tier === "verified" ? audit?.at : null) ??
      version.publishedAt,
  );

function backerOf({ tier, releasedAs }: VersionRow, { audit }: StandingFacts) {
  if (tier === "verified") return { behind: "auditor" as const, name: audit?.by ?? null };
  return tier === "community"
    ? { behind: "publisher" as const, name: releasedAs }
    : { behind: "author" as const, name: releasedAs };
}

/** The last fall that nothing has undone: the tier from which it fell is still higher than what it has. */
function fallOf(tier: Tier, { tiers }: StandingFacts) {
  for (const { from: before, to, at, by, reason } of tiers) {
    const [from, after] = [toTier(before), toTier(to)];
    if (from === undefined || after === undefined || compareTiers(after, from) >= 0) continue;
    return compareTiers(tier, from) < 0 ? { from, to: after, at: iso(at), by, reason } : null;
  }
  return null;
}

const toTier = (word: string): Tier | undefined => TIERS.find((tier) => tier === word);

const iso = (at: string | Date | null | undefined): string | null => (at ? new Date(at).toISOString() : null);
