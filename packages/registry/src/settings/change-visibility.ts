import { isLive } from "@gaia/catalog";
import { attestations, type Db, skills, versions } from "@gaia/db";
import { sayStatementAgain, writeLeaf } from "@gaia/decisions";
import type { Visibility } from "@gaia/policy";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { notify } from "../kernel/notify.ts";
import { newSalt } from "../kernel/salt.ts";

interface Change {
  skill: typeof skills.$inferSelect;
  publisher: string;
  to: Visibility;
  by: string;
  now: Date;
}

/**
 * The locks of a change of visibility, before that of the skill: in the order of whoever moves a version, whose leaf has to stay the
 * version's newest.
 */
export async function lockVersions(tx: Db, skillId: number): Promise<void> {
  const { id } = versions;
  await tx.select({ id }).from(versions).where(eq(versions.skillId, skillId)).orderBy(id).for("no key update");
}

/**
 * Changes who may see a skill; part of the transaction that says so, which holds its versions and the skill, and writes the audit row. The
 * log says it of a skill that is live: by name where the skill was or becomes public. One that becomes public opens what was said of it
 * before: the leaf tells the salt, and the newest decision about each version is said again by name, for whoever takes it from now on.
 */
export async function changeVisibility(tx: Db, { skill, publisher, to, by, now }: Change): Promise<void> {
  const { id: skillId, name, salt } = skill;
  const leaf = (opened: string | null) => ({
    kind: "visibility" as const,
    at: now,
    fields: { publisher, name, change: to, by, ...(opened !== null && { salt: opened }) },
  });
  const set = (next: { visibility: Visibility; salt: string | null }) =>
    tx
      .update(skills)
      .set({ ...next, updatedAt: now, revision: sql`${skills.revision} + 1` })
      .where(eq(skills.id, skillId));
  // Of a name under which nothing is live the log says nothing: it would tell whoever wants to be first.
  const isSaid = await isLive(tx, skillId);
  if (to === "public") {
    await set({ visibility: to, salt: null });
    if (isSaid) {
      await writeLeaf(tx, leaf(salt));
      await sayAgain(tx, skill, publisher, now);
    }
  } else {
    // Of one that is public until now, this is said by name, too.
    if (isSaid) await writeLeaf(tx, leaf(null));
    await set({ visibility: to, salt: salt ?? newSalt() });
  }
  // Among those who are not strangers nobody is shown what is kept.
  if (skill.visibility === "public" || to === "public") await dropPagesThatName(tx, name);
  const [newest] = await tx
    .select({ id: versions.id })
    .from(versions)
    .where(eq(versions.skillId, skillId))
    .orderBy(desc(versions.id))
    .limit(1);
  const text = `${by} changed who may see ${name}: ${skill.visibility} until now, ${to} from now on.`;
  if (newest)
    await notify(tx, { publisherId: skill.publisherId, versionId: newest.id, kind: "visibility-changed", text });
}

/** What is kept of the skills that name this one as what to use instead is made anew: who is shown it has changed. */
async function dropPagesThatName(tx: Db, name: string): Promise<void> {
  const deprecated = tx.select({ id: versions.skillId }).from(versions).where(eq(versions.deprecatedReplacement, name));
  await tx
    .select({ told: sql`say_skill_changed(${skills.id})::text` })
    .from(skills)
    .where(inArray(skills.id, deprecated));
}

/** By name what hidden leaves said last of each version, and which is the newest. */
async function sayAgain(tx: Db, skill: Change["skill"], publisher: string, now: Date): Promise<void> {
  const newest = tx
    .select({ sequence: sql`max(${attestations.sequence})` })
    .from(attestations)
    .innerJoin(versions, eq(versions.id, attestations.versionId))
    .where(eq(versions.skillId, skill.id))
    .groupBy(attestations.versionId);
  const said = await tx
    .select()
    .from(attestations)
    .where(inArray(attestations.sequence, newest))
    .orderBy(attestations.sequence);
  for (const statement of said) await sayStatementAgain(tx, statement);
  const latest = skill.latestVersionId;
  if (latest === null) return;
  const [row] = await tx
    .select()
    .from(versions)
    .where(and(eq(versions.id, latest)));
  if (!row) return;
  const fields = { publisher, name: skill.name, version: row.version, release: row.releaseDigest };
  await writeLeaf(tx, { kind: "newest", at: now, fields }, { skillId: skill.id });
}
