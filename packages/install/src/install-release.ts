import type { ChosenRelease } from "./choice/chosen-release.ts";
import type { InstallContext } from "./context.ts";
import { besideFiles, dependenciesHash } from "./generated-files.ts";
import { digestOfProof } from "./log/installed-proof.ts";
import { placeSkill } from "./home/installed-skills.ts";
import type { LockEntry } from "./home/skill-lock.ts";
import { learnCertificates } from "./trust/known-certificates.ts";
import { rememberPublisher } from "./trust/known-publishers.ts";

/** The one writer: a judged release takes its place, with what is remembered of it. Call inside `changeInstalled`. */
export async function installRelease({ registry, paths }: InstallContext, one: ChosenRelease): Promise<LockEntry> {
  const { release, skill, signature, proof } = one;
  const { version, files } = release;
  const fetchedAt = new Date();
  const entry: LockEntry = {
    version: version.version,
    integrity: version.integrity,
    security_tier: version.security_tier,
    installed_at: fetchedAt.toISOString(),
    dependencies_hash: dependenciesHash(skill),
    content_digest: version.content_digest,
    release_digest: version.release_digest,
    publisher: version.publisher,
    registry,
    signer: signature.state === "valid" ? signature.fingerprint : null,
    log_proof: proof.text === null ? null : digestOfProof(proof.text),
  };
  const beside = besideFiles(release, { skill, signature, proof: proof.text, registry, fetchedAt });
  // Before the files: a key that is in place without being remembered would look like a stranger's.
  await rememberPublisher(paths.publishers, one.seen);
  if (signature.state === "valid" && signature.kind === "openpgp")
    await learnCertificates(paths, [signature.publicKey], true);
  await placeSkill(paths, { name: version.name, files: [...files, ...beside], entry });
  return entry;
}
