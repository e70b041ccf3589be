import { type Db, signatures, signingKeys, versions } from "@gaia/db";
import { type Signer, WITHHELD_STATUSES } from "@gaia/policy";
import type { SignatureKindName } from "@gaia/trust";
import { and, desc, eq, inArray, isNotNull, isNull, not, or, sql, type SQL } from "drizzle-orm";

type SignatureRow = typeof signatures.$inferSelect;

/** Somebody who signed, with the kind as rows name it. */
export type KnownSigner = Signer<SignatureKindName>;

/** Who is known to sign a skill. `standing` are those whose word still counts; without any, `from` says who it was. */
export interface KnownSigners {
  from: KnownSigner[];
  standing: KnownSigner[];
}

/** A version holds a dozen signatures at most (`sign.ts`). */
const MOST = 24;

/**
 * The signers of the version of a skill that was accepted last: whose signature went on from those before, was the skill's first, or was
 * confirmed. What came to be withheld or purged counts on; what its first inspection refused was never anybody's.
 */
export async function knownSigners(db: Db, skillId: number): Promise<KnownSigners> {
  const isCompromised = eq(signingKeys.revokedAs, "compromised");
  const standing = await lastAccepted(db, skillId, or(isNull(signingKeys.revokedAs), not(isCompromised)));
  if (standing.length > 0) return { from: standing, standing };
  return { from: await lastAccepted(db, skillId, isCompromised), standing: [] };
}

async function lastAccepted(db: Db, skillId: number, which: SQL | undefined): Promise<KnownSigner[]> {
  const wasRefused = and(isNull(versions.publishedAt), inArray(versions.status, WITHHELD_STATUSES));
  const rows = await db
    .select({
      versionId: signatures.versionId,
      kind: signatures.kind,
      signer: signatures.signer,
      identity: signatures.identity,
    })
    .from(signatures)
    .innerJoin(versions, eq(versions.id, signatures.versionId))
    .innerJoin(signingKeys, eq(signingKeys.id, signatures.signingKeyId))
    .where(
      and(
        eq(versions.skillId, skillId),
        isNotNull(signatures.acceptedAt),
        sql`NOT coalesce(${wasRefused}, false)`,
        which,
      ),
    )
    .orderBy(desc(signatures.acceptedAt), desc(signatures.versionId))
    .limit(MOST);
  return toSigners(rows.filter(({ versionId }) => versionId === rows[0]?.versionId));
}

/** Each signer once, in an order that does not depend on the rows'. */
export function toSigners(rows: readonly Pick<SignatureRow, "kind" | "signer" | "identity">[]): KnownSigner[] {
  const byText = new Map(rows.map((row) => [JSON.stringify(toSigner(row)), toSigner(row)] as const));
  return [...byText].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, signer]) => signer);
}

export const toSigner = ({
  kind,
  signer,
  identity,
}: Pick<SignatureRow, "kind" | "signer" | "identity">): KnownSigner => ({
  kind,
  signer,
  repository: identity?.sourceRepository ?? null,
  repositoryId: identity?.sourceRepositoryId ?? null,
  runner: identity?.runner ?? null,
});
