import { attestations, provenances, signingKeys } from "@gaia/db";
import { showStatementsTo, viewerOf } from "@gaia/policy";
import { asc, eq } from "drizzle-orm";
import { findVersion, subjectOf, versionNotFound } from "../kernel/find-version.ts";
import type { ReadCtx } from "../kernel/context.ts";
import { viewProvenance } from "./view-provenance.ts";

/**
 * What the registry signed about a version, in order, and what its builds say; of withheld and purged ones too.
 * @throws RegistryError `not_found`
 */
export async function listAttestations(ctx: ReadCtx, input: { name: string; version: string }) {
  const found = await findVersion(ctx, input);
  if (!found || showStatementsTo(found.version.status, viewerOf(ctx.actor, subjectOf(found))) !== 200)
    throw versionNotFound(input);
  const { version } = found;
  const rows = await ctx.db
    .select()
    .from(attestations)
    .where(eq(attestations.versionId, version.id))
    .orderBy(asc(attestations.sequence));
  const builds = await ctx.db
    .select({ provenance: provenances, revokedAs: signingKeys.revokedAs, publicKey: signingKeys.publicKey })
    .from(provenances)
    .leftJoin(signingKeys, eq(signingKeys.id, provenances.signingKeyId))
    .where(eq(provenances.versionId, version.id))
    .orderBy(asc(provenances.verifiedAt), asc(provenances.id));
  return {
    provenance: builds.map(({ provenance, revokedAs, publicKey }) => ({
      ...viewProvenance({
        ...provenance,
        signed_at: provenance.signedAt,
        verified_at: provenance.verifiedAt,
        isRegistered: provenance.signingKeyId !== null,
        isCompromised: revokedAs === "compromised",
      }),
      bundle: provenance.body,
      public_key: revokedAs === "compromised" ? "" : (publicKey ?? ""),
    })),
    attestations: rows.map((row) => ({
      sequence: row.sequence,
      decision: row.decision,
      created_at: row.createdAt.toISOString(),
      // The column was written by signStatement.
      envelope: row.envelope,
    })),
  };
}
