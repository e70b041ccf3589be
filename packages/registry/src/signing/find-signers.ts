import { appendAudit, inTransaction, signingKeys } from "@gaia/db";
import { and, arrayContains, eq, isNull } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { RegistryError } from "../kernel/errors.ts";
import type { KeyRow } from "./publisher-key.ts";

/**
 * The keys of a publisher that may have made a signature, found by the fingerprint or key id that it names; nothing is verified.
 * More than one only where key ids collide.
 */
export async function findSigners(ctx: Ctx, input: { publisherId: number; issuer: string }): Promise<KeyRow[]> {
  const ofPublisher = and(eq(signingKeys.publisherId, input.publisherId), eq(signingKeys.kind, "openpgp"));
  for (const row of await ctx.db
    .select()
    .from(signingKeys)
    .where(and(ofPublisher, isNull(signingKeys.signerIds))))
    await readSignerIds(ctx, row);
  return ctx.db
    .select()
    .from(signingKeys)
    .where(and(ofPublisher, arrayContains(signingKeys.signerIds, [input.issuer])));
}

/** Keys that were registered before signers were found by these ids. */
async function readSignerIds(ctx: Ctx, row: KeyRow): Promise<void> {
  const read = await ctx.verifier
    .readKey({ incoming: row.publicKey, known: null, received: [] })
    .catch((error: unknown) => {
      if (error instanceof RegistryError && error.code === "invalid_key") return null;
      throw error;
    });
  await inTransaction(ctx.db, async (tx) => {
    await tx
      .update(signingKeys)
      .set({ signerIds: read?.key.signerIds ?? [], publicKey: read?.key.armored ?? row.publicKey })
      .where(and(eq(signingKeys.id, row.id), eq(signingKeys.publicKey, row.publicKey)));
    await appendAudit(tx, {
      actor: "registry",
      action: "key.read",
      target: `key:${row.fingerprint}`,
      detail: { fingerprint: row.fingerprint },
      requestId: ctx.requestId,
    });
  });
}
