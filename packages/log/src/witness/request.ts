import { parseSignedCheckpoint, type SignedCheckpoint } from "../checkpoint/signed-checkpoint.ts";
import { LogError } from "../log-error.ts";
import { HASH_BYTES } from "../merkle/hashes.ts";
import { MAX_PROOF_HASHES } from "../merkle/verify-proofs.ts";
import { formatNote, NOTE_LIMITS } from "../note/note.ts";
import { findBase64, findDecimal, findText, toBase64 } from "../strict-text.ts";

/** What a log asks a witness: cosign this, which begins with the tree of `oldSize` leaves that you cosigned last. */
export interface WitnessRequest {
  oldSize: number;
  /** The consistency proof from `oldSize`; empty from 0. */
  proof: Uint8Array[];
  signed: SignedCheckpoint;
}

/** The longest request that is read. */
export const MAX_REQUEST_BYTES = NOTE_LIMITS.bytes + 64 * (MAX_PROOF_HASHES + 1);

/** The body of `POST <submission prefix>/add-checkpoint` (C2SP tlog-witness, "add-checkpoint"). @throws LogError `malformed_note` */
export function formatWitnessRequest({ oldSize, proof, signed }: WitnessRequest): string {
  return `${[`old ${oldSize}`, ...proof.map(toBase64)].join("\n")}\n\n${formatNote(signed.note)}`;
}

/**
 * Reads that body.
 * @throws LogError `malformed_request`, `malformed_note`, `malformed_checkpoint`
 */
export function parseWitnessRequest(body: Uint8Array | string): WitnessRequest {
  const text = findText(body, MAX_REQUEST_BYTES);
  const split = text?.indexOf("\n\n") ?? -1;
  if (text === null || split === -1) {
    throw new LogError("malformed_request", "a request is an old size, a proof, an empty line and a checkpoint");
  }
  const [first = "", ...lines] = text.slice(0, split).split("\n");
  const oldSize = first.startsWith("old ") ? findDecimal(first.slice("old ".length)) : null;
  if (oldSize === null) throw new LogError("malformed_request", "a request begins with the old size");
  if (lines.length > MAX_PROOF_HASHES) {
    throw new LogError("malformed_request", `a request has at most ${MAX_PROOF_HASHES} hashes`);
  }
  const proof = lines.map((line) => {
    const hash = findBase64(line);
    if (hash?.length !== HASH_BYTES) throw new LogError("malformed_request", "a hash is 32 bytes in base 64");
    return hash;
  });
  return { oldSize, proof, signed: parseSignedCheckpoint(text.slice(split + 2)) };
}
