import {
  ensureMayAtAll,
  ensureMayOnSkill,
  ensurePublisher,
  type FoundSkill,
  RegistryError,
  subjectOf,
} from "@gaia/catalog";
import { appendAudit, type Db, isUniqueViolation, skills, skillTransfers } from "@gaia/db";
import { standsAsAdmin } from "@gaia/policy";
import { and, eq, gt, lte } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { notify } from "../kernel/notify.ts";
import { findReservedFor } from "../publishing/reserved-name.ts";
import { ensureTransfer, toTransfer, type TransferView } from "./transfer-view.ts";
import { inTransactionWhileAllowed } from "../kernel/while-allowed.ts";

const DAYS = 7;

/** Offers of one skill to one publisher within those days, whatever became of them: each tells the receiver. */
const MOST_TO_ONE = 3;

/** @throws RegistryError `rate_limited` */
async function ensureNotTooMany(
  tx: Db,
  { skill, to, now }: { skill: { id: number; name: string }; to: { id: number; handle: string }; now: Date },
): Promise<void> {
  const since = new Date(now.getTime() - DAYS * 86_400_000);
  const same = and(eq(skillTransfers.skillId, skill.id), eq(skillTransfers.toPublisherId, to.id));
  if ((await tx.$count(skillTransfers, and(same, gt(skillTransfers.createdAt, since)))) < MOST_TO_ONE) return;
  throw new RegistryError(
    "rate_limited",
    `${skill.name} was offered to ${to.handle} ${MOST_TO_ONE} times within ${DAYS} days: leave them the next offer for later.`,
  );
}

/**
 * Holds the skill until the offer is made: one by a former publisher could be accepted, and taken back, by nobody.
 * @throws RegistryError `conflict`
 */
async function holdOffered(tx: Db, { skill, publisher }: FoundSkill): Promise<void> {
  const [now] = await tx.select().from(skills).where(eq(skills.id, skill.id)).for("no key update");
  if (now?.publisherId === publisher.id) return;
  throw new RegistryError("conflict", `${skill.name} is not ${publisher.handle}'s any more.`);
}

/**
 * Offers a skill to another publisher, whose owner or admin accepts or declines within a week. Until then nothing changes.
 * @throws RegistryError `unauthorized`, `forbidden`, `second_factor_required`, `not_found`, `name_reserved`, `conflict`, `rate_limited`
 */
export async function requestTransfer(ctx: Ctx, input: { name: string; to: string }): Promise<TransferView> {
  ensureMayAtAll(ctx, "requestTransfer", { skill: input.name });
  const { actor, found } = await ensureMayOnSkill(ctx, "requestTransfer", input.name);
  const to = await ensurePublisher(ctx, input.to);
  if (to.id === found.publisher.id) {
    throw new RegistryError("conflict", `${input.name} belongs to ${to.handle} already.`);
  }
  const reserved = findReservedFor(ctx, { name: input.name, publisher: to.handle });
  if (reserved !== null) throw new RegistryError("name_reserved", reserved);
  const now = ctx.now();
  const asked = { action: "requestTransfer", target: subjectOf(found) } as const;
  try {
    const id = await inTransactionWhileAllowed(ctx, asked, async (tx) => {
      await holdOffered(tx, found);
      await ensureNotTooMany(tx, { skill: found.skill, to, now });
      await tx
        .update(skillTransfers)
        .set({ status: "expired", decidedAt: now })
        .where(
          and(
            eq(skillTransfers.skillId, found.skill.id),
            eq(skillTransfers.status, "pending"),
            lte(skillTransfers.expiresAt, now),
          ),
        );
      const [row] = await tx
        .insert(skillTransfers)
        .values({
          skillId: found.skill.id,
          fromPublisherId: found.publisher.id,
          toPublisherId: to.id,
          requestedBy: actor.accountId,
          status: "pending",
          createdAt: now,
          expiresAt: new Date(now.getTime() + DAYS * 86_400_000),
        })
        .returning({ id: skillTransfers.id });
      if (!row) throw new Error("insert returned no row");
      await appendAudit(tx, {
        actor: actor.handle,
        action: "skill.transfer_request",
        target: `skill:${input.name}`,
        detail: { transfer: row.id, from: found.publisher.handle, to: to.handle },
        requestId: ctx.requestId,
      });
      const by = standsAsAdmin(actor, found.publisher.handle) ? ", an admin of this registry," : "";
      const offered = `${actor.handle}${by} offered ${input.name} of ${found.publisher.handle} to ${to.handle}`;
      const text = `${offered}, who may accept it within ${DAYS} days.`;
      for (const { id: publisherId } of [found.publisher, to]) {
        await notify(tx, { publisherId, versionId: null, skillId: found.skill.id, kind: "transfer-requested", text });
      }
      return row.id;
    });
    return toTransfer(await ensureTransfer(ctx.db, eq(skillTransfers.id, id)), now);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new RegistryError("conflict", `${input.name} is offered to a publisher already: withdraw that first.`);
  }
}
