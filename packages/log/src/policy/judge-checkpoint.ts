import { formatCheckpoint } from "../checkpoint/checkpoint.ts";
import type { SignedCheckpoint } from "../checkpoint/signed-checkpoint.ts";
import { type VerifiedSignature, verifyNote } from "../checkpoint/signatures.ts";
import { LogError } from "../log-error.ts";
import { sameBytes } from "../merkle/hashes.ts";
import type { VerifierKey } from "../note/verifier-key.ts";
import { shown } from "../strict-text.ts";
import type { Policy, PolicyWitness, Quorum } from "./policy.ts";

export interface Cosigned {
  witness: PolicyWitness;
  /** When the witness says that it saw no newer tree, in seconds since 1970: the newest of its signatures. */
  timestamp: number;
}

/** What a policy makes of a checkpoint. */
export type CheckpointVerdict =
  | {
      ok: true;
      logKey: VerifierKey;
      /** Every witness of the policy that did, whether or not the quorum needed it. */
      cosigned: Cosigned[];
      /**
       * Since when the quorum stands for this being the newest tree, in seconds since 1970: as many witnesses as it takes say this
       * time or a later one, so that no single one makes an old checkpoint look fresh. Null for a policy without a quorum.
       */
      asOf: number | null;
    }
  | { ok: false; reason: CheckpointRefusal; detail: string };

export type CheckpointRefusal =
  /** None of the policy's logs has this origin. */
  | "unknown_log"
  /** A log has it, and none of its keys signed. */
  | "unsigned"
  /** A signature of a key in the policy does not hold. */
  | "invalid_signature"
  /** Too few of the witnesses cosigned. */
  | "too_few_witnesses";

/**
 * Holds a checkpoint against a policy, offline: signed by one of its logs, under that log's name, and cosigned as its quorum asks
 * (C2SP tlog-policy). Reads no clock; how old a cosignature may be is for whoever asks.
 * @throws LogError `malformed_checkpoint` when the checkpoint is not what its note says: only the note is signed
 */
export async function judgeCheckpoint(
  policy: Policy,
  { checkpoint, note }: SignedCheckpoint,
): Promise<CheckpointVerdict> {
  const { origin } = checkpoint;
  if (formatCheckpoint(checkpoint) !== note.text) {
    throw new LogError("malformed_checkpoint", "the checkpoint is not what its note says");
  }
  const logKeys = policy.logs.map(({ key }) => key).filter(({ name }) => name === origin);
  if (logKeys.length === 0) {
    return { ok: false, reason: "unknown_log", detail: `the policy knows no log ${shown(origin)}` };
  }
  const verdict = await verifyNote(note, [...logKeys, ...policy.witnesses.map(({ key }) => key)]);
  if (!verdict.ok) return verdict;
  const logKey = logKeys.find((key) => verdict.signatures.some((signature) => signature.key === key));
  if (logKey === undefined) {
    return { ok: false, reason: "unsigned", detail: `no key that the policy has of ${origin} signed this checkpoint` };
  }
  const cosigned = policy.witnesses.flatMap((witness) => cosignedBy(witness, verdict.signatures));
  const times = new Map(cosigned.map(({ witness, timestamp }) => [witness, timestamp]));
  const asOf = policy.quorum === null ? null : timeOf(policy.quorum, times);
  if (policy.quorum !== null && asOf === null) {
    const missing = policy.witnesses.filter((witness) => !times.has(witness)).map(({ name }) => name);
    const detail =
      `${times.size} of the policy's ${policy.witnesses.length} witnesses cosigned; ${describe(policy.quorum)}; ` +
      `no cosignature of ${missing.join(", ")} came with it`;
    return { ok: false, reason: "too_few_witnesses", detail };
  }
  return { ok: true, logKey, cosigned, asOf };
}

/** Whether a policy believes a checkpoint. */
export async function isSatisfied(policy: Policy, signed: SignedCheckpoint): Promise<boolean> {
  return (await judgeCheckpoint(policy, signed)).ok;
}

function cosignedBy(witness: PolicyWitness, signatures: readonly VerifiedSignature[]): Cosigned[] {
  const times = signatures.flatMap(({ key, timestamp }) =>
    isSameKey(key, witness.key) && timestamp !== null ? [timestamp] : [],
  );
  return times.length === 0 ? [] : [{ witness, timestamp: Math.max(...times) }];
}

/** A log and a witness of one policy can have the same ML-DSA key: then one signature is both. */
const isSameKey = (a: VerifierKey, b: VerifierKey): boolean =>
  a.name === b.name && a.type === b.type && sameBytes(a.publicKey, b.publicKey);

/** The latest time at or after which enough of the witnesses cosigned; null when too few did at all. */
function timeOf(quorum: Quorum, times: ReadonlyMap<PolicyWitness, number>): number | null {
  if (quorum.kind === "witness") return times.get(quorum.witness) ?? null;
  const reached = quorum.members.map((member) => timeOf(member, times)).filter((time) => time !== null);
  return reached.toSorted((a, b) => b - a)[quorum.threshold - 1] ?? null;
}

const describe = (quorum: Quorum): string =>
  quorum.kind === "witness"
    ? `it takes ${quorum.witness.name}`
    : `it takes ${quorum.threshold} of the ${quorum.members.length} in ${quorum.name}`;
