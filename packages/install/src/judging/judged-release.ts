import { contentDigest, releaseDigest } from "@gaia/archive";
import { type CanonicalSkill, readSkill } from "@gaia/manifest";
import { type AttestationVerdict, judgeAttestations } from "../trust/attestations.ts";
import { unverified } from "../failures.ts";
import type { Signer } from "@gaia/policy";
import { alarmsOf, readKnownPublishers, type SeenRelease, signersBefore } from "../trust/known-publishers.ts";
import { findSignerChange, type SignerChange, toldSigner } from "../trust/signer-continuity.ts";
import { signerNews } from "../trust/signer-news.ts";
import { readSkillLock } from "../home/skill-lock.ts";
import { learnCertificates } from "../trust/known-certificates.ts";
import { judgeBuilds } from "../trust/build-provenance.ts";
import { directoryWords, judgeDirectories } from "../trust/directory-signature.ts";
import { judgeSignatures, MAX_SIGNATURES, type SignatureVerdict } from "../trust/publisher-signature.ts";
import type { FetchedRelease, InstallContext, Version } from "../terms/context.ts";
import { pinnedFor } from "../trust/trust-store.ts";

/** A release that may be installed as far as cryptography goes; what is left is consent. */
export interface JudgedRelease {
  release: FetchedRelease;
  /** Null when this version of the CLI cannot read the skill's format. */
  skill: CanonicalSkill | null;
  signature: SignatureVerdict;
  attestation: AttestationVerdict;
  seen: SeenRelease;
  /** What changed about the publisher since the last time; each needs a person's agreement. */
  alarms: string[];
  /** Another signer than the skill had, which needs a consent of its own; null: none. */
  signerChange: SignerChange | null;
  /** What else is to be said of who signed it, beside what is installed; sentences. */
  signerNews: string[];
}

/** Judges a fetched release on this machine. Throws exit 5 for a manifest, a signature or a statement that does not hold. */
export async function judgeRelease(context: InstallContext, release: FetchedRelease): Promise<JudgedRelease> {
  const { registry, paths } = context;
  const { version, files, sums } = release;
  const subject = `${version.name} ${version.version}`;
  const { skill } = readSkill(files, { version: version.version });
  if (skill !== null && (skill.name.value !== version.name || skill.version.value !== version.version))
    throw unverified(
      "wrong_release",
      `The package says it is ${skill.name.value} ${skill.version.value}, not ${subject}`,
    );
  const now = new Date();
  const copies = release.signatures.filter(({ kind }) => kind === "openpgp").map(({ public_key }) => public_key);
  const certificates = await learnCertificates(paths, copies.slice(0, MAX_SIGNATURES), false);
  const signature = await judgeSignatures(sums, release.signatures, now, {
    certificates,
    trustedRoots: context.trustedRoots,
  });
  if (signature.state === "invalid")
    throw unverified(
      "signature_invalid",
      `The publisher's signature on ${subject} does not hold: ${signature.reason}`,
      "nothing was installed",
    );
  if (signature.state === "unsigned" && version.security_tier !== "experimental")
    throw unverified(
      "signature_missing",
      `${subject} is said to be ${version.security_tier}, and no publisher's signature came with it`,
      "nothing was installed",
    );
  await ensureSaidOfFiles(context, release, now);
  const attestation = judgeAttestations(
    release.attestations.map(({ envelope }) => envelope),
    await pinnedFor(paths.trust, registry),
    {
      publisher: version.publisher,
      name: version.name,
      version: version.version,
      tier: version.security_tier,
      status: version.status,
      contentDigest: contentDigest(sums),
      releaseDigest: releaseDigest(sums),
    },
    now,
  );
  if (attestation.state === "invalid")
    throw unverified(
      "attestation_invalid",
      `What the registry says of ${subject} does not hold against its pinned key: ${attestation.reason}`,
      "nothing was installed",
    );
  const fingerprint = signature.state === "valid" ? signature.fingerprint : null;
  const signers = signature.state === "valid" ? signature.signers : [];
  const seen = { registry, publisher: version.publisher, name: version.name, fingerprint, signers };
  const known = await readKnownPublishers(paths.publishers);
  const installed = (await readSkillLock(paths.lockFile)).get(version.name);
  const isInstalled =
    installed?.registry === registry &&
    installed.release_digest === version.release_digest &&
    installed.signer === fingerprint;
  const locked = installed?.registry === registry ? installed.signer : null;
  const before = signersBefore(known, seen);
  const signerChange = isInstalled ? null : changeOf(before, { seen, locked, version });
  const signerNewsOf = {
    here: locked === null ? [] : [locked],
    known: before.map(({ signer }) => signer),
    now: signers.map(({ signer }) => signer),
  };
  return {
    release,
    skill,
    signature,
    attestation,
    seen,
    alarms: alarmsOf(known, seen),
    signerChange,
    signerNews: signerChange === null ? signerNews(subject, signerNewsOf) : [],
  };
}

/** What a package and its builds say of the files has to be so, whoever says it. */
async function ensureSaidOfFiles(context: InstallContext, release: FetchedRelease, now: Date): Promise<void> {
  const { files, signatures, version } = release;
  for (const judged of await judgeDirectories(files, signatures, { now, trustedRoots: context.trustedRoots }))
    if (judged.state === "invalid")
      throw unverified(
        "directory_signature_invalid",
        `The signature that ${version.name} ${version.version} brings over its own files does not hold: ` +
          directoryWords(judged, version.publisher),
        "nothing was installed",
      );
  for (const judged of await judgeBuilds(release, release.provenance, { now, trustedRoots: context.trustedRoots }))
    if (judged.state === "invalid")
      throw unverified(
        "provenance_invalid",
        `What a build is said to say of ${version.name} ${version.version} is not so: ${judged.words}`,
        "nothing was installed",
      );
}

/**
 * By what this home has seen of the skill; where it has seen nothing, by who signed what its lock says is installed; else by what the
 * registry says waits for its owner's word: what it holds for that is another one, even where the two read the same.
 */
function changeOf(
  before: readonly Signer[],
  { seen, locked, version: { signer_change: told } }: { seen: SeenRelease; locked: string | null; version: Version },
): SignerChange | null {
  if (before.length > 0) return findSignerChange(before, seen.signers);
  if (locked !== null) {
    const isSame = seen.signers.some(({ signer }) => signer === locked);
    // A lock keeps the name alone.
    const from = [{ kind: "", signer: locked, repository: null, repositoryId: null, runner: null }];
    return isSame ? null : { from, to: seen.signers };
  }
  if (told?.status !== "pending" || told.from.length === 0) return null;
  return { from: told.from.map(toldSigner), to: seen.signers };
}
