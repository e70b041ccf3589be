import type { CertifiedIdentity, RegisteredSigner } from "../signature-kind.ts";
import { isOf, parseSigner } from "../sigstore/registered-signer.ts";
import { TrustError } from "../trust-error.ts";
import { HOSTED_PLATFORMS, isIsolatedBuilder } from "./builders.ts";
import type { BuildLevel, ProvenanceClaims } from "./provenance.ts";

/** A level with its reason, and the registered signer that it counts for. */
export interface LevelVerdict {
  level: BuildLevel;
  reason: string;
  signerId: string | null;
}

/**
 * The SLSA build level that provenance is verified to (slsa.dev/spec/v1.1/levels), once its signature holds:
 * 1. it exists and names a builder; what it says is believed of nobody;
 * 2. a hosted platform's certificate signed it, on a machine of that platform, for the repository and commit that it says, in a workflow
 *    that the publisher registered;
 * 3. and the job that signed is a builder that the build cannot speak for, started by a workflow that the publisher registered.
 */
export function buildLevelOf(
  claims: ProvenanceClaims,
  identity: CertifiedIdentity | null,
  { signers, at }: { signers: readonly RegisteredSigner[]; at: Date },
): LevelVerdict {
  const first = (reason: string): LevelVerdict => ({ level: 1, reason, signerId: null });
  if (identity === null) return first("A managed key signed it, which says nothing of where it was built.");
  const platform = HOSTED_PLATFORMS.find(({ issuer }) => issuer === identity.issuer);
  if (!platform) return first(`Its signer's issuer ${identity.issuer} is no hosted build platform that is known.`);
  if (identity.runner !== platform.runner)
    return first(`It was built on a machine that is not ${platform.name}'s (${identity.runner ?? "not known"}).`);
  const differs = differenceOf(claims, identity);
  if (differs !== null) return first(differs);
  const isIsolated = isIsolatedBuilder(identity);
  // Anybody's build is signed by the builder's own identity: whose it is, says the workflow that called it.
  const caller = isIsolated ? identity.buildConfig : identity.subject;
  if (caller === undefined) return first("Its certificate does not say which workflow started the builder.");
  const signer = findRegistered(signers, { issuer: identity.issuer, subject: caller }, at);
  if (!signer) return first(`The publisher has not registered ${caller} of ${identity.issuer}.`);
  const told = { signerId: signer.id };
  if (!isIsolated)
    return { ...told, level: 2, reason: `${platform.name} ran ${caller}, which signed for itself what it built.` };
  if (claims.builderId !== identity.subject)
    return { ...told, level: 2, reason: `It names another builder than ${identity.subject}, which signed it.` };
  return { ...told, level: 3, reason: `${identity.subject} built it apart from ${caller}, which called it.` };
}

/** What the statement says that its certificate does not; null: nothing. */
function differenceOf(
  { sourceRepository, sourceCommit }: ProvenanceClaims,
  identity: CertifiedIdentity,
): string | null {
  if (sourceRepository === null || sourceRepository !== identity.sourceRepository)
    return `It says that ${sourceRepository ?? "no repository"} was built, its certificate ${identity.sourceRepository ?? "none"}.`;
  if (sourceCommit === null || sourceCommit !== identity.sourceDigest)
    return `It says that the commit ${sourceCommit ?? "of none"} was built, its certificate ${identity.sourceDigest ?? "none"}.`;
  return null;
}

/** A revoked one is none; who revoked this very workflow has not left it in by a wildcard. */
function findRegistered(
  signers: readonly RegisteredSigner[],
  certified: { issuer: string; subject: string },
  at: Date,
): RegisteredSigner | undefined {
  const matching = signers.filter(({ registered }) => {
    try {
      return isOf(parseSigner(registered), certified);
    } catch (error) {
      if (error instanceof TrustError) return false;
      throw error;
    }
  });
  const isExact = ({ registered }: RegisteredSigner): boolean => registered === JSON.stringify(certified);
  const exact = matching.filter(isExact);
  return (exact.length > 0 ? exact : matching).find(({ revokedAt }) => revokedAt === null || revokedAt > at);
}
