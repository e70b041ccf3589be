import { readBlob } from "@gaia/catalog";
import { readArchive } from "@gaia/archive";
import { artifacts, publishers, skills, versions } from "@gaia/db";
import { and, eq } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import type { Subject } from "./inspector.ts";

/** What is inspected: the row, and the files as they are stored. */
export async function readSubject(ctx: Ctx, versionId: number): Promise<Subject> {
  const [row] = await ctx.db
    .select({
      skillId: versions.skillId,
      name: skills.name,
      version: versions.version,
      publisher: versions.releasedAs,
      publisherId: publishers.id,
      receivedAt: versions.receivedAt,
      manifest: versions.manifest,
      sha256: artifacts.sha256,
    })
    .from(versions)
    .innerJoin(skills, eq(skills.id, versions.skillId))
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .innerJoin(artifacts, and(eq(artifacts.versionId, versions.id), eq(artifacts.kind, "zip")))
    .where(eq(versions.id, versionId));
  if (!row) throw new Error(`version ${versionId} has no archive`);
  const { sha256, manifest, ...named } = row;
  const { files } = readArchive(await readBlob(ctx, sha256), ctx.limits);
  // The column holds what `readSkill` gave.
  return { versionId, ...named, manifest, files };
}
