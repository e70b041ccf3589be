import { findings, inspections, versions } from "@gaia/db";
import { describeSkill, type SkillDescription } from "@gaia/manifest";
import type { Verdict } from "@gaia/policy";
import { eq, inArray, sql } from "drizzle-orm";
import type { ReadCtx } from "../kernel/context.ts";

/** What lists of another client's protocol say of a version, beside whether it is served. */
export interface DescribedVersion {
  description: SkillDescription;
  /** Programs and tools of the host that it asks for, by name. */
  hostTools: string[];
  sizeBytes: number;
  publishedAt: Date | null;
  /** The inspection that counts. */
  inspection: { verdict: Verdict | null; finishedAt: Date | null; findings: number } | null;
}

/** What the manifests and inspections of these versions say, by id. Who may see them was asked by whoever has their ids. */
export async function describeVersions(
  ctx: Pick<ReadCtx, "db">,
  ids: readonly number[],
): Promise<Map<number, DescribedVersion>> {
  if (ids.length === 0) return new Map();
  const { id, manifest, sizeBytes, publishedAt } = versions;
  const rows = await ctx.db
    .select({
      id,
      manifest,
      sizeBytes,
      publishedAt,
      inspectionId: inspections.id,
      verdict: inspections.verdict,
      finishedAt: inspections.finishedAt,
      findings: sql<number>`(SELECT count(*)::int FROM ${findings} WHERE ${findings.inspectionId} = ${inspections.id})`,
    })
    .from(versions)
    .leftJoin(inspections, eq(inspections.id, versions.inspectionId))
    .where(inArray(id, [...ids]));
  return new Map(
    rows.map(({ id: versionId, manifest: skill, inspectionId, verdict, finishedAt, findings: count, ...row }) => [
      versionId,
      {
        ...row,
        description: describeSkill(skill),
        hostTools: skill.requires.tools.map(({ value }) => value),
        inspection: inspectionId === null ? null : { verdict, finishedAt, findings: count },
      },
    ]),
  );
}
