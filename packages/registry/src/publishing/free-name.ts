import { FREED } from "@gaia/catalog";
import { appendAudit, type Db, notices, skillReaders, skills, skillTransfers, versions } from "@gaia/db";
import { eq, sql, type SQL } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";

/**
 * SQL: whether a row of `skills` is no more than a name: what was staged under it was rejected, and nothing of it was ever live, as a
 * version that was keeps its row. It keeps its settings for its publisher, and is free for everybody else.
 */
export const isBareName = (): SQL<boolean> =>
  sql<boolean>`NOT EXISTS (SELECT 1 FROM ${versions} WHERE ${versions.skillId} = ${skills.id})`;

/**
 * Takes a bare name from the publisher that left it, with what it arranged for it; part of the transaction in which another one begins to
 * use it, which holds the row. Its audit log ends here for the next one (`listSkillAudit`).
 */
export async function freeName(ctx: Ctx, tx: Db, skill: { id: number; name: string }): Promise<void> {
  for (const table of [notices, skillReaders, skillTransfers])
    await tx.delete(table).where(eq(table.skillId, skill.id));
  await tx.delete(skills).where(eq(skills.id, skill.id));
  await appendAudit(tx, { actor: "registry", action: FREED, target: `skill:${skill.name}`, requestId: ctx.requestId });
}
