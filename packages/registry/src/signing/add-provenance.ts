import { ensureMayOn, type FoundVersion, RegistryError, subjectOf, type VersionView, viewVersion } from "@gaia/catalog";
import { sha256Hex } from "@gaia/archive";
import { artifacts, type BuiltWhat, type Db, isUniqueViolation, provenances, signingKeys } from "@gaia/db";
import { writeDecision } from "@gaia/decisions";
import type { BuiltArtifact, JudgedProvenance } from "@gaia/trust";
import { and, eq, isNull } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { inTransactionWhileAllowed } from "../kernel/while-allowed.ts";
import { syncSearch } from "../kernel/sync-search.ts";
import { sigstoreSigners } from "./sigstore-signers.ts";

/** Every reader verifies each. */
const MOST = 4;

/**
 * Adds what a build says of a version: SLSA provenance in a Sigstore bundle, about its content, its release, an archive of it or the
 * upload. Its signature has to hold; how much it says depends on who made it (docs/TRUST.md). It raises no tier.
 * @throws RegistryError `unauthorized`, `forbidden`, `not_found`, `quarantined`, `signature_invalid`, `signer_unknown`, `conflict`
 */
export async function addProvenance(
  ctx: Ctx,
  input: { name: string; version: string; bundle: string },
): Promise<{ created: boolean; version: VersionView }> {
  const { actor, found } = await ensureMayOn(ctx, "addProvenance", input);
  const sha256 = sha256Hex(new TextEncoder().encode(input.bundle));
  const isSame = and(eq(provenances.versionId, found.version.id), eq(provenances.sha256, sha256));
  const [known] = await ctx.db.select({ signingKeyId: provenances.signingKeyId }).from(provenances).where(isSame);
  // One that counted for nobody is judged again: its identity may be registered by now.
  if (known === undefined || known.signingKeyId === null) {
    const sent = { actor: actor.handle, bundle: input.bundle, sha256, isKnown: known !== undefined };
    const isNew = await verifyAndInsert(ctx, found, sent);
    if (isNew) await syncSearch(ctx, found.skill.id);
    return { created: isNew && known === undefined, version: await viewVersion(ctx, found.version.id) };
  }
  return { created: false, version: await viewVersion(ctx, found.version.id) };
}

interface Sent {
  actor: string;
  bundle: string;
  sha256: string;
  /** It came before, and counted for nobody. */
  isKnown: boolean;
}

/** So often a signer may change while what it signed is verified. */
const MOST_ATTEMPTS = 5;

/** False: nothing is new, or the same was added by another request meanwhile. */
async function verifyAndInsert(ctx: Ctx, found: FoundVersion, sent: Sent): Promise<boolean> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const at = ctx.now();
    const signers = await sigstoreSigners(ctx.db, found.publisher.id);
    const check = { signature: sent.bundle, signers, at, isNew: true, artifacts: await artifactsOf(ctx.db, found) };
    const verdict = await ctx.verifier.verifyProvenance(check);
    if (!verdict.ok) throw new RegistryError(verdict.code, verdict.reason);
    if (sent.isKnown && verdict.signerId === null) return false;
    try {
      if (await insert(ctx, found, sent, { verdict, at })) return true;
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      return false;
    }
  }
  throw new RegistryError("unavailable", "The signing identity is being changed at this moment; try again.");
}

/** What a build may name as what it made. */
async function artifactsOf(db: Db, { version }: FoundVersion): Promise<(BuiltArtifact & { what: BuiltWhat })[]> {
  const rows = await db.select().from(artifacts).where(eq(artifacts.versionId, version.id));
  const hex = (digest: string) => digest.replace(/^sha256:/, "");
  return [
    { what: "release_digest", sha256: hex(version.releaseDigest) },
    { what: "content_digest", sha256: hex(version.contentDigest) },
    ...rows.map(({ kind, sha256 }) => ({ what: kind, sha256 })),
    { what: "upload", sha256: version.uploadSha256 },
  ];
}

/** False: the signer was revoked meanwhile. */
async function insert(
  ctx: Ctx,
  { version, skill, publisher }: FoundVersion,
  { actor, bundle, sha256, isKnown }: Sent,
  { verdict, at }: { verdict: JudgedProvenance; at: Date },
): Promise<boolean> {
  const { level, reason, signer, signerId, signedAt, identity } = verdict;
  const { predicateType, builderId, buildType, sourceRepository, sourceCommit, workflow, invocation } = verdict;
  const asked = { action: "addProvenance", target: subjectOf({ skill, publisher }) } as const;
  return inTransactionWhileAllowed(ctx, asked, async (tx) => {
    if (signerId !== null) {
      const [key] = await tx.select().from(signingKeys).where(eq(signingKeys.id, signerId)).for("update");
      if (!key || key.revokedAt) return false;
    }
    const isSame = and(eq(provenances.versionId, version.id), eq(provenances.sha256, sha256));
    if (isKnown) await tx.delete(provenances).where(and(isSame, isNull(provenances.signingKeyId)));
    const others = await tx
      .select({ id: provenances.id })
      .from(provenances)
      .where(eq(provenances.versionId, version.id))
      .limit(MOST);
    if (others.length === MOST)
      throw new RegistryError(
        "conflict",
        `${skill.name} ${version.version} has the provenance of ${MOST} builds already.`,
      );
    await tx.insert(provenances).values({
      versionId: version.id,
      signingKeyId: signerId,
      signer,
      level,
      reason,
      // One of those of `artifactsOf`.
      artifact: verdict.artifact as BuiltWhat,
      claims: { predicateType, builderId, buildType, sourceRepository, sourceCommit, workflow, invocation },
      identity,
      body: bundle,
      sha256,
      signedAt,
      verifiedAt: at,
    });
    const named = { publisher: version.releasedAs, name: skill.name, version: version.version };
    const fields = { ...named, release: version.releaseDigest, bundle: `sha256:${sha256}`, level: String(level) };
    // Of no version: the newest leaf of a version is that of the registry's newest statement about it.
    await writeDecision(tx, {
      leaves: [{ kind: "provenance", at, fields }],
      audit: {
        actor,
        action: "version.provenance",
        target: `skill:${skill.name}@${version.version}`,
        detail: { signer, level, builder: builderId },
        requestId: ctx.requestId,
      },
    });
    return true;
  });
}
