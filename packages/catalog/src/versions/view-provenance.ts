import type { provenances } from "@gaia/db";

type Row = typeof provenances.$inferSelect;

/** What a view needs of a row, and whether the identity that it counts for was compromised since. */
export interface ProvenanceFields extends Pick<Row, "level" | "reason" | "signer" | "artifact" | "claims"> {
  signed_at: string | Date;
  verified_at: string | Date;
  isRegistered: boolean;
  isCompromised: boolean;
}

/** One build's provenance, in the shape of the API. */
export function viewProvenance(row: ProvenanceFields) {
  const { claims } = row;
  const fallen = { level: 1 as const, reason: "The identity that signed it was revoked as compromised." };
  return {
    ...(row.isCompromised ? fallen : { level: row.level, reason: row.reason }),
    builder: claims.builderId,
    build_type: claims.buildType,
    source_repository: claims.sourceRepository,
    source_commit: claims.sourceCommit,
    workflow: claims.workflow,
    invocation: claims.invocation,
    predicate_type: claims.predicateType,
    signer: row.signer,
    signer_registered: row.isRegistered && !row.isCompromised,
    subject: row.artifact,
    signed_at: new Date(row.signed_at).toISOString(),
    verified_at: new Date(row.verified_at).toISOString(),
  };
}
