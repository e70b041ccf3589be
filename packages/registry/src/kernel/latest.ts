import { isPrerelease } from "@gaia/catalog";
import { type Db, skills, versions } from "@gaia/db";
import { writeLeaf } from "@gaia/decisions";
import { isListed, STATUSES } from "@gaia/policy";
import { and, desc, eq, inArray, not, sql } from "drizzle-orm";
import { isSignerHeld } from "./signer-held.ts";

const LISTED = STATUSES.filter(isListed);

/**
 * Points the skill at its latest listed version: the highest stable one, else the highest prerelease, else none, and of what is held for
 * review the same only where all is; one whose signer is held is not listed. Part of every transaction that moves a version; also marks
 * the search index as behind, and says in the log which is the newest one now.
 */
export async function refreshLatest(tx: Db, input: { skillId: number; now: Date }): Promise<void> {
  // Two versions of one skill may move at once, each under its own row's lock: whoever comes second has to see what the
  // first one left (R2). Only `no key` locks here: foreign keys ask for the other kind, at commit, in any order.
  const [before] = await tx
    .select({ name: skills.name, latestVersionId: skills.latestVersionId })
    .from(skills)
    .where(eq(skills.id, input.skillId))
    .for("no key update");
  const listed = await tx
    .select({
      id: versions.id,
      version: versions.version,
      held: versions.held,
      publisher: versions.releasedAs,
      release: versions.releaseDigest,
    })
    .from(versions)
    .where(
      and(eq(versions.skillId, input.skillId), inArray(versions.status, LISTED), not(isSignerHeld(tx, versions.id))),
    )
    .orderBy(desc(versions.sortKey));
  const open = listed.filter(({ held }) => !held);
  const offered = open.length > 0 ? open : listed;
  const latest = offered.find((version) => !isPrerelease(version.version)) ?? offered[0];
  await tx
    .update(skills)
    .set({ latestVersionId: latest?.id ?? null, updatedAt: input.now, revision: sql`${skills.revision} + 1` })
    .where(eq(skills.id, input.skillId));
  if (!before || !latest || latest.id === before.latestVersionId) return;
  const { publisher, version, release } = latest;
  const fields = { publisher, name: before.name, version, release };
  await writeLeaf(tx, { kind: "newest", at: input.now, fields }, { skillId: input.skillId });
}
