import { type Db, signatures, signingKeys } from "@gaia/db";
import { identityOf } from "@gaia/trust";
import { eq, min, type SQL } from "drizzle-orm";

export type KeyRow = typeof signingKeys.$inferSelect;

/** `PublisherKey` of the API. */
export interface PublisherKey {
  id: string;
  kind: KeyRow["kind"];
  fingerprint: string;
  /** Of a Sigstore identity: the certificate's subject, and who vouched for it; null for keys. */
  identity: string | null;
  issuer: string | null;
  algorithm: string;
  user_ids: string[];
  registered_at: string;
  /** When the first signature of it verified here; null: whoever registered it did not show that it is theirs. */
  proven_at: string | null;
  expires_at: string | null;
  revoked_at: string | null;
  revoked_as: KeyRow["revokedAs"];
  public_key: string;
}

/** Keys in the order in which they were registered. */
export async function viewKeys(db: Db, which: SQL): Promise<PublisherKey[]> {
  const rows = await db
    .select({ key: signingKeys, provenAt: min(signatures.verifiedAt) })
    .from(signingKeys)
    .leftJoin(signatures, eq(signatures.signingKeyId, signingKeys.id))
    .where(which)
    .groupBy(signingKeys.id)
    .orderBy(signingKeys.registeredAt, signingKeys.id);
  return rows.map(({ key, provenAt }) => toPublisherKey(key, provenAt));
}

export async function viewKey(db: Db, id: string): Promise<PublisherKey> {
  const [key] = await viewKeys(db, eq(signingKeys.id, id));
  if (!key) throw new Error("a key row vanished");
  return key;
}

const toPublisherKey = (key: KeyRow, provenAt: Date | null): PublisherKey => ({
  id: key.id,
  kind: key.kind,
  fingerprint: key.fingerprint,
  ...namesOf(key),
  algorithm: key.algorithm,
  user_ids: key.userIds,
  registered_at: key.registeredAt.toISOString(),
  proven_at: provenAt?.toISOString() ?? null,
  expires_at: key.expiresAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
  revoked_as: key.revokedAs,
  public_key: key.publicKey,
});

function namesOf({ kind, publicKey }: KeyRow): Pick<PublisherKey, "identity" | "issuer"> {
  const identity = kind === "sigstore" ? identityOf(publicKey) : null;
  return { identity: identity?.subject ?? null, issuer: identity?.issuer ?? null };
}
