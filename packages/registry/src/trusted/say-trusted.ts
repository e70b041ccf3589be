import { isLive } from "@gaia/catalog";
import { type Db, skills, versions } from "@gaia/db";
import { writeLeaf } from "@gaia/decisions";
import { trustedSubject } from "@gaia/policy";
import { desc, eq } from "drizzle-orm";
import { notify } from "../kernel/notify.ts";
import type { TrustedRow } from "./view-trusted-publisher.ts";

/**
 * Says in the log, and to the publisher's members, what became of a trusted publisher of a skill that is there; part of the transaction
 * that did it. Of a name under which nothing is live the log says nothing: it would tell whoever wants to be first. Nor does it of what
 * another publisher than the skill's has waiting for the name: that is trusted with nothing.
 */
export async function sayTrusted(
  tx: Db,
  said: {
    row: TrustedRow;
    skillId: number | null;
    publisher: string;
    change: "added" | "removed";
    by: string;
    at: Date;
  },
): Promise<void> {
  const { row, skillId, publisher, change, by, at } = said;
  if (skillId === null || !(await isTheirs(tx, skillId, row)) || !(await isLive(tx, skillId))) return;
  const subject = trustedSubject(row);
  const fields = { publisher, name: row.skillName, issuer: row.issuer, subject, change, by };
  await writeLeaf(tx, { kind: "trusted-publisher", at, fields }, { skillId });
  const [newest] = await tx
    .select({ id: versions.id })
    .from(versions)
    .where(eq(versions.skillId, skillId))
    .orderBy(desc(versions.id))
    .limit(1);
  if (!newest) return;
  const what = change === "added" ? "may publish it from now on" : "may publish it no longer";
  await notify(tx, {
    publisherId: row.publisherId,
    versionId: newest.id,
    kind: "trusted-publisher",
    text: `${row.skillName}: the workflow ${subject} (${row.issuer}) ${what}, says ${by}.`,
  });
}

async function isTheirs(tx: Db, skillId: number, { publisherId }: TrustedRow): Promise<boolean> {
  const [skill] = await tx.select({ publisherId: skills.publisherId }).from(skills).where(eq(skills.id, skillId));
  return skill?.publisherId === publisherId;
}
