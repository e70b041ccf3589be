import { sha256Hex } from "@gaia/archive";
import { judgeProof, type ProofVerdict, type ProvenSubject } from "./judged-proof.ts";
import type { PinnedLog } from "./pinned-log.ts";

/** What lies beside an installed skill, and what it is held against. */
interface InstalledProof {
  /** The `.tlog-proof`, null when there is none. */
  proof: string | null;
  /** The digest of the one that came when it was installed; null when none did, or nobody knows. */
  installed: string | null;
  /** Undefined when the registry's log is not pinned. */
  pinned: PinnedLog | undefined;
  subject: ProvenSubject;
}

/** Judges it offline. `detail` says who vouches for what. */
export async function judgeInstalledProof({ proof, installed, pinned, subject }: InstalledProof): Promise<{
  state: "passed" | "failed" | "unchecked";
  detail: string;
}> {
  if (installed !== null && proof === null) return failed(".tlog-proof is gone");
  if (installed !== null && proof !== null && digestOfProof(proof) !== installed)
    return failed(".tlog-proof is not the one that was installed");
  if (proof === null && pinned === undefined) return unchecked("no proof from the registry's log came with it");
  if (proof === null) return unchecked("it was installed without a proof from the registry's log: install it again");
  if (pinned === undefined) return unchecked("its place in the registry's log was not checked: pin the log");
  const verdict = await judgeProof(proof, pinned, subject, installed !== null);
  if (verdict.state !== "valid") return failed(verdict.reason);
  return { state: "passed", detail: whoSaw(verdict, pinned) };
}

export const digestOfProof = (proof: string): string => `sha256:${sha256Hex(Buffer.from(proof))}`;

/** Who saw the decision in the log, in plain words. */
export function whoSaw(verdict: Extract<ProofVerdict, { state: "valid" }>, { policy }: PinnedLog): string {
  const { origin, index, cosigned, asOf } = verdict;
  const entry = `what the registry decided is entry ${index} of the log ${origin}`;
  if (policy.witnesses.length === 0)
    return `${entry}; no witness is asked for, so only the registry vouches for the log`;
  // Pinned before that was refused.
  const isItself = ({ key }: (typeof policy.witnesses)[number]) =>
    policy.logs.some((log) => Buffer.compare(log.key.publicKey, key.publicKey) === 0);
  if (policy.witnesses.every(isItself))
    return `${entry}; the only witness is the log itself, so only the registry vouches for the log`;
  const names = cosigned.length === 0 ? "" : ` (${cosigned.join(", ")})`;
  const when = asOf === null ? "" : ` at ${asOf.toISOString()} or later`;
  return `${entry}, cosigned by ${cosigned.length} of ${policy.witnesses.length} witnesses${names}${when}`;
}

const failed = (detail: string) => ({ state: "failed" as const, detail });
const unchecked = (detail: string) => ({ state: "unchecked" as const, detail });
