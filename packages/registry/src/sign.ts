import { sha256Hex } from "@gaia/archive";
import { appendAudit, inTransaction, isUniqueViolation, signatures, signingKeys } from "@gaia/db";
import { verifyDetached } from "@gaia/trust";
import { and, eq } from "drizzle-orm";
import { ensureMemberOf } from "./actor.ts";
import type { Ctx } from "./context.ts";
import { RegistryError } from "./errors.ts";
import { ensureVisible, type FoundVersion } from "./find-version.ts";
import { findSignedInstead } from "./signed-instead.ts";
import { sumsOfVersion } from "./sums.ts";
import { syncSearch } from "./sync-search.ts";
import { settleCommunity } from "./tier.ts";
import { viewVersion, type VersionView } from "./view-version.ts";

/**
 * Adds a publisher's detached OpenPGP signature over `SHA256SUMS`, once it verifies against a key that is registered to
 * that publisher now; the registry's clock decides, not the signer's (design §5).
 * @throws RegistryError `unauthorized`, `forbidden`, `not_found`, `quarantined`, `signature_invalid`, `signer_unknown`
 */
export async function signVersion(
  ctx: Ctx,
  input: { name: string; version: string; signature: string },
): Promise<{ created: boolean; version: VersionView }> {
  const found = await ensureVisible(ctx, input);
  const actor = ensureMemberOf(ctx, found.publisher);
  const sha256 = sha256Hex(new TextEncoder().encode(input.signature));
  if (await isKnown(ctx, found.version.id, sha256)) {
    return { created: false, version: await viewVersion(ctx, found.version.id) };
  }
  const verified = await verifySignature(ctx, found, input.signature);
  try {
    await inTransaction(ctx.db, async (tx) => {
      // The key may have been revoked since it was read.
      const [key] = await tx.select().from(signingKeys).where(eq(signingKeys.id, verified.keyId)).for("update");
      if (!key || key.revokedAt) throw new RegistryError("signature_invalid", "The signing key was revoked just now.");
      await tx.insert(signatures).values({
        versionId: found.version.id,
        kind: "openpgp",
        signingKeyId: key.id,
        signer: verified.fingerprint,
        body: input.signature,
        sha256,
        status: "valid",
        signedAt: verified.signedAt,
        verifiedAt: ctx.now(),
      });
      await appendAudit(tx, {
        actor: actor.handle,
        action: "version.sign",
        target: `skill:${input.name}@${input.version}`,
        detail: { signer: verified.fingerprint },
        requestId: ctx.requestId,
      });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return { created: false, version: await viewVersion(ctx, found.version.id) };
  }
  if (await settleCommunity(ctx, found.version.id)) await syncSearch(ctx, found.skill.id);
  return { created: true, version: await viewVersion(ctx, found.version.id) };
}

async function isKnown(ctx: Ctx, versionId: number, sha256: string): Promise<boolean> {
  const rows = await ctx.db
    .select({ id: signatures.id })
    .from(signatures)
    .where(and(eq(signatures.versionId, versionId), eq(signatures.sha256, sha256), eq(signatures.status, "valid")));
  return rows.length > 0;
}

async function verifySignature(ctx: Ctx, found: FoundVersion, signature: string) {
  const keys = await ctx.db
    .select()
    .from(signingKeys)
    .where(and(eq(signingKeys.publisherId, found.publisher.id), eq(signingKeys.kind, "openpgp")));
  if (!keys.some((key) => key.revokedAt === null)) {
    throw new RegistryError(
      "signer_unknown",
      `Publisher ${found.publisher.handle} has no signing key here: register one first (\`gaia skill keys add\`).`,
    );
  }
  const candidates = keys.map((key) => ({ id: key.id, armored: key.publicKey, revokedAt: key.revokedAt }));
  const sums = await sumsOfVersion(ctx.db, found);
  const check = { signature, keys: candidates, at: ctx.now() };
  const verdict = await verifyDetached({ ...check, message: new TextEncoder().encode(sums) });
  if (verdict.ok) return verdict;
  const instead = verdict.code === "signature_invalid" ? await findSignedInstead(ctx, found, check) : null;
  throw new RegistryError(verdict.code, instead ?? verdict.reason);
}

/** The signatures of a version with the keys they verified against. */
export async function listSignatures(ctx: Ctx, input: { name: string; version: string }) {
  const found = await ensureVisible(ctx, input);
  const rows = await ctx.db
    .select({ signature: signatures, publicKey: signingKeys.publicKey })
    .from(signatures)
    .innerJoin(signingKeys, eq(signingKeys.id, signatures.signingKeyId))
    .where(eq(signatures.versionId, found.version.id))
    .orderBy(signatures.verifiedAt);
  return {
    release_digest: found.version.releaseDigest,
    signatures: rows.map(({ signature, publicKey }) => ({
      kind: signature.kind,
      signer: signature.signer,
      status: signature.status,
      verified_at: signature.verifiedAt.toISOString(),
      key_id: signature.signingKeyId,
      signed_at: signature.signedAt.toISOString(),
      signature: signature.body,
      public_key: publicKey,
    })),
  };
}
