import type { Verdict, Tier } from "@gaia/policy";
import { publishers, skills, versions } from "@gaia/db";

/** The columns a row of a list is made from: short ones only, no manifest, no README. */
export const SUMMARY_COLUMNS = {
  id: skills.id,
  name: skills.name,
  downloads: skills.downloads,
  createdAt: skills.createdAt,
  updatedAt: skills.updatedAt,
  publisher: publishers.handle,
  version: versions.version,
  displayName: versions.displayName,
  description: versions.description,
  tier: versions.tier,
  verdict: versions.verdict,
  format: versions.format,
  tags: versions.tags,
  permissionLevels: versions.permissionLevels,
  permissionsDeclared: versions.permissionsDeclared,
};

export interface SummaryRow {
  id: number;
  name: string;
  downloads: number;
  createdAt: Date;
  updatedAt: Date;
  publisher: string;
  version: string;
  displayName: string;
  description: string;
  tier: Tier;
  verdict: Verdict | null;
  format: string;
  tags: string[];
  permissionLevels: string[];
  permissionsDeclared: boolean;
}

/** `SkillSummary` of contract §3. */
export function toSummary(row: SummaryRow) {
  return {
    name: row.name,
    display_name: row.displayName,
    description: row.description,
    publisher: row.publisher,
    latest_version: row.version,
    security_tier: row.tier,
    verdict: row.verdict,
    // The column was written from a CanonicalSkill.
    format: row.format,
    tags: row.tags,
    permissions: row.permissionLevels,
    permissions_declared: row.permissionsDeclared,
    downloads: row.downloads,
    rating: { average: null, count: 0 },
    updated_at: row.updatedAt.toISOString(),
  };
}

export type SkillSummaryView = ReturnType<typeof toSummary>;
