import { type SignedCheckpoint, parseSignedCheckpoint } from "../checkpoint/signed-checkpoint.ts";
import { LogError } from "../log-error.ts";
import { HASH_BYTES, leafHash } from "../merkle/hashes.ts";
import { isIncluded, MAX_PROOF_HASHES } from "../merkle/verify-proofs.ts";
import { formatNote, NOTE_LIMITS } from "../note/note.ts";
import { type Cosigned, type CheckpointRefusal, judgeCheckpoint } from "../policy/judge-checkpoint.ts";
import type { Policy } from "../policy/policy.ts";
import { findBase64, findDecimal, findText, toBase64 } from "../strict-text.ts";

/** What a `.tlog-proof` holds: that an entry stands at a place of a checkpoint's tree. */
export interface TlogProof {
  /** Zero-based place of the entry in the log. */
  index: number;
  /** The inclusion proof, the leaf's sibling first. */
  hashes: Uint8Array[];
  signed: SignedCheckpoint;
  /** Opaque and not authenticated; null where there is none. */
  extra: Uint8Array | null;
}

const HEADER = "c2sp.org/tlog-proof@v1";
const MAX_EXTRA_BYTES = 64 * 1024;
const MAX_BYTES = NOTE_LIMITS.bytes + 2 * MAX_EXTRA_BYTES + 64 * MAX_PROOF_HASHES;

/** Writes a proof file (C2SP tlog-proof, "Format"). @throws LogError `malformed_proof`, `malformed_note` */
export function formatTlogProof({ index, hashes, signed, extra }: TlogProof): string {
  const head = [
    HEADER,
    ...(extra === null ? [] : [`extra ${toBase64(extra)}`]),
    `index ${index}`,
    ...hashes.map(toBase64),
  ];
  const text = `${head.join("\n")}\n\n${formatNote(signed.note)}`;
  parseTlogProof(text);
  return text;
}

/**
 * Reads a proof file; nothing of it is verified.
 * @throws LogError `malformed_proof`, `malformed_note`, `malformed_checkpoint`
 */
export function parseTlogProof(input: Uint8Array | string): TlogProof {
  const text = findText(input, MAX_BYTES);
  if (text === null) throw new LogError("malformed_proof", `a proof is UTF-8 text of at most ${MAX_BYTES} bytes`);
  const split = text.indexOf("\n\n");
  const [header, ...lines] = text.slice(0, Math.max(split, 0)).split("\n");
  if (header !== HEADER) throw new LogError("malformed_proof", `a proof begins with ${HEADER}, and has a checkpoint`);
  const extra = lines[0]?.startsWith("extra ") === true ? parseExtra(lines.shift() ?? "") : null;
  const [, decimal = ""] = /^index (\d+)$/.exec(lines.shift() ?? "") ?? [];
  const index = findDecimal(decimal);
  if (index === null) throw new LogError("malformed_proof", "a proof says its entry's index");
  if (lines.length > MAX_PROOF_HASHES) {
    throw new LogError("malformed_proof", `a proof has at most ${MAX_PROOF_HASHES} hashes`);
  }
  return { index, extra, hashes: lines.map(parseHash), signed: parseSignedCheckpoint(text.slice(split + 2)) };
}

function parseExtra(line: string): Uint8Array {
  const bytes = findBase64(line.slice("extra ".length));
  if (bytes === null || bytes.length > MAX_EXTRA_BYTES) {
    throw new LogError("malformed_proof", `a proof's extra data is base 64 of at most ${MAX_EXTRA_BYTES} bytes`);
  }
  return bytes;
}

function parseHash(line: string): Uint8Array {
  const hash = findBase64(line);
  if (hash?.length !== HASH_BYTES) throw new LogError("malformed_proof", "a proof's hashes are 32 bytes in base 64");
  return hash;
}

export type ProofVerdict =
  | { ok: true; index: number; signed: SignedCheckpoint; cosigned: Cosigned[]; asOf: number | null }
  | { ok: false; reason: CheckpointRefusal | "not_included"; detail: string };

/** Whether a proof shows, offline, that this very entry is in a log that the policy believes. */
export async function verifyTlogProof(
  proof: TlogProof,
  against: { entry: Uint8Array; policy: Policy },
): Promise<ProofVerdict> {
  const { index, hashes, signed } = proof;
  const verdict = await judgeCheckpoint(against.policy, signed);
  if (!verdict.ok) return verdict;
  const { tree } = signed.checkpoint;
  if (!isIncluded({ index, leaf: leafHash(against.entry), proof: hashes, tree })) {
    return { ok: false, reason: "not_included", detail: `this is not entry ${index} of the log's ${tree.size}` };
  }
  return { ok: true, index, signed, cosigned: verdict.cosigned, asOf: verdict.asOf };
}
