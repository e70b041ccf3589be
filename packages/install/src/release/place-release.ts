import type { InstallContext } from "../terms/context.ts";
import { besideFiles } from "../terms/generated-files.ts";
import { type Placed, placeSkill } from "../skills/installed-skills.ts";
import type { LockEntry } from "../home/skill-lock.ts";
import type { ReleaseProof } from "../log/proven-release.ts";
import type { JudgedRelease } from "../judging/judged-release.ts";
import { learnCertificates } from "../trust/known-certificates.ts";
import { rememberPublisher } from "../trust/known-publishers.ts";

/**
 * Puts a judged release in its place, with what is remembered of it and what stands beside its files (docs/TRUST.md). What was kept of a
 * person's own work is told. Call inside `changeInstalled`.
 */
export async function placeRelease(
  { registry, paths, tell }: InstallContext,
  judged: JudgedRelease & { proof: ReleaseProof },
  placing: { entry: LockEntry; pins: string | null; fetchedAt: Date; overwrites: boolean },
): Promise<Placed> {
  const { release, skill, signature, proof, seen } = judged;
  const { entry, pins, fetchedAt, overwrites } = placing;
  const { name } = release.version;
  const beside = besideFiles(release, { skill, signature, proof: proof.text, pins, registry, fetchedAt });
  // Before the files: a key that is in place without being remembered would look like a stranger's.
  await rememberPublisher(paths.publishers, seen);
  if (signature.state === "valid" && signature.kind === "openpgp")
    await learnCertificates(paths, [signature.publicKey], true);
  const placed = await placeSkill(paths, { name, files: [...release.files, ...beside], entry, overwrites });
  for (const kept of placed.kept) tell({ kind: "note", text: `what was in the place of ${name} is kept: ${kept}` });
  return placed;
}
