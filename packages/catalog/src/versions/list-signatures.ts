import { directorySignatures, signatures, signingKeys } from "@gaia/db";
import type { SignatureKindName } from "@gaia/trust";
import { eq } from "drizzle-orm";
import { ensureVisible } from "../kernel/find-version.ts";
import type { ReadCtx } from "../kernel/context.ts";

/** The signatures of a version with the keys they verified against, and those over its directory that the package brings. */
export async function listSignatures(ctx: ReadCtx, input: { name: string; version: string }) {
  const found = await ensureVisible(ctx, input);
  const { id } = found.version;
  const rows = await ctx.db
    .select({ signature: signatures, key: signingKeys })
    .from(signatures)
    .innerJoin(signingKeys, eq(signingKeys.id, signatures.signingKeyId))
    .where(eq(signatures.versionId, id))
    .orderBy(signatures.verifiedAt);
  const brought = await ctx.db
    .select({ signature: directorySignatures, key: signingKeys })
    .from(directorySignatures)
    .leftJoin(signingKeys, eq(signingKeys.id, directorySignatures.signingKeyId))
    .where(eq(directorySignatures.versionId, id))
    .orderBy(directorySignatures.path);
  return {
    release_digest: found.version.releaseDigest,
    signatures: [
      ...rows.map(({ signature, key }) => ({
        ...viewSignature({ ...signature, is_compromised: key.revokedAs === "compromised" }),
        verified_at: signature.verifiedAt.toISOString(),
        key_id: signature.signingKeyId,
        signed_at: signature.signedAt.toISOString(),
        signature: signature.body,
        public_key: key.publicKey,
      })),
      ...brought.map(({ signature, key }) => ({
        ...viewDirectorySignature({ ...signature, is_compromised: key?.revokedAs === "compromised" }),
        key_id: signature.signingKeyId,
        signed_at: (signature.signedAt ?? signature.verifiedAt).toISOString(),
        signature: signature.body,
        public_key: key?.publicKey ?? "",
      })),
    ],
  };
}

/** What somebody sent, as it verified: a signature, or an attestation, which counts for as long as its key was not compromised. */
export function viewSignature(row: {
  kind: SignatureKindName;
  signer: string;
  status: (typeof signatures.$inferSelect)["status"];
  predicateType: string | null;
  is_compromised: boolean;
}) {
  const { kind, signer, status, predicateType } = row;
  if (status !== "attested") return { kind, signer, status };
  return {
    kind: "attestation" as const,
    signer,
    status: row.is_compromised ? ("revoked" as const) : ("valid" as const),
    predicate_type: predicateType ?? "",
  };
}

/** How the last inspection found a signature that the package brings; one by a key that was compromised since is revoked. */
export function viewDirectorySignature(row: {
  state: typeof directorySignatures.$inferSelect.state;
  is_compromised: boolean;
  signer: string | null;
  path: string;
  reason: string | null;
  verifiedAt: Date;
}) {
  return {
    kind: "oms" as const,
    signer: row.signer ?? "",
    status: row.is_compromised ? ("revoked" as const) : row.state,
    verified_at: row.verifiedAt.toISOString(),
    file: row.path,
    reason: row.reason,
  };
}
