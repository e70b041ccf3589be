import { type Db, skills, type trustedPublishers, versions } from "@gaia/db";
import { writeLeaf } from "@gaia/decisions";
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
    .select({ id: skills.id })
    .from(skills)
    .innerJoin(versions, and(eq(versions.skillId, skills.id), eq(versions.awaitsApproval, false)))
    .where(and(eq(skills.name, row.skillName), eq(skills.publisherId, row.publisherId)))
    .limit(1);
  if (!skill) return;
  const fields = { publisher, name: row.skillName, issuer: row.issuer, subject: trustedSubject(row), ...change };
  await writeLeaf(tx, { kind: "trusted-publisher", at, fields }, { skillId: skill.id });
}
