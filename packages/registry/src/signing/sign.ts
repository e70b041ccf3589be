import {
  ensureMayOn,
  type FoundVersion,
  RegistryError,
  subjectOf,
  sumsOfVersion,
  type VersionView,
  viewVersion,
} from "@gaia/catalog";
import { sha256Hex } from "@gaia/archive";
import { appendAudit, isUniqueViolation, signatures, signingKeys, type Db } from "@gaia/db";
import { signerIdsOf, TrustError, type VerifiableKind, type Verified as VerifiedSignature } from "@gaia/trust";
import { and, eq, isNull, ne } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { findSigners } from "./find-signers.ts";
import type { KeyRow } from "./publisher-key.ts";
import { findSignedInstead } from "./signed-instead.ts";
import { settleSigner } from "./settle-signer.ts";
import { inTransactionWhileAllowed } from "../kernel/while-allowed.ts";
import { syncSearch } from "../kernel/sync-search.ts";
import { settleCommunity } from "../kernel/tier.ts";

/**
 * Adds a publisher's signature over `SHA256SUMS`, of any kind that can be verified, once it verifies against a signer that is registered
 * to that publisher now; the registry's clock decides, not the signer's (docs/lifecycle.md). A statement that verifies and signs no release
 * is kept as an attestation, and counts for nothing.
 * @throws RegistryError `unauthorized`, `forbidden`, `not_found`, `quarantined`, `signature_invalid`, `signer_unknown`
 */
export async function signVersion(
  ctx: Ctx,
  input: { name: string; version: string; kind: VerifiableKind; signature: string },
): Promise<{ created: boolean; version: VersionView }> {
  const { actor, found } = await ensureMayOn(ctx, "addSignature", input);
  const sha256 = sha256Hex(new TextEncoder().encode(input.signature));
  if (await isKnown(ctx, found.version.id, sha256)) {
    return { created: false, version: await viewVersion(ctx, found.version.id) };
  }
  const created = await verifyAndInsert(ctx, found, {
    actor: actor.handle,
    kind: input.kind,
    body: input.signature,
    sha256,
  });
  if (!created) return { created, version: await viewVersion(ctx, found.version.id) };
  await settleCommunity(ctx, found.version.id);
  await syncSearch(ctx, found.skill.id);
  return { created, version: await viewVersion(ctx, found.version.id) };
}

async function isKnown(ctx: Ctx, versionId: number, sha256: string): Promise<boolean> {
  const rows = await ctx.db
    .select({ id: signatures.id })
    .from(signatures)
    .where(and(eq(signatures.versionId, versionId), eq(signatures.sha256, sha256), ne(signatures.status, "revoked")));
  return rows.length > 0;
}

/** So often a signer may change while a signature of it is verified. */
const MOST_ATTEMPTS = 5;

interface Sent {
  actor: string;
  kind: VerifiableKind;
  body: string;
  sha256: string;
}

/** False: the same signature was added by another request meanwhile. */
async function verifyAndInsert(ctx: Ctx, found: FoundVersion, sent: Sent): Promise<boolean> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const verified = await verifySent(ctx, found, sent);
    try {
      if (await insertSignature(ctx, found, sent, verified)) return true;
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      return false;
    }
  }
  throw new RegistryError("unavailable", "The signing key is being changed at this moment; try again.");
}

const targetOf = (found: FoundVersion) => ({ ...subjectOf(found), isStaged: found.version.awaitsApproval });

type Verified = Awaited<ReturnType<typeof verifySent>>;

