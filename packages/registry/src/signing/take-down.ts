import { type Db, signatures } from "@gaia/db";
import type { ReceivedSignature } from "@gaia/trust";
import { and, eq, inArray, sql } from "drizzle-orm";

const standing = (keyId: string) => and(eq(signatures.signingKeyId, keyId), eq(signatures.status, "valid"));

/** The signatures of a key that hold. */
export async function findReceived(db: Db, keyId: string): Promise<ReceivedSignature[]> {
  return db
    .select({
      id: signatures.id,
      madeBy: signatures.madeBy,
      body: sql<string | null>`CASE WHEN ${signatures.madeBy} IS NULL THEN ${signatures.body} END`,
      at: signatures.verifiedAt,
    })
    .from(signatures)
    .where(standing(keyId));
}

/** Whether others were added since `received` was read; the caller holds the key's lock. */
export async function hasMore(tx: Db, keyId: string, received: readonly ReceivedSignature[]): Promise<boolean> {
  const judged = new Set(received.map(({ id }) => id));
  const rows = await tx.select({ id: signatures.id }).from(signatures).where(standing(keyId));
  return rows.some(({ id }) => !judged.has(id));
}

/**
 * Revokes these signatures; the caller writes the audit row.
 * @returns the versions that lost one
 */
export async function takeDown(tx: Db, fallen: string[]): Promise<number[]> {
  if (fallen.length === 0) return [];
  const rows = await tx
    .update(signatures)
    .set({ status: "revoked" })
    .where(inArray(signatures.id, fallen))
    .returning({ versionId: signatures.versionId });
  return [...new Set(rows.map(({ versionId }) => versionId))];
}
