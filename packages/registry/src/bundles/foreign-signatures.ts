import { RegistryError } from "@gaia/catalog";
import type { ImportedSignature } from "@gaia/db";
import { isVerifiable } from "@gaia/trust";
import type { Ctx } from "../kernel/context.ts";

const MOST_SIGNATURES = 16;
const MOST_CHARACTERS = 64 * 1024;

/**
 * The author's signatures of another registry's release, each verified again over its `SHA256SUMS` with the key that came along. Whose
 * key that is the other registry says; here it signs nothing. Anything that is no signature of these kinds is left out.
 */
export async function judgeForeignSignatures(ctx: Ctx, sums: string, value: unknown): Promise<ImportedSignature[]> {
  const list: unknown = (value as { signatures?: unknown } | null)?.signatures;
  const judged: ImportedSignature[] = [];
  for (const one of Array.isArray(list) ? list.slice(0, MOST_SIGNATURES) : []) {
    const { kind, signer, signature, public_key: registered } = (one ?? {}) as Record<string, unknown>;
    if (![kind, signer, signature, registered].every(isShortText) || !isVerifiable(String(kind))) continue;
    judged.push({
      kind: String(kind),
      signer: String(signer),
      signature: String(signature),
      state: (await holds(ctx, sums, one as ForeignSignature)) ? "valid" : "invalid",
    });
  }
  return judged;
}

interface ForeignSignature {
  kind: string;
  signature: string;
  public_key: string;
  verified_at?: unknown;
}

async function holds(ctx: Ctx, sums: string, one: ForeignSignature): Promise<boolean> {
  const { kind, signature, public_key: registered, verified_at: verifiedAt } = one;
  if (!isVerifiable(kind)) return false;
  const told = new Date(String(verifiedAt));
  const now = ctx.now();
  try {
    const verdict = await ctx.verifier.verify(kind, {
      message: new TextEncoder().encode(sums),
      signature,
      signers: [{ id: "sent", registered, revokedAt: null }],
      at: told < now ? told : now,
      isNew: false,
    });
    return verdict.ok;
  } catch (error) {
    if (error instanceof RegistryError && error.code !== "unavailable") return false;
    throw error;
  }
}

const isShortText = (value: unknown): boolean => typeof value === "string" && value.length <= MOST_CHARACTERS;
