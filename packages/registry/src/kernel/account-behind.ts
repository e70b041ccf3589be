import { type Db, trustedPublishers } from "@gaia/db";
import type { Involvement } from "@gaia/policy";
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

/** Who had a hand in an audit before it is decided. */
export async function behindRequest(
  db: Db,
  { version, requestedBy }: { version: Parameters<typeof accountBehind>[1]; requestedBy: number },
): Promise<Involvement[]> {
  const published = await accountBehind(db, version);
  return [
    ...published.map((accountId) => ({ accountId, did: "published it" })),
    { accountId: requestedBy, did: "asked for the audit" },
  ];
}