/** False: the signer is not what the signature was verified with. */
async function insertSignature(ctx: Ctx, found: FoundVersion, sent: Sent, verified: Verified): Promise<boolean> {
  return inTransactionWhileAllowed(ctx, { action: "addSignature", target: targetOf(found) }, async (tx) => {
    const [key] = await tx.select().from(signingKeys).where(eq(signingKeys.id, verified.key.id)).for("update");
    if (!key || key.publicKey !== verified.key.publicKey || key.revokedAt) return false;
    await ensureRoom(tx, found, verified.status);
    await tx.insert(signatures).values({
      versionId: found.version.id,
      kind: sent.kind,
      signingKeyId: key.id,
      signer: verified.signer,
      madeBy: verified.madeBy,
      body: sent.body,
      sha256: sent.sha256,
      status: verified.status,
      predicateType: verified.predicateType,
      signedAt: verified.signedAt,
      verifiedAt: verified.at,
      identity: verified.identity,
    });
    await appendAudit(tx, {
      actor: sent.actor,
      action: verified.status === "valid" ? "version.sign" : "version.attestation",
      target: `skill:${found.skill.name}@${found.version.version}`,
      detail: { signer: verified.signer, ...(verified.predicateType && { predicate_type: verified.predicateType }) },
      requestId: ctx.requestId,
    });
    if (verified.status === "valid") await settleSigner(ctx, tx, found);
    return true;
  });
}

/** Every installer verifies each: a job that signs again and again must not make a release too costly to install. */
const MOST_SIGNATURES = 12;

async function ensureRoom(tx: Db, { skill, version }: FoundVersion, status: "valid" | "attested"): Promise<void> {
  const isSame = and(eq(signatures.versionId, version.id), eq(signatures.status, status));
  const same = await tx.select({ id: signatures.id }).from(signatures).where(isSame).limit(MOST_SIGNATURES);
  if (same.length < MOST_SIGNATURES) return;
  const what = status === "valid" ? "signatures" : "attestations";
  throw new RegistryError("conflict", `${skill.name} ${version.version} has ${MOST_SIGNATURES} ${what} already.`);
}

async function verifySent(ctx: Ctx, found: FoundVersion, { kind, body: signature }: Sent) {
  const signerIds = await ensureSignerIds(kind, signature);
  const rows = await findSigners(ctx, { publisherId: found.publisher.id, kind, signerIds });
  if (rows.length === 0) throw await signerUnknown(ctx, found, signerIds);
  const signers = rows.map(({ id, publicKey, revokedAt }) => ({
    id,
    registered: publicKey,
    revokedAt,
    isChecked: true,
  }));
  const check = { signature, signers, at: ctx.now(), isNew: true };
  const sums = await sumsOfVersion(ctx.db, found);
  const verdict = await ctx.verifier.verify(kind, { ...check, message: new TextEncoder().encode(sums) });
  if (verdict.ok) return { ...keptOf(verdict, rows), at: check.at, status: "valid" as const, predicateType: "" };
  const { code, reason } = verdict;
  if (code === "attestation") {
    const { predicateType, verified } = verdict;
    return { ...keptOf(verified, rows), at: check.at, status: "attested" as const, predicateType };
  }
  const instead = code === "signature_invalid" ? await findSignedInstead(ctx, found, kind, check) : null;
  throw new RegistryError(code, instead ?? reason);
}

function keptOf({ signerId, signer, madeBy, signedAt, identity }: VerifiedSignature, rows: readonly KeyRow[]) {
  // The verdict names one of these rows.
  const key = rows.find(({ id }) => id === signerId) as KeyRow;
  return { key, signer, madeBy, signedAt, identity: identity ?? null };
}

async function ensureSignerIds(kind: VerifiableKind, signature: string): Promise<string[]> {
  try {
    return await signerIdsOf(kind, signature);
  } catch (error) {
    if (error instanceof TrustError) throw new RegistryError("signature_invalid", error.message, { cause: error });
    throw error;
  }
}

async function signerUnknown(ctx: Ctx, { publisher }: FoundVersion, signerIds: string[]): Promise<RegistryError> {
  const inUse = await ctx.db
    .select({ id: signingKeys.id })
    .from(signingKeys)
    .where(and(eq(signingKeys.publisherId, publisher.id), isNull(signingKeys.revokedAt)))
    .limit(1);
  const words =
    inUse.length === 0
      ? `Publisher ${publisher.handle} has no signing key or identity here: register one first (\`gaia-skill keys add\`).`
      : `The signature was made by ${signerIds.join(" or ")}, which is no signing key or identity of publisher ${publisher.handle} here.`;
  return new RegistryError("signer_unknown", words);
}
