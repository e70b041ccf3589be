import type { HomePaths } from "../home/home.ts";
import type { LockEntry } from "../home/skill-lock.ts";
import { digestOfProof } from "./installed-proof.ts";
import type { ReleaseProof } from "./proven-release.ts";
import type { SeenCheckpoint } from "./seen-checkpoints.ts";

/** What the lock says of the proof that came with a release and is to lie beside it. */
export function loggedAs(proof: ReleaseProof, { place }: HomePaths): Pick<LockEntry, "log_proof" | "checkpoint"> {
  return {
    // A team's machines each have a proof of their own, of a later tree each time.
    log_proof: proof.text === null || place.scope === "project" ? null : digestOfProof(proof.text),
    checkpoint: proof.state === "proven" ? checkpointOf(proof.verdict.checkpoint) : null,
  };
}

const checkpointOf = ({ checkpoint }: SeenCheckpoint): LockEntry["checkpoint"] => ({
  origin: checkpoint.origin,
  size: checkpoint.tree.size,
  root: Buffer.from(checkpoint.tree.root).toString("base64"),
});
