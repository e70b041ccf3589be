import type { ChosenRelease } from "./choice/chosen-release.ts";
import type { InstallContext } from "./context.ts";
import { besideFiles, dependenciesHash } from "./generated-files.ts";
import { digestOfProof } from "./log/installed-proof.ts";
import { npmPinsDigest, type PackagePins, writePins } from "./pins/pins.ts";
import { placeSkill } from "./home/installed-skills.ts";
import { type LockEntry, readSkillLock } from "./home/skill-lock.ts";
import type { SeenCheckpoint } from "./log/seen-checkpoints.ts";
import type { AgentName } from "./home/agents.ts";
import { learnCertificates } from "./trust/known-certificates.ts";
import { rememberPublisher } from "./trust/known-publishers.ts";

/** What is optional counts where it is there: it was installed before what needs it. */
const neededSkills = (skill: ChosenRelease["skill"], installed: ReadonlyMap<string, LockEntry>): [string, string][] =>
  (skill?.requires.skills ?? []).flatMap(({ name, range, optional }) =>
    optional && !installed.has(name) ? [] : [[name, range]],
  );

const checkpointOf = ({ checkpoint }: SeenCheckpoint): LockEntry["checkpoint"] => ({
  origin: checkpoint.origin,
  size: checkpoint.tree.size,
  root: Buffer.from(checkpoint.tree.root).toString("base64"),
});

/** What its user wants of an install beside the release. */
export interface Wanted {
  /** The range that was asked for; null: another skill needs it. */
  requested: string | null;
  /** The permissions that were agreed to. */
  granted: readonly string[];
  /** To be copied for these too. */
  agents: readonly AgentName[];
  /** What its packages are pinned to (`pinRequirements`). */
  pins: PackagePins;
}

/** The one writer: a judged release takes its place, with what is remembered of it. Call inside `changeInstalled`. */
export async function installRelease(
  { registry, paths }: InstallContext,
  one: ChosenRelease,
  wanted: Wanted,
): Promise<LockEntry> {
  const { release, skill, signature, proof } = one;
  const { version, files } = release;
  const fetchedAt = new Date();
  const installed = await readSkillLock(paths.lockFile);
  const before = installed.get(version.name);
  const entry: LockEntry = {
    version: version.version,
    integrity: version.integrity,
    security_tier: version.security_tier,
    installed_at: fetchedAt.toISOString(),
    dependencies_hash: dependenciesHash(skill, wanted.pins.pip),
    npm_pins: npmPinsDigest(wanted.pins),
    content_digest: version.content_digest,
    release_digest: version.release_digest,
    publisher: version.publisher,
    registry,
    signer: signature.state === "valid" ? signature.fingerprint : null,
    // A team's machines each have a proof of their own, of a later tree each time.
    log_proof: proof.text === null || paths.place.scope === "project" ? null : digestOfProof(proof.text),
    checkpoint: proof.state === "proven" ? checkpointOf(proof.verdict.checkpoint) : null,
    requested: wanted.requested ?? before?.requested ?? null,
    requires: Object.fromEntries(neededSkills(skill, installed)),
    granted: [...wanted.granted].sort(),
    agents: [...new Set([...(before?.agents ?? []), ...wanted.agents])].sort(),
    enabled: before?.enabled ?? true,
  };
  const { pip: pins } = wanted.pins;
  const beside = besideFiles(release, { skill, signature, proof: proof.text, pins, registry, fetchedAt });
  await writePins(paths, entry, wanted.pins);
  // Before the files: a key that is in place without being remembered would look like a stranger's.
  await rememberPublisher(paths.publishers, one.seen);
  if (signature.state === "valid" && signature.kind === "openpgp")
    await learnCertificates(paths, [signature.publicKey], true);
  await placeSkill(paths, { name: version.name, files: [...files, ...beside], entry });
  return entry;
}
