import { RegistryError } from "@gaia/catalog";
import { appendAudit, inTransaction, signingKeys } from "@gaia/db";
import type { VerifiableKind } from "@gaia/trust";
import { and, arrayOverlaps, eq, isNull } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import type { KeyRow } from "./publisher-key.ts";

/**
 * Who of a publisher's signers may have made a signature, found by the ids that it names; nothing is verified.
 */
export async function findSigners(
  ctx: Ctx,
  input: { publisherId: number; kind: VerifiableKind; signerIds: string[] },
): Promise<KeyRow[]> {
  const ofPublisher = and(eq(signingKeys.publisherId, input.publisherId), eq(signingKeys.kind, input.kind));
  if (input.kind === "openpgp") {
    const unread = and(ofPublisher, isNull(signingKeys.signerIds));
    for (const row of await ctx.db.select().from(signingKeys).where(unread)) await readSignerIds(ctx, row);
  }
  return ctx.db
    .select()
    .from(signingKeys)
    .where(and(ofPublisher, arrayOverlaps(signingKeys.signerIds, input.signerIds)));
}

/** OpenPGP keys that were registered before signers were found by these ids; no other kind is that old. */
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
