import { type attestations, nextAttestationSequence } from "@gaia/db";
import { decisionStatement, signStatement } from "@gaia/trust";
import type { Registry } from "./context.ts";

export type PreparedAttestation = Omit<typeof attestations.$inferInsert, "versionId">;

/** What the registry says in one statement; the shape of `decisionStatement` without what is filled in here. */
export interface Decision {
  publisher: string;
  name: string;
  version: string;
  decision: "publish" | "verdict" | "tier";
  releaseDigest: string;
  contentDigest: string;
  detail: Parameters<typeof decisionStatement>[0]["detail"];
}

/**
 * Signs a decision of the registry (in-toto Statement v1 in a DSSE envelope) ahead of the transaction that makes it
 * true: a signing device may be slow, and no transaction waits for one. A decision that then falls through leaves a
 * gap in the sequence and no row.
 */
export async function prepareAttestation(ctx: Registry, decision: Decision): Promise<PreparedAttestation> {
  const sequence = await nextAttestationSequence(ctx.db);
  const issuedAt = ctx.now();
  const statement = decisionStatement({ registry: ctx.publicUrl, ...decision, sequence, issuedAt, expiresAt: null });
  return {
    sequence,
    decision: decision.decision,
    envelope: await signStatement(ctx.signer, statement),
    createdAt: issuedAt,
  };
}
