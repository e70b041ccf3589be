import { appendAudit, inTransaction, signatures, skills, versions } from "@gaia/db";
import { attestedTypeOf, TrustError } from "@gaia/trust";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { demoteUnsigned } from "./demote-unsigned.ts";

/** As the index `signatures_unread` has it. */
const isUnread = and(
  sql`${signatures.kind} = 'sigstore' AND ${signatures.status} = 'valid'`,
  isNull(signatures.predicateType),
);

/**
 * Reads the bundles that were accepted when any statement about `SHA256SUMS` counted as its signature, and sets aside those that sign no
 * release: they stay as attestations, and a tier that stood on one falls. Each is read once.
 * @returns how many versions fell
 */
export async function setAsideAttestations(ctx: Ctx, limit: number): Promise<number> {
  const rows = await ctx.db
    .select({ signature: signatures, version: versions, skill: skills })
    .from(signatures)
    .innerJoin(versions, eq(versions.id, signatures.versionId))
    .innerJoin(skills, eq(skills.id, versions.skillId))
    .where(isUnread)
    .limit(limit);
  const signing: string[] = [];
  let fell = 0;
  for (const { signature, version, skill } of rows) {
    const predicateType = await typeOf(signature);
    if (predicateType === null) {
      signing.push(signature.id);
      continue;
    }
    await inTransaction(ctx.db, async (tx) => {
      await tx
        .update(signatures)
        .set({ status: "attested", acceptedAt: null, predicateType })
        .where(and(eq(signatures.id, signature.id), isUnread));
      await appendAudit(tx, {
        actor: "registry",
        action: "version.attestation",
        target: `skill:${skill.name}@${version.version}`,
        detail: { signer: signature.signer, predicate_type: predicateType, was: "signature" },
        requestId: ctx.requestId,
      });
    });
    if (await demoteUnsigned(ctx, version.id, "registry")) fell += 1;
  }
  await noteRead(ctx, signing);
  return fell;
}

/** What was accepted once and cannot be read any more is no statement that is known. */
async function typeOf({ kind, body }: typeof signatures.$inferSelect): Promise<string | null> {
  try {
    return await attestedTypeOf(kind, body);
  } catch (error) {
    if (error instanceof TrustError) return null;
    throw error;
  }
}

async function noteRead(ctx: Ctx, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await inTransaction(ctx.db, async (tx) => {
    await tx
      .update(signatures)
      .set({ predicateType: "" })
      .where(and(inArray(signatures.id, ids), isUnread));
    await appendAudit(tx, {
      actor: "registry",
      action: "registry.signatures_read",
      target: "registry",
      detail: { signatures: ids.length },
      requestId: ctx.requestId,
    });
  });
}
