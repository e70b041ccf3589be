import type { InstallContext } from "../terms/context.ts";
import { billBeside, digestOfBill } from "../terms/bill.ts";
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
  const { pins, fetchedAt, overwrites } = placing;
  const { name, version } = release.version;
  const bill = billBeside(release.files, release.bill);
  if ("why" in bill) tell({ kind: "note", text: `no bill of materials lies beside ${name} ${version}: ${bill.why}` });
  const billText = "why" in bill ? null : bill.text;
  const more = { skill, signature, proof: proof.text, bill: billText, pins, registry, fetchedAt };
  const beside = besideFiles(release, more);
  // As with proofs: a later inspection writes another bill, so a team's machines each have a bill of their own.
  const isLocked = billText !== null && paths.place.scope !== "project";
  const entry = { ...placing.entry, bill: isLocked ? digestOfBill(billText) : null };
  // Before the files: a key that is in place without being remembered would look like a stranger's.
  await rememberPublisher(paths.publishers, seen);
  if (signature.state === "valid" && signature.kind === "openpgp")
    await learnCertificates(paths, [signature.publicKey], true);
  const placed = await placeSkill(paths, { name, files: [...release.files, ...beside], entry, overwrites });
  for (const kept of placed.kept) tell({ kind: "note", text: `what was in the place of ${name} is kept: ${kept}` });
  return placed;
}
