import {
  appendAudit,
  type Db,
  inTransaction,
  isUniqueViolation,
  publishers,
  roleIn,
  skills,
  skillTransfers,
} from "@gaia/db";
import { refusalOf, standsAsAdmin } from "@gaia/policy";
import { and, eq, lte } from "drizzle-orm";
import type { Ctx, Person } from "../kernel/context.ts";
import { ensurePublisher } from "../kernel/ensure-publisher.ts";
import { RegistryError } from "../kernel/errors.ts";
import { ensureMayOnSkill, type FoundSkill } from "../kernel/find-skill.ts";
import { ensureConfirmed, ensureMayAtAll } from "../kernel/may.ts";
import { notify } from "../kernel/notify.ts";
import { findReservedFor } from "../publishing/reserved-name.ts";
import { ensureTransfer, toTransfer, type TransferView } from "./transfer-view.ts";

const DAYS = 7;

/**
 * Holds what an offer stands on until it is made: that the skill is still the publisher's, and whoever offers it still its owner. One that
 * was made by a former publisher could be accepted by nobody, and taken back by nobody else.
 * @throws RegistryError `conflict`
 */
async function holdOffered(tx: Db, { actor, found }: { actor: Person; found: FoundSkill }): Promise<void> {
  const { skill, publisher } = found;
  // As whoever changes its members takes it.
  await tx.select({ id: publishers.id }).from(publishers).where(eq(publishers.id, publisher.id)).for("share");
  const [now] = await tx.select().from(skills).where(eq(skills.id, skill.id)).for("no key update");
  if (now?.publisherId !== publisher.id)
    throw new RegistryError("conflict", `${skill.name} is not ${publisher.handle}'s any more.`);
  const role = await roleIn(tx, { accountId: actor.accountId, publisherId: publisher.id });
  const asNow = { ...actor, publishers: role === null ? [] : [{ ...publisher, role }] };
  if (refusalOf("requestTransfer", asNow, { skill: skill.name, publisher: publisher.handle }) !== null)
    throw new RegistryError("conflict", `${actor.handle} is no owner of ${publisher.handle} any more.`);
}

/**
 * Offers a skill to another publisher, whose owner or admin accepts or declines within a week. Until then nothing changes.
 * @throws RegistryError `unauthorized`, `forbidden`, `second_factor_required`, `not_found`, `name_reserved`, `conflict`
 */
export async function requestTransfer(ctx: Ctx, input: { name: string; to: string }): Promise<TransferView> {
  ensureMayAtAll(ctx, "requestTransfer", { skill: input.name });
  const { actor, found } = await ensureMayOnSkill(ctx, "requestTransfer", input.name);
  ensureConfirmed(ctx);
  const to = await ensurePublisher(ctx, input.to);
  if (to.id === found.publisher.id) {
    throw new RegistryError("conflict", `${input.name} belongs to ${to.handle} already.`);
  }
  const reserved = findReservedFor(ctx, { name: input.name, publisher: to.handle });
  if (reserved !== null) throw new RegistryError("name_reserved", reserved);
  const now = ctx.now();
  try {
    const id = await inTransaction(ctx.db, async (tx) => {
      await holdOffered(tx, { actor, found });
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
    throw new RegistryError("conflict", `${input.name} is offered to somebody already: withdraw that first.`);
  }
}
