import { ensureMay, ensureMayAtAll, RegistryError } from "@gaia/catalog";
import { appendAudit, type Db, publishers, skills, trustedPublishers, workloadTokens } from "@gaia/db";
import { refusalOf, trustedSubject } from "@gaia/policy";
import { and, eq, inArray, isNull, type SQL } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { sayTrusted } from "./say-trusted.ts";
import type { TrustedRow } from "./view-trusted-publisher.ts";
import { inTransactionWhileAllowed } from "../kernel/while-allowed.ts";

/**
 * Ends what a workflow may, with the tokens that it has at that moment.
 * @throws RegistryError `unauthorized`, `forbidden`, `not_found`
 */
export async function removeTrustedPublisher(ctx: Ctx, input: { name: string; id: string }): Promise<void> {
  const { name, id } = input;
  const who = ensureMayAtAll(ctx, "removeTrustedPublisher", { skill: name });
  const isThis = and(eq(trustedPublishers.id, id), eq(trustedPublishers.skillName, name));
  const [row] = await ctx.db
    .select({ publisher: publishers.handle })
    .from(trustedPublishers)
    .innerJoin(publishers, eq(publishers.id, trustedPublishers.publisherId))
    .where(and(isThis, isNull(trustedPublishers.removedAt)));
  const gone = new RegistryError("not_found", `${name} has no such trusted publisher.`);
  if (!row) throw gone;
  // To whoever is neither of its publisher nor an admin it is not there: nothing may be live under the name yet.
  const isMember = who.publishers.some(({ handle }) => handle === row.publisher);
  if (!isMember && refusalOf("removeTrustedPublisher", who, { publisher: row.publisher, skill: name }) !== null)
    throw gone;
  const target = { publisher: row.publisher, skill: name };
  const actor = ensureMay(ctx, "removeTrustedPublisher", target);
  const asked = { action: "removeTrustedPublisher", target } as const;
  const why = { why: "removed", by: actor.handle } as const;
  const ended = await inTransactionWhileAllowed(ctx, asked, (tx) => endTrusted(ctx, tx, isThis, why));
  if (ended === 0) throw gone;
}

/** Ends these rows with their tokens, and says why; part of the transaction that ends them. @returns how many there were */
export async function endTrusted(
  ctx: Ctx,
  tx: Db,
  which: SQL | undefined,
  { why, by }: { why: "removed" | "transferred" | "published by another"; by: string },
): Promise<number> {
  const now = ctx.now();
  const rows: TrustedRow[] = await tx
    .update(trustedPublishers)
    .set({ removedAt: now, removedWhy: why })
    .where(and(which, isNull(trustedPublishers.removedAt)))
    .returning();
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  await tx
    .update(workloadTokens)
    .set({ revokedAt: now })
    .where(and(inArray(workloadTokens.trustedPublisherId, ids), isNull(workloadTokens.revokedAt)));
  for (const row of rows) {
    const [of] = await tx
      .select({ publisher: publishers.handle, skillId: skills.id })
      .from(publishers)
      .leftJoin(skills, eq(skills.name, row.skillName))
      .where(eq(publishers.id, row.publisherId));
    await appendAudit(tx, {
      actor: by,
      action: "trusted_publisher.remove",
      target: `skill:${row.skillName}`,
      detail: { trusted_publisher: row.id, why, issuer: row.issuer, workflow: trustedSubject(row) },
      requestId: ctx.requestId,
    });
    if (of) {
      const { publisher, skillId } = of;
      await sayTrusted(tx, { row, skillId, publisher, change: "removed", by, at: now });
    }
  }
  return rows.length;
}
