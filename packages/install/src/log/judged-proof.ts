import {
  formatCheckpoint,
  formatNote,
  LogError,
  parseLeaf,
  parseTlogProof,
  saltedField,
  saltedSubject,
  splitSalt,
  type Policy,
  verifyTlogProof,
} from "@gaia/log";
import { judgeNew, type PinnedLog } from "./pinned-log.ts";
import { type SeenCheckpoint, toSeen } from "./seen-checkpoints.ts";

/** What a proof has to be about. */
export interface ProvenSubject {
  publisher: string;
  name: string;
  version: string;
  releaseDigest: string;
  /** Whether the registry says that anybody may see it: of such a one the log hides nothing. */
  isPublic: boolean;
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
  /** `isUnwitnessed`: too few of the policy's witnesses cosigned. */
  | { state: "early"; reason: string; isUnwitnessed?: boolean }
  /** `isOvertaken`: it is about this release and a statement that did not come with it; the registry may have decided meanwhile. */
  | { state: "invalid"; reason: string; isOvertaken?: boolean };

/**
 * Judges a `.tlog-proof` offline, one that is new or was `isKept` since it was judged: its entry is about this very release and the newest
 * of the statements that came with it, it stands in a tree that one of the policy's logs signed, and as many witnesses cosigned as the
 * policy takes.
 */
export async function judgeProof(
  text: string,
  pinned: PinnedLog,
  subject: ProvenSubject,
  isKept = false,
): Promise<ProofVerdict> {
  try {
    const proof = parseTlogProof(text);
    const { extra, signed } = proof;
    if (extra === null) return invalid("the proof does not say its entry");
    const { entry, salt } = splitSalt(extra);
    const judge = (policy: Policy) => verifyTlogProof(proof, { entry, policy });
    const verdict = isKept ? await judge(pinned.policy) : await judgeNew(pinned, judge);
    if (!verdict.ok) return toUnproven(verdict, pinned);
    const mismatch = mismatchOf(parseLeaf(entry).fields, subject, salt);
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

function toUnproven({ reason, detail }: { reason: string; detail: string }, pinned: PinnedLog): ProofVerdict {
  if (!mayCome(reason, pinned)) return invalid(detail);
  return { state: "early", reason: detail, isUnwitnessed: reason === "too_few_witnesses" };
}

/** Witnesses come a moment later, and so does the signature of a key that has just taken over. */
export const mayCome = (reason: string, { former }: PinnedLog): boolean =>
  reason === "too_few_witnesses" || (reason === "unsigned" && former !== undefined && former.size > 0);

type Fields = ReturnType<typeof parseLeaf>["fields"];

function mismatchOf(fields: Fields, subject: ProvenSubject, salt: string | null): ProofVerdict | null {
  const another = salt === null ? otherThanNamed(fields, subject) : otherThanHidden(fields, subject, salt);
  if (another !== null) return invalid(another);
  const said = (field: "release" | "statement", value: string) =>
    salt === null ? value : saltedField(salt, field, value);
  if (fields.release !== said("release", subject.releaseDigest))
    return invalid("the log's entry is about another release");
  const { statement } = fields;
  const statements = subject.statements.map((digest) => said("statement", digest));
  if (statement === undefined || !statements.includes(statement))
    return {
      state: "invalid",
      reason: "the log's entry is of none of the registry's signed statements that came with the release",
      isOvertaken: true,
    };
  if (statement !== statements.at(-1))
    return { state: "early", reason: "the log's entry is not of the newest of the registry's signed statements" };
  return null;
}

function otherThanNamed(fields: Fields, subject: ProvenSubject): string | null {
  for (const field of ["publisher", "name", "version"] as const)
    if (fields[field] !== subject[field])
      return `the log's entry is about the ${field} ${fields[field] ?? "(none)"}, not ${subject[field]}`;
  return null;
}

/** What is hidden from a monitor must be hidden from everybody: else a registry could show one reader what no publisher sees. */
function otherThanHidden(fields: Fields, subject: ProvenSubject, salt: string): string | null {
  if (subject.isPublic) return "the log's entry is hidden, and the registry says that everybody may see the skill";
  return fields.private === saltedSubject(salt, subject) ? null : "the log's entry is about another release";
}

const invalid = (reason: string): ProofVerdict => ({ state: "invalid", reason });
