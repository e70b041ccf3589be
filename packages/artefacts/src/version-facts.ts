import { type Db, publishers, signerChanges, skills, versions } from "@gaia/db";
import type { SourceFormat } from "@gaia/manifest";
import type { Servable } from "@gaia/policy";
import { and, desc, eq, exists, type SQL, sql } from "drizzle-orm";

/** A version as the table of what is served judges it, but for who asks, and what a protocol says of it. */
export interface VersionFacts extends Omit<Servable, "isReached"> {
  versionId: number;
  skillId: number;
  name: string;
  version: string;
  /** The handle that it was released under, whoever owns the skill now. */
  publisher: string;
  format: SourceFormat;
  permissionsDeclared: boolean;
  contentDigest: string;
  releaseDigest: string;
  /** Whose the skill is now. */
  owner: string;
  publishedAt: Date | null;
}

/**
 * What the versions under this condition on `skills` and `versions` are now, the highest first. It asks for nobody: whoever looks for
 * somebody has `readable` in the condition. `areHeldStill`: until the transaction of `db` ends, nothing moves them or who may see them.
 */
export async function findFacts(
  db: Db,
  input: { where: SQL | undefined; areHeldStill?: boolean },
): Promise<VersionFacts[]> {
  const { permissionsDeclared } = versions;
  const { id, releasedAs, held, version, format, status, verdict, tier, contentDigest, releaseDigest } = versions;
  const pending = and(eq(signerChanges.versionId, id), eq(signerChanges.status, "pending"));
  const query = db
    .select({
      versionId: id,
      skillId: skills.id,
      name: skills.name,
      publisher: releasedAs,
      visibility: skills.visibility,
      isSignerHeld: sql<boolean>`${exists(db.select({ id: signerChanges.versionId }).from(signerChanges).where(pending))}`,
      isHeld: held,
      version,
      format,
      permissionsDeclared,
      status,
      verdict,
      tier,
      contentDigest,
      releaseDigest,
      owner: publishers.handle,
      publishedAt: versions.publishedAt,
    })
    .from(versions)
    .innerJoin(skills, eq(skills.id, versions.skillId))
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .where(input.where)
    .orderBy(desc(versions.sortKey));
  // Whoever moves a version or changes who may see its skill takes the version's lock first.
  return await (input.areHeldStill ? query.for("share", { of: versions }) : query);
}

const CHANGING = ["status", "verdict", "isHeld", "isSignerHeld", "tier", "visibility"] as const;

/** Whether nothing has moved that decides who is given the version, or that what is made of it may say. */
export const isUnmoved = (before: VersionFacts, now: VersionFacts | undefined): boolean =>
  now !== undefined && CHANGING.every((key) => before[key] === now[key]);
