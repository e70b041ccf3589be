import { type Db, trustedPublishers } from "@gaia/db";
import { eq } from "drizzle-orm";

/** The account that stands behind a version: who published it, or let the workflow publish that did. */
export async function accountBehind(
  db: Db,
  version: { publishedBy: number | null; publishedVia: { trustedPublisherId: string } | null },
): Promise<number[]> {
  if (version.publishedBy !== null) return [version.publishedBy];
  const id = version.publishedVia?.trustedPublisherId;
  if (id === undefined) return [];
  const rows = await db
    .select({ by: trustedPublishers.createdBy })
    .from(trustedPublishers)
    .where(eq(trustedPublishers.id, id));
  return rows.map(({ by }) => by);
}
