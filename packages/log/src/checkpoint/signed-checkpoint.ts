import { formatNote, type Note, parseNote } from "../note/note.ts";
import type { NoteSigner } from "../note/signer.ts";
import { type Checkpoint, formatCheckpoint, parseCheckpoint } from "./checkpoint.ts";
import { signNote } from "./signatures.ts";

/** A checkpoint and what is said to be signatures over it: nothing of it is verified (`judgeCheckpoint` does). */
export interface SignedCheckpoint {
  checkpoint: Checkpoint;
  note: Note;
}

/**
 * Reads a signed checkpoint (C2SP tlog-checkpoint).
 * @throws LogError `malformed_note`, `malformed_checkpoint`
 */
export function parseSignedCheckpoint(input: Uint8Array | string): SignedCheckpoint {
  const note = parseNote(input);
  return { checkpoint: parseCheckpoint(note.text), note };
}

/**
 * Signs a checkpoint with each of the log's keys, at a time in seconds since 1970 for those that sign one, and writes the note.
 * @throws LogError `malformed_checkpoint`, `unsignable`, `malformed_note`
 */
export async function signCheckpoint(
  checkpoint: Checkpoint,
  signers: readonly NoteSigner[],
  timestamp: number,
): Promise<string> {
  const text = formatCheckpoint(checkpoint);
  const signatures = [];
  for (const signer of signers) signatures.push(await signNote(text, signer, timestamp));
  return formatNote({ text, signatures });
}
