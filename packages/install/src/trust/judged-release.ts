import { contentDigest, releaseDigest } from "@gaia/archive";
import { type CanonicalSkill, readSkill } from "@gaia/manifest";
import { type AttestationVerdict, judgeAttestations } from "./attestations.ts";
import { unverified } from "../failures.ts";
import type { FetchedRelease } from "../fetched-release.ts";
import { alarmsOf, type KnownPublishers, type SeenRelease, signersBefore } from "./known-publishers.ts";
import { findSignerChange, type SignerChange } from "./signer-continuity.ts";
import { readSkillLock } from "../home/skill-lock.ts";
import { learnCertificates } from "./known-certificates.ts";
import { readKnownPublishers } from "./known-publishers.ts";
import { judgeSignatures, MAX_SIGNATURES, type SignatureVerdict } from "./publisher-signature.ts";
import type { InstallContext, Version } from "../context.ts";
import { pinnedFor } from "./trust-store.ts";

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
  const signerChange = isInstalled ? null : changeOf(known, seen, version);
  return { release, skill, signature, attestation, seen, alarms: alarmsOf(known, seen), signerChange };
}

/** By what this home has seen of the skill; where it has seen nothing, by what the registry says waits for its owner's word. */
function changeOf(known: KnownPublishers, seen: SeenRelease, { signer_change: told }: Version): SignerChange | null {
  const before = signersBefore(known, seen);
  if (before.length > 0 || told?.status !== "pending") return findSignerChange(before, seen.signers);
  return findSignerChange(
    told.from.map((one) => ({ ...one, repositoryId: null })),
    seen.signers,
  );
}
