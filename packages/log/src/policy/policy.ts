import type { VerifierKey } from "../note/verifier-key.ts";

/** A log whose checkpoints are believed: its origin is the key's name. */
export interface PolicyLog {
  key: VerifierKey;
  url: string | null;
}

export interface PolicyWitness {
  /** What the policy calls it; its key has a name of its own. */
  name: string;
  key: VerifierKey;
  /** Where it takes checkpoints; offline readers need none. */
  url: string | null;
}

/** What has to have cosigned: one witness, or at least so many of the members. */
export type Quorum =
  | { kind: "witness"; witness: PolicyWitness }
  | { kind: "group"; name: string; threshold: number; members: Quorum[] };

/** Which logs are believed, and whose cosignatures that takes; a null quorum takes none (C2SP tlog-policy). */
export interface Policy {
  logs: PolicyLog[];
  witnesses: PolicyWitness[];
  quorum: Quorum | null;
}
