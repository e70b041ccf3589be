import { verifyNote } from "../checkpoint/signatures.ts";
import type { SignedCheckpoint } from "../checkpoint/signed-checkpoint.ts";
import { LogError } from "../log-error.ts";
import { type NoteSignature, parseSignatureLines } from "../note/note.ts";
import type { VerifierKey } from "../note/verifier-key.ts";
import { findDecimal, findText, shown } from "../strict-text.ts";
import { formatWitnessRequest } from "./request.ts";

/** What came back over HTTP. Who posts bounds the body: no answer needs more than 64 KiB. */
export interface WitnessReply {
  status: number;
  body: Uint8Array | string;
}

export interface AskCtx {
  /** Sends a body to `<submission prefix>/add-checkpoint`; throws when no answer comes. */
  post(body: string): Promise<WitnessReply>;
  /** The consistency proof from a smaller tree to the checkpoint's (`proveConsistency`). */
  proofFrom(oldSize: number): Promise<Uint8Array[]>;
}

export interface AskInput {
  /** With the log's own signatures and no more: foreign witnesses read as little as 10 kB. */
  signed: SignedCheckpoint;
  /** The witness's keys: signatures of others are passed over. */
  keys: readonly VerifierKey[];
  /** The tree that the witness is thought to have cosigned last; 0 when nothing is known. */
  oldSize: number;
}

/** What a witness answered. */
export type WitnessOutcome =
  /** To be added to the checkpoint (`withSignatures`). */
  | { kind: "cosigned"; signatures: NoteSignature[] }
  /** It has cosigned a larger tree of this log: this checkpoint is an old one, or a part of the log was lost. */
  | { kind: "ahead"; size: number }
  /** It has cosigned another history: its tree of this size has another root, or is no beginning of this one. */
  | { kind: "forked"; size: number }
  | { kind: "refused"; status: number; detail: string };

/**
 * Asks a witness for its cosignature (C2SP tlog-witness, "add-checkpoint"), and once more from the size that it says it has.
 * @throws what `post` and `proofFrom` throw
 */
export async function askWitness(ctx: AskCtx, { signed, keys, oldSize }: AskInput): Promise<WitnessOutcome> {
  const { size } = signed.checkpoint.tree;
  const first = Math.min(oldSize, size);
  const reply = await ask(ctx, signed, first);
  const known = reply.status === 409 ? sizeIn(reply) : null;
  if (known === null || known > size || known === first) return outcomeOf(reply, { signed, keys, oldSize: first });
  return outcomeOf(await ask(ctx, signed, known), { signed, keys, oldSize: known });
}

async function ask(ctx: AskCtx, signed: SignedCheckpoint, oldSize: number): Promise<WitnessReply> {
  return ctx.post(formatWitnessRequest({ oldSize, proof: await ctx.proofFrom(oldSize), signed }));
}

async function outcomeOf(reply: WitnessReply, { signed, keys, oldSize }: AskInput): Promise<WitnessOutcome> {
  const { status } = reply;
  const { size } = signed.checkpoint.tree;
  const known = status === 409 ? sizeIn(reply) : null;
  if (known !== null && known > size) return { kind: "ahead", size: known };
  // Version 1.0.0 of the specification has 409 for the right size with another root, and no size in its body.
  const isOtherRoot = status === 409 && (known === oldSize || (known === null && oldSize === size));
  if (status === 422 || isOtherRoot) return { kind: "forked", size: oldSize };
  if (status !== 200) return { kind: "refused", status, detail: shown(wordsOf(reply)) };
  try {
    const signatures = parseSignatureLines(reply.body).filter(({ name, keyId }) =>
      keys.some((key) => key.name === name && key.keyId === keyId),
    );
    const verdict = await verifyNote({ text: signed.note.text, signatures }, keys);
    if (!verdict.ok) return { kind: "refused", status, detail: verdict.detail };
    return { kind: "cosigned", signatures: onePerKey(signatures) };
  } catch (error) {
    if (error instanceof LogError) return { kind: "refused", status, detail: error.message };
    throw error;
  }
}

/** A witness that repeats itself would fill the note, in which all the others have to find room. */
const onePerKey = (signatures: readonly NoteSignature[]): NoteSignature[] => [
  ...new Map(signatures.map((signature) => [`${signature.name} ${signature.keyId}`, signature])).values(),
];

function sizeIn({ body }: WitnessReply): number | null {
  const text = findText(body, 32);
  return text?.endsWith("\n") === true ? findDecimal(text.slice(0, -1)) : null;
}

const wordsOf = ({ body }: WitnessReply): string =>
  typeof body === "string" ? body : Buffer.from(body.subarray(0, 400)).toString("latin1");
