import { setTimeout as sleep } from "node:timers/promises";
import type { InstallContext } from "../context.ts";
import { unverified } from "../failures.ts";
import type { JudgedRelease } from "../trust/judged-release.ts";
import { judgeProof, type ProofVerdict } from "./judged-proof.ts";
import { settleCheckpoint, settleSeen, WAITS_MS } from "./newest-checkpoint.ts";
import { type PinnedLog, pinnedLogFor } from "./pinned-log.ts";

/** The proof that came with a release, as text, and what this home makes of it; `unpinned`: nothing was judged. */
export type ReleaseProof =
  | { state: "unpinned"; text: string | null }
  | { state: "proven"; text: string; pinned: PinnedLog; verdict: Extract<ProofVerdict, { state: "valid" }> };

/**
 * Fetches the proof that a release stands in its registry's log, and with the log pinned holds it against the policy and against what this
 * home has seen of that log. Throws exit 5 when it does not hold, or is not there after a few seconds.
 */
export async function proveRelease(context: InstallContext, judged: JudgedRelease): Promise<ReleaseProof> {
  const { registry, paths, door } = context;
  const pinned = await pinnedLogFor(paths.trust, registry);
  const { name, version } = judged.release.version;
  if (pinned === null) return { state: "unpinned", text: await door.proof({ name, version }) };
  await settleCheckpoint(context, pinned);
  const proven = await awaitProof(context, pinned, judged);
  await settleSeen(context, proven.verdict.checkpoint);
  return proven;
}

async function awaitProof(
  context: InstallContext,
  pinned: PinnedLog,
  { release, attestation }: JudgedRelease,
): Promise<Extract<ReleaseProof, { state: "proven" }>> {
  const { publisher, name, version, release_digest: releaseDigest } = release.version;
  const statements = attestation.state === "valid" ? attestation.digests : [];
  const subject = `${name} ${version}`;
  for (const waitMs of [...WAITS_MS, null]) {
    const text = await context.door.proof({ name, version });
    const verdict =
      text === null ? null : await judgeProof(text, pinned, { publisher, name, version, releaseDigest, statements });
    if (text !== null && verdict?.state === "valid") {
      context.tell({ kind: "progress", text: null });
      return { state: "proven", text, pinned, verdict };
    }
    if (verdict?.state === "invalid")
      throw unverified(
        "log_proof_invalid",
        `The proof that ${subject} stands in the registry's log does not hold: ${verdict.reason}`,
        "nothing was installed; try again, and tell the registry's operators if it stays",
      );
    if (waitMs === null) break;
    context.tell({ kind: "progress", text: `waiting for the proof that the registry's log has ${subject}` });
    await sleep(waitMs);
  }
  throw unverified(
    "log_proof_missing",
    `The registry does not prove that its log has what it decided of ${subject}`,
    "nothing was installed; try again in a moment, and tell the registry's operators if it stays",
  );
}
