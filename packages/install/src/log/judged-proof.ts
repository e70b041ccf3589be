import { formatCheckpoint, formatNote, LogError, parseLeaf, parseTlogProof, verifyTlogProof } from "@gaia/log";
import type { PinnedLog } from "./pinned-log.ts";
import { type SeenCheckpoint, toSeen } from "./seen-checkpoints.ts";

/** What a proof has to be about. */
export interface ProvenSubject {
  publisher: string;
  name: string;
  version: string;
  releaseDigest: string;
  /** The digests of the registry's statements about the release that verified, oldest first. */
  statements: readonly string[];
}

export type ProofVerdict =
  | {
      state: "valid";
      origin: string;
      /** Zero-based place in the log. */
      index: number;
      checkpoint: SeenCheckpoint;
      /** The policy's names of the witnesses that cosigned. */
      cosigned: string[];
      /** Since when enough of them say that this was the newest tree; null for a policy without witnesses. */
      asOf: Date | null;
    }
  /** About an earlier statement than the newest one, or not cosigned by enough witnesses: the right one may come in a moment. */
  | { state: "early"; reason: string }
  | { state: "invalid"; reason: string };

/**
 * Judges a `.tlog-proof` offline: its entry is about this very release and the newest of the statements that came with it, it stands in a
 * tree that one of the policy's logs signed, and as many witnesses cosigned as the policy takes.
 */
export async function judgeProof(text: string, pinned: PinnedLog, subject: ProvenSubject): Promise<ProofVerdict> {
  try {
    const proof = parseTlogProof(text);
    const { extra: entry, signed } = proof;
    if (entry === null) return invalid("the proof does not say its entry");
    const verdict = await verifyTlogProof(proof, { entry, policy: pinned.policy });
    if (!verdict.ok)
      return { state: verdict.reason === "too_few_witnesses" ? "early" : "invalid", reason: verdict.detail };
    const mismatch = mismatchOf(parseLeaf(entry).fields, subject);
    if (mismatch !== null) return mismatch;
    return {
      state: "valid",
      origin: signed.checkpoint.origin,
      index: verdict.index,
      checkpoint: toSeen(formatNote({ text: formatCheckpoint(signed.checkpoint), signatures: signed.note.signatures })),
      cosigned: verdict.cosigned.map(({ witness }) => witness.name),
      asOf: verdict.asOf === null ? null : new Date(verdict.asOf * 1000),
    };
  } catch (error) {
    if (error instanceof LogError) return invalid(`the proof cannot be read: ${error.message}`);
    throw error;
  }
}

function mismatchOf(fields: ReturnType<typeof parseLeaf>["fields"], subject: ProvenSubject): ProofVerdict | null {
  for (const field of ["publisher", "name", "version"] as const)
    if (fields[field] !== subject[field])
      return invalid(`the log's entry is about the ${field} ${fields[field] ?? "of nobody"}, not ${subject[field]}`);
  if (fields.release !== subject.releaseDigest) return invalid("the log's entry is about another release");
  const { statement } = fields;
  if (statement === undefined || !subject.statements.includes(statement))
    return invalid("the log's entry is of none of the registry's signed statements that came with the release");
  if (statement !== subject.statements.at(-1))
    return { state: "early", reason: "the log's entry is not of the newest of the registry's signed statements" };
  return null;
}

const invalid = (reason: string): ProofVerdict => ({ state: "invalid", reason });
