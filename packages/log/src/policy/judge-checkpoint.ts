import type { SignedCheckpoint } from "../checkpoint/signed-checkpoint.ts";
import { type VerifiedSignature, verifyNote } from "../checkpoint/signatures.ts";
import { sameBytes } from "../merkle/hashes.ts";
import type { VerifierKey } from "../note/verifier-key.ts";
import type { Policy, PolicyWitness, Quorum } from "./policy.ts";

export interface Cosigned {
  witness: PolicyWitness;
  /** When the witness says that it saw no newer tree, in seconds since 1970: the newest of its signatures. */
  timestamp: number;
}

/** What a policy makes of a checkpoint. */
export type CheckpointVerdict =
  /** `cosigned`: every witness of the policy that did, whether or not the quorum needed it. */
  { ok: true; logKey: VerifierKey; cosigned: Cosigned[] } | { ok: false; reason: CheckpointRefusal; detail: string };

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
 */
export async function judgeCheckpoint(
  policy: Policy,
  { checkpoint, note }: SignedCheckpoint,
): Promise<CheckpointVerdict> {
  const { origin } = checkpoint;
  const logKeys = policy.logs.map(({ key }) => key).filter(({ name }) => name === origin);
  if (logKeys.length === 0) {
    return { ok: false, reason: "unknown_log", detail: `the policy knows no log ${origin}` };
  }
  const verdict = await verifyNote(note, [...logKeys, ...policy.witnesses.map(({ key }) => key)]);
  if (!verdict.ok) return verdict;
  const logKey = logKeys.find((key) => verdict.signatures.some((signature) => signature.key === key));
  if (logKey === undefined) {
    return { ok: false, reason: "unsigned", detail: `no key that the policy has of ${origin} signed this checkpoint` };
  }
  const cosigned = policy.witnesses.flatMap((witness) => cosignedBy(witness, verdict.signatures));
  const seen = new Set(cosigned.map(({ witness }) => witness));
  if (policy.quorum !== null && !isReached(policy.quorum, seen)) {
    const detail = `${seen.size} of the policy's ${policy.witnesses.length} witnesses cosigned; ${describe(policy.quorum)}`;
    return { ok: false, reason: "too_few_witnesses", detail };
  }
  return { ok: true, logKey, cosigned };
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

function isReached(quorum: Quorum, seen: ReadonlySet<PolicyWitness>): boolean {
  if (quorum.kind === "witness") return seen.has(quorum.witness);
  return quorum.members.filter((member) => isReached(member, seen)).length >= quorum.threshold;
}

const describe = (quorum: Quorum): string =>
  quorum.kind === "witness"
    ? `it takes ${quorum.witness.name}`
    : `it takes ${quorum.threshold} of the ${quorum.members.length} in ${quorum.name}`;
