import { SERVED_STATUSES } from "@gaia/policy";
import { artifacts, skills, versions } from "@gaia/db";
import { and, eq, inArray } from "drizzle-orm";
import { readable } from "../kernel/readable.ts";
import { RegistryError } from "../kernel/errors.ts";
import type { ReadCtx } from "../kernel/context.ts";

/**
 * Which archive the digest (SHA-256, hex) names, if this actor may download a version that has it (docs/TRUST.md).
 * @throws RegistryError `not_found`
 */
export async function findBlob(ctx: ReadCtx, input: { sha256: string }): Promise<{ archive: "zip" | "tgz" }> {
  const [row] = await ctx.db
    .select({ archive: artifacts.kind })
    .from(artifacts)
    .innerJoin(versions, eq(versions.id, artifacts.versionId))
    .innerJoin(skills, eq(skills.id, versions.skillId))
    .where(and(eq(artifacts.sha256, input.sha256), inArray(versions.status, SERVED_STATUSES), readable(ctx)))
    .limit(1);
  if (!row) throw new RegistryError("not_found", "No public package has this digest.");
  return row;
}
