import { type Db, signingKeys } from "@gaia/db";
import type { RegisteredSigner } from "@gaia/trust";
import { and, eq } from "drizzle-orm";

/** A publisher's identities and managed keys, as verifications take them; what a compromised one signed falls, whenever it did. */
export async function sigstoreSigners(db: Db, publisherId: number): Promise<RegisteredSigner[]> {
  const rows = await db
    .select()
    .from(signingKeys)
    .where(and(eq(signingKeys.publisherId, publisherId), eq(signingKeys.kind, "sigstore")));
  return rows.map(({ id, publicKey, revokedAt, revokedAs }) => ({
    id,
    registered: publicKey,
    revokedAt: revokedAs === "compromised" ? new Date(0) : revokedAt,
    isChecked: true,
  }));
}
