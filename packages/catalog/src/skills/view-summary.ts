import type { Verdict, Tier, Visibility } from "@gaia/policy";
import { publishers, skills, versions } from "@gaia/db";
import { sql } from "drizzle-orm";
import { isPrerelease } from "../kernel/sort-key.ts";
import { contextTokens } from "../versions/context-tokens.ts";
import type { PlainInstall } from "../versions/plain-install.ts";

/** Looked for only where it may not be the shown one: what is held is experimental, too. A prerelease has a hyphen before its build. */
const OTHER_INSTALL = sql<PlainInstall | null>`CASE
  WHEN ${versions.tier} = 'experimental' OR ${versions.id} <> ${skills.latestVersionId} THEN
  (SELECT json_build_object('version', v.version, 'security_tier', v.tier) FROM versions v
    WHERE v.skill_id = ${skills.id} AND v.status = 'published' AND v.tier <> 'experimental' AND NOT v.held
      AND split_part(v.version, '+', 1) NOT LIKE '%-%' ORDER BY v.sort_key DESC LIMIT 1) END`;

/** Null: it is the one that is shown. */
const OTHER_LATEST = sql<string | null>`CASE WHEN ${versions.id} <> ${skills.latestVersionId} THEN
  (SELECT v.version FROM versions v WHERE v.id = ${skills.latestVersionId}) END`;

/** The columns a row of a list is made from: short ones only, no manifest, no README. */
export const SUMMARY_COLUMNS = {
  id: skills.id,
  name: skills.name,
  downloads: skills.downloads,
  ratingSum: skills.ratingSum,
  ratingCount: skills.ratingCount,
  createdAt: skills.createdAt,
  updatedAt: skills.updatedAt,
  publisher: publishers.handle,
  version: versions.version,
  displayName: versions.displayName,
  description: versions.description,
  tier: versions.tier,
  verdict: versions.verdict,
  held: versions.held,
  format: versions.format,
  tags: versions.tags,
  permissionLevels: versions.permissionLevels,
  permissionsDeclared: versions.permissionsDeclared,
  deprecatedAt: versions.deprecatedAt,
  visibility: skills.visibility,
  rising: skills.rising,
  contextAlways: versions.contextAlways,
  contextUsed: versions.contextUsed,
  contextMost: versions.contextMost,
  otherLatest: OTHER_LATEST,
  otherInstall: OTHER_INSTALL,
};

export interface SummaryRow {
  id: number;
  name: string;
  downloads: number;
  ratingSum: number;
  ratingCount: number;
  createdAt: Date;
  updatedAt: Date;
  publisher: string;
  version: string;
  displayName: string;
  description: string;
  tier: Tier;
  verdict: Verdict | null;
  held: boolean;
  format: string;
  tags: string[];
  permissionLevels: string[];
  permissionsDeclared: boolean;
  deprecatedAt: Date | null;
  visibility: Visibility;
  rising: number;
  contextAlways: number | null;
  contextUsed: number | null;
  contextMost: number | null;
  otherLatest: string | null;
  otherInstall: PlainInstall | null;
}

/** `SkillSummary` of docs/openapi.json. */
export function toSummary(row: SummaryRow) {
  return {
    name: row.name,
    display_name: row.displayName,
    description: row.description,
    publisher: row.publisher,
    version: row.version,
    latest_version: row.otherLatest ?? row.version,
    security_tier: row.tier,
    install: plainInstallOf(row),
    verdict: row.verdict,
    held: row.held,
    // The column was written from a CanonicalSkill.
    format: row.format,
    tags: row.tags,
    permissions: row.permissionLevels,
    permissions_declared: row.permissionsDeclared,
    downloads: row.downloads,
    rising: row.rising === 0 ? null : row.rising / 1_000,
    rating: viewRating(row),
    deprecated: row.deprecatedAt !== null,
    updated_at: row.updatedAt.toISOString(),
    visibility: row.visibility,
    context_tokens: contextTokens(row),
  };
}

/** `rating` of the API: the mean of the reviews that count, to two decimals. */
export const viewRating = ({ ratingSum, ratingCount }: { ratingSum: number; ratingCount: number }) => ({
  average: ratingCount === 0 ? null : Math.round((ratingSum / ratingCount) * 100) / 100,
  count: ratingCount,
});

function plainInstallOf({ version, tier, otherLatest, otherInstall }: SummaryRow): PlainInstall | null {
  if (tier === "experimental" || otherLatest !== null) return otherInstall;
  // Listed only where there is no stable one.
  return isPrerelease(version) ? null : { version, security_tier: tier };
}

export type SkillSummaryView = ReturnType<typeof toSummary>;
