import { type Db, versions } from "@gaia/db";
import { and, eq } from "drizzle-orm";

/** Whether a skill has a version that is more than staged: until then its name is its publisher's alone to know. */
export async function isLive(db: Db, skillId: number): Promise<boolean> {
  const rows = await db
    .select({ id: versions.id })
    .from(versions)
    .where(and(eq(versions.skillId, skillId), eq(versions.awaitsApproval, false)))
    .limit(1);
  return rows.length > 0;
}
