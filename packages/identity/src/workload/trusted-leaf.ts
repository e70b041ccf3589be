import { type Db, logLeaves, skills, type trustedPublishers, versions } from "@gaia/db";
import { formatLeaf, hideLeaf, type Leaf } from "@gaia/log";
import { trustedSubject } from "@gaia/policy";
import { and, eq } from "drizzle-orm";

/**
 * Says in the log what became of a trusted publisher of a skill that is its publisher's; part of the transaction that did it. Of a name
 * under which nothing is live the log says nothing: it would tell whoever wants to be first.
 */
export async function sayOfTrusted(
  tx: Db,
  said: {
    row: typeof trustedPublishers.$inferSelect;
    /** By handle. */
    publisher: string;
    change: { change: "pinned" } | { change: "removed"; by: string };
    at: Date;
  },
): Promise<void> {
  const { row, publisher, change, at } = said;
  const [skill] = await tx
    .select({ id: skills.id, salt: skills.salt })
    .from(skills)
    .innerJoin(versions, and(eq(versions.skillId, skills.id), eq(versions.awaitsApproval, false)))
    .where(and(eq(skills.name, row.skillName), eq(skills.publisherId, row.publisherId)))
    .limit(1);
  if (!skill) return;
  const fields = { publisher, name: row.skillName, issuer: row.issuer, subject: trustedSubject(row), ...change };
  const leaf: Leaf = { kind: "trusted-publisher", at, fields };
  // Of a skill that is not public the log names nothing.
  const written = formatLeaf(skill.salt === null ? leaf : hideLeaf(leaf, skill.salt));
  await tx
    .insert(logLeaves)
    .values({ leaf: Buffer.from(written).toString("utf8"), salt: skill.salt, skillId: skill.id });
}
