import { signNote, verifyNote } from "../checkpoint/signatures.ts";
import type { SignedCheckpoint } from "../checkpoint/signed-checkpoint.ts";
import { LogError } from "../log-error.ts";
import { EMPTY_TREE, sameBytes, type Tree } from "../merkle/hashes.ts";
import { isConsistent } from "../merkle/verify-proofs.ts";
import { formatNote, formatSignatureLine } from "../note/note.ts";
import type { NoteSigner } from "../note/signer.ts";
import type { VerifierKey } from "../note/verifier-key.ts";
import { parseWitnessRequest, type WitnessRequest } from "./request.ts";

/** What a witness keeps of a log: the last tree that it cosigned, and the note that said it, which is evidence. */
export interface WitnessState {
  tree: Tree;
  note: string;
}

/** A witness's memory, a row for each origin. */
export interface WitnessStore {
  find(origin: string): Promise<WitnessState | null>;
  /**
   * Puts `next` in the place of what is there if that is still the tree `previous`, or nothing for null, in one atomic step; false
   * otherwise. Durable when it resolves: a witness that forgets cosigns two histories.
   */
  replace(origin: string, previous: Tree | null, next: WitnessState): Promise<boolean>;
}

export interface WitnessCtx {
  store: WitnessStore;
  /** The keys that a log signs with, by its origin; null for a log that is not followed. */
  findLogKeys(origin: string): Promise<readonly VerifierKey[] | null>;
  /** At least one; an Ed25519 and an ML-DSA-44 one, to serve old and new clients. */
  signers: readonly NoteSigner[];
  /** Seconds since 1970. */
  now(): number;
}

/** An HTTP answer, and why, in a word for the witness's own log. */
export interface WitnessAnswer {
  status: 200 | 400 | 403 | 404 | 409 | 422;
  contentType: "text/plain; charset=utf-8" | "text/x.tlog.size";
  body: string;
  reason: "cosigned" | "malformed" | "unknown_log" | "bad_signature" | "wrong_old_size" | "other_root" | "inconsistent";
}

/**
 * A witness's whole answer to `add-checkpoint` (C2SP tlog-witness). Cosigns only what a known log signed and what begins with the
 * tree that this witness cosigned last; the state is written, if nobody else wrote it meanwhile, before anything is cosigned.
 * @throws what the store or a signer throws; nothing was cosigned then
 */
export async function addCheckpoint(ctx: WitnessCtx, body: Uint8Array | string): Promise<WitnessAnswer> {
  const request = findRequest(body);
  if (request === null) return refuse(400, "malformed", "this is not an add-checkpoint request");
  const { origin } = request.signed.checkpoint;
  const keys = await ctx.findLogKeys(origin);
  if (keys === null) return refuse(404, "unknown_log", "this witness does not follow that log");
  const verdict = await verifyNote(request.signed.note, keys);
  if (!verdict.ok) return refuse(403, "bad_signature", verdict.detail);
  const state = await ctx.store.find(origin);
  return judge(request, state) ?? (await cosign(ctx, request.signed, state));
}

function findRequest(body: Uint8Array | string): WitnessRequest | null {
  try {
    return parseWitnessRequest(body);
  } catch (error) {
    if (error instanceof LogError) return null;
    throw error;
  }
}

/** Why a request whose signature holds is refused, in the order of the specification; null when it is not. */
function judge({ oldSize, proof, signed }: WitnessRequest, state: WitnessState | null): WitnessAnswer | null {
  const newer = signed.checkpoint.tree;
  const older = state?.tree ?? EMPTY_TREE;
  if (oldSize > newer.size) return refuse(400, "malformed", "the old size is larger than the checkpoint's");
  if (oldSize !== older.size) return conflict(older.size);
  // 422 since C2SP's pull request 280, 409 in version 1.0.0: so every 409 says a size to go on from.
  if (older.size === newer.size && !sameBytes(older.root, newer.root)) {
    return refuse(422, "other_root", "this is not the root of the tree of this size that was cosigned");
  }
  if (isConsistent({ older, newer, proof })) return null;
  return refuse(422, "inconsistent", "the checkpoint does not begin with the tree that was cosigned last");
}

async function cosign(ctx: WitnessCtx, signed: SignedCheckpoint, state: WitnessState | null): Promise<WitnessAnswer> {
  const { origin, tree } = signed.checkpoint;
  const next = { tree, note: formatNote(signed.note) };
  if (!(await ctx.store.replace(origin, state?.tree ?? null, next))) {
    const now = await ctx.store.find(origin);
    return conflict(now?.tree.size ?? 0);
  }
  const timestamp = ctx.now();
  let lines = "";
  for (const signer of ctx.signers) lines += formatSignatureLine(await signNote(signed.note.text, signer, timestamp));
  return { status: 200, contentType: "text/plain; charset=utf-8", body: lines, reason: "cosigned" };
}

function conflict(size: number): WitnessAnswer {
  return { status: 409, contentType: "text/x.tlog.size", body: `${size}\n`, reason: "wrong_old_size" };
}

function refuse(status: 400 | 403 | 404 | 422, reason: WitnessAnswer["reason"], detail: string): WitnessAnswer {
  return { status, contentType: "text/plain; charset=utf-8", body: `${detail}\n`, reason };
}
