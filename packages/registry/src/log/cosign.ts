import {
  askWitness,
  isSatisfied,
  LogError,
  type NoteSignature,
  openTiles,
  type Policy,
  type PolicyWitness,
  proveConsistency,
  type SignedCheckpoint,
  parseSignedCheckpoint,
  withSignatures,
  formatNote,
} from "@gaia/log";
import { describeError } from "@gaia/db";
import type { Registry } from "../kernel/context.ts";
import { ensureOrigin, logSigners } from "./log-keys.ts";

/** The policy that the operator set, with this registry's own log as the one that it is about; null: no witnesses are asked. */
export async function ownPolicy(ctx: Registry): Promise<Policy | null> {
  const { policy } = ctx.log;
  if (policy === null || policy.quorum === null) return null;
  const origin = await ensureOrigin(ctx);
  return { ...policy, logs: [{ key: logSigners(ctx, origin).log.key, url: null }] };
}

/**
 * Asks every witness of the policy for its cosignature. One that does not answer, or refuses, is told and left out.
 * @returns the note with what came, and whether that is what the policy asks for
 */
export async function cosign(
  ctx: Registry,
  note: string,
  policy: Policy,
): Promise<{ note: string; isSatisfied: boolean }> {
  const signed = parseSignedCheckpoint(note);
  const asked = await Promise.all(policy.witnesses.map((witness) => ask(ctx, signed, witness)));
  const cosigned = { ...signed, note: withSignatures(signed.note, asked.flat()) };
  return { note: formatNote(cosigned.note), isSatisfied: await isSatisfied(policy, cosigned) };
}

async function ask(ctx: Registry, signed: SignedCheckpoint, witness: PolicyWitness): Promise<NoteSignature[]> {
  const { url, name, key } = witness;
  if (url === null) return [];
  const tiles = await openTiles(ctx.log.tiles.read, signed.checkpoint.tree);
  try {
    const outcome = await askWitness(
      {
        post: (body) => ctx.log.post(`${url.replace(/\/$/, "")}/add-checkpoint`, body),
        proofFrom: (size) => proveConsistency(tiles, size),
      },
      { signed, keys: [key], oldSize: ctx.log.witnessed.get(url) ?? 0 },
    );
    if (outcome.kind === "cosigned") {
      ctx.log.witnessed.set(url, signed.checkpoint.tree.size);
      ctx.log.disputes.delete(name);
      return outcome.signatures;
    }
    if (outcome.kind === "forked")
      ctx.log.disputes.set(name, `witness ${name} cosigned another history, of ${outcome.size} leaves`);
    if (outcome.kind === "ahead")
      ctx.log.disputes.set(name, `witness ${name} cosigned ${outcome.size} leaves, more than the log has`);
    ctx.warn("log_not_cosigned", { witness: name, ...outcome });
  } catch (error) {
    if (error instanceof LogError) throw error;
    ctx.warn("log_not_cosigned", { witness: name, error: describeError(error) });
  }
  return [];
}
