import { ensureMayFor, RegistryError } from "@gaia/catalog";
import { signatures, signingKeys } from "@gaia/db";
import { writeDecision } from "@gaia/decisions";
import { and, eq } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { signerLeaf } from "../kernel/leaves.ts";
import { demoteUnsigned } from "./demote-unsigned.ts";
import { type PublisherKey, viewKey } from "./publisher-key.ts";
import { inTransactionWhileAllowed } from "../kernel/while-allowed.ts";

/**
 * Revokes a key. `retired`: it signs nothing more, what it signed stays. `compromised`: every signature it made is
 * revoked too, and versions that have no other fall back to experimental.
 * @throws RegistryError `unauthorized`, `forbidden`, `second_factor_required`, `not_found`, `conflict`
 */
export async function revokeKey(
  ctx: Ctx,
  input: { handle: string; id: string; as: "compromised" | "retired" },
): Promise<PublisherKey> {
  const { actor, publisher } = await ensureMayFor(ctx, "revokePublisherKey", input);
  const asked = { action: "revokePublisherKey", target: { publisher: publisher.handle } } as const;
  const affected = await inTransactionWhileAllowed(ctx, asked, async (tx) => {
    const [key] = await tx
      .select()
      .from(signingKeys)
      .where(and(eq(signingKeys.id, input.id), eq(signingKeys.publisherId, publisher.id)))
      .for("update");
    if (!key) throw new RegistryError("not_found", `Publisher ${publisher.handle} has no such key.`);
    // A retired key may still turn out to be compromised; nothing turns back.
    if (key.revokedAs === "compromised" || key.revokedAs === input.as) {
      throw new RegistryError("conflict", `The key was revoked already (${key.revokedAs}).`);
    }
    await tx
      .update(signingKeys)
      .set({ revokedAt: key.revokedAt ?? ctx.now(), revokedAs: input.as })
      .where(eq(signingKeys.id, key.id));
    await writeDecision(tx, {
      leaves: [signerLeaf({ publisher: publisher.handle, key, change: input.as, at: ctx.now() })],
      audit: {
        actor: actor.handle,
        action: "key.revoke",
        target: `publisher:${publisher.handle}`,
        detail: { fingerprint: key.fingerprint, as: input.as },
        requestId: ctx.requestId,
      },
    });
    if (input.as === "retired") return [];
    return tx
      .update(signatures)
      .set({ status: "revoked" })
      .where(eq(signatures.signingKeyId, key.id))
      .returning({ versionId: signatures.versionId });
  });
  for (const { versionId } of affected) await demoteUnsigned(ctx, versionId, actor.handle);
  return viewKey(ctx.db, input.id);
}
