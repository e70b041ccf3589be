import { readable } from "@gaia/catalog";
import { type Db, signerChanges, skills, versions } from "@gaia/db";
import type { Servable } from "@gaia/policy";
import { and, eq, exists, sql } from "drizzle-orm";
import type { ArtefactCtx } from "./context.ts";

/** A version as the table of what is served judges it, with what never changes of it. */
export interface FoundServable extends Servable {
  versionId: number;
  name: string;
  version: string;
  publisher: string;
  contentDigest: string;
  releaseDigest: string;
}

/** What a version is now, for whoever asks; `isHeldStill`: until the transaction of `db` ends, nothing moves it or who may see it. */
export async function findServable(
  ctx: ArtefactCtx,
  input: { db: Db; versionId: number; isHeldStill: boolean },
): Promise<FoundServable | null> {
  const { db, versionId } = input;
  const { id, releasedAs, held, version, status, verdict, tier, contentDigest, releaseDigest } = versions;
  const pending = and(eq(signerChanges.versionId, id), eq(signerChanges.status, "pending"));
  const query = db
    .select({
      versionId: id,
      name: skills.name,
      publisher: releasedAs,
      visibility: skills.visibility,
      isReached: sql<boolean>`(${readable(ctx)})`,
      isSignerHeld: sql<boolean>`${exists(db.select({ id: signerChanges.versionId }).from(signerChanges).where(pending))}`,
      isHeld: held,
      version,
      status,
      verdict,
      tier,
      contentDigest,
      releaseDigest,
    })
    .from(versions)
    .innerJoin(skills, eq(skills.id, versions.skillId))
    .where(eq(id, versionId));
  // Whoever moves a version or changes who may see its skill takes the version's lock first.
  const [row] = await (input.isHeldStill ? query.for("share", { of: versions }) : query);
  return row ?? null;
}

const CHANGING = ["status", "verdict", "isHeld", "isSignerHeld", "tier", "visibility"] as const;

/** Whether nothing has moved that decides who is given the version, or that what is made of it may say. */
export const isUnmoved = (before: FoundServable, now: FoundServable | null): boolean =>
  now !== null && CHANGING.every((key) => before[key] === now[key]);
