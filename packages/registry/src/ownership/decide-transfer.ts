import { ensureMay, ensureMayAtAll, isLive, RegistryError } from "@gaia/catalog";
import { appendAudit, type Db, holdPerson, reviews, settleReviews, skills, skillTransfers } from "@gaia/db";
import { writeDecision } from "@gaia/decisions";
import { type Action, refusalOf, standsAsAdmin } from "@gaia/policy";
import { and, eq, sql } from "drizzle-orm";
import type { Ctx, Person } from "../kernel/context.ts";
import { notify } from "../kernel/notify.ts";
import { ensureWithinQuota } from "../kernel/quota.ts";
import { syncSearch } from "../kernel/sync-search.ts";
import { endRightsOnTransfer } from "./end-rights.ts";
import { ensureStillOffered } from "./ensure-still-offered.ts";
import {
  ensureTransfer,
  type FoundTransfer,
  isTold,
  noTransfer,
  selectTransfers,
  toTransfer,
  type TransferView,
} from "./transfer-view.ts";
import { type Asked, inTransactionWhileAllowed } from "../kernel/while-allowed.ts";

/**
 * Takes an offered skill over. In this one transaction it becomes the receiver's, and every right of the former publisher ends.
 * What an admin of the registry offers who does not own it, somebody else accepts, so that nobody takes a skill over alone.
 * @throws RegistryError `unauthorized`, `forbidden`, `second_factor_required`, `not_found`, `conflict` for one that was decided, has
 *   expired, or whose skill or asker is not what it was, `name_reserved`, `quota_exceeded`
 */
export async function acceptTransfer(ctx: Ctx, input: { id: string }): Promise<TransferView> {
  ensureMayAtAll(ctx, "acceptTransfer");
  const found = await findFor(ctx, "acceptTransfer", input.id);
  const asked = { action: "acceptTransfer", target: { publisher: found.to.handle } } as const;
  const actor = ensureMay(ctx, asked.action, asked.target);
  const now = ctx.now();
  await inTransactionWhileAllowed(ctx, asked, async (tx) => {
    // Before the offer's row, as whoever changes an account's role takes it.
    const asker = { kind: "account" as const, ...(await holdPerson(tx, found.transfer.requestedBy)) };
    const { transfer, skill, from, to, requester } = await lockPending(tx, input.id, now);
    if (skill.publisherId !== from.id)
      throw new RegistryError("conflict", `${skill.name} is not ${from.handle}'s any more.`);
    ensureStillOffered(ctx, asker, { name: skill.name, from: from.handle, to: to.handle });
    await endRightsOnTransfer(ctx, tx, { skill, transferId: input.id, by: actor.handle });
    await tx
      .update(skills)
      .set({ publisherId: to.id, updatedAt: now, revision: sql`${skills.revision} + 1` })
      .where(eq(skills.id, skill.id));
    if (transfer.requestedBy === actor.accountId && standsAsAdmin(actor, from.handle)) {
      throw new RegistryError(
        "forbidden",
        `${actor.handle} offered it as an admin of this registry: another member of ${to.handle} has to accept it.`,
      );
    }
    await settleReviews(tx, eq(reviews.skillId, skill.id));
    await decide(tx, input.id, { status: "accepted", decidedBy: actor.accountId, decidedAt: now });
    // Its versions are the receiver's from here on, and count among what it may take.
    await ensureWithinQuota(ctx, tx, to);
    const fields = {
      publisher: to.handle,
      name: skill.name,
      from: from.handle,
      change: "transferred",
      by: actor.handle,
    };
    // Of a name under which nothing is live the log says nothing: it would tell whoever wants to be first.
    const leaves = (await isLive(tx, skill.id)) ? [{ kind: "ownership" as const, at: now, fields }] : [];
    await writeDecision(tx, {
      leaves,
      audit: {
        actor: actor.handle,
        action: "skill.transfer",
        target: `skill:${skill.name}`,
        detail: { transfer: input.id, from: from.handle, to: to.handle, requested_by: requester.handle },
        requestId: ctx.requestId,
      },
    });
    const text =
      `${skill.name} went from ${from.handle} to ${to.handle}: ${requester.handle} offered it, ${actor.handle} accepted. ` +
      `Every right of ${from.handle} on it has ended.`;
    for (const { id: publisherId } of [from, to]) {
      await notify(tx, { publisherId, versionId: null, skillId: skill.id, kind: "transferred", text });
    }
  });
  await syncSearch(ctx, found.skill.id);
  return viewTransfer(ctx, input.id);
}

/** Declines an offered skill. @throws as `acceptTransfer` */
export async function declineTransfer(ctx: Ctx, input: { id: string }): Promise<TransferView> {
  ensureMayAtAll(ctx, "declineTransfer");
  const found = await findFor(ctx, "declineTransfer", input.id);
  const asked = { action: "declineTransfer", target: { publisher: found.to.handle } } as const;
  const actor = ensureMay(ctx, asked.action, asked.target);
  await endOffer(ctx, found, { asked, status: "declined", by: actor, action: "skill.transfer_decline" });
  return viewTransfer(ctx, input.id);
}

/** Takes an offer back. @throws as `acceptTransfer` */
export async function withdrawTransfer(ctx: Ctx, input: { id: string }): Promise<TransferView> {
  ensureMayAtAll(ctx, "withdrawTransfer");
  const found = await findFor(ctx, "withdrawTransfer", input.id);
  const target = { publisher: found.from.handle, skill: found.skill.name };
  const asked = { action: "withdrawTransfer", target } as const;
  const actor = ensureMay(ctx, asked.action, asked.target);
  await endOffer(ctx, found, { asked, status: "withdrawn", by: actor, action: "skill.transfer_withdraw" });
  return viewTransfer(ctx, input.id);
}

/** Of what is neither side's business, nobody learns that it is there. */
async function findFor(ctx: Ctx, action: Action, id: string): Promise<FoundTransfer> {
  const found = await ensureTransfer(ctx.db, eq(skillTransfers.id, id));
  const [told] = await selectTransfers(ctx.db).where(and(eq(skillTransfers.id, id), isTold(ctx)));
  const concerns = [found.from, found.to].some(
    ({ handle }) => refusalOf("listTransfers", ctx.actor, { publisher: handle }) === null,
  );
  const mine = action === "withdrawTransfer" ? found.from : found.to;
  if ((told && concerns) || refusalOf(action, ctx.actor, { publisher: mine.handle, skill: found.skill.name }) === null)
    return found;
  throw noTransfer();
}

async function endOffer(
  ctx: Ctx,
  { transfer: { id } }: FoundTransfer,
  end: { asked: Asked; status: "declined" | "withdrawn"; by: Person; action: string },
): Promise<void> {
  const now = ctx.now();
  await inTransactionWhileAllowed(ctx, end.asked, async (tx) => {
    const { skill, from, to } = await lockPending(tx, id, now);
    await decide(tx, id, { status: end.status, decidedBy: end.by.accountId, decidedAt: now });
    await appendAudit(tx, {
      actor: end.by.handle,
      action: end.action,
      target: `skill:${skill.name}`,
      detail: { transfer: id, from: from.handle, to: to.handle },
      requestId: ctx.requestId,
    });
    const text = `The offer of ${skill.name} by ${from.handle} to ${to.handle} was ${end.status} by ${end.by.handle}.`;
    for (const { id: publisherId } of [from, to]) {
      await notify(tx, { publisherId, versionId: null, skillId: skill.id, kind: "transfer-ended", text });
    }
  });
}

/** The offer while it can be decided, with its skill's row held: first the skill, as whoever publishes takes it. */
async function lockPending(tx: Db, id: string, now: Date): Promise<FoundTransfer> {
  const [named] = await tx
    .select({ skillId: skillTransfers.skillId })
    .from(skillTransfers)
    .where(eq(skillTransfers.id, id));
  if (!named) throw noTransfer();
  await tx.select({ id: skills.id }).from(skills).where(eq(skills.id, named.skillId)).for("no key update");
  await tx.select({ id: skillTransfers.id }).from(skillTransfers).where(eq(skillTransfers.id, id)).for("update");
  const found = await ensureTransfer(tx, eq(skillTransfers.id, id));
  const { status, expiresAt } = found.transfer;
  if (status !== "pending") throw new RegistryError("conflict", `This offer was ${status} already.`);
  if (expiresAt <= now) throw new RegistryError("conflict", "This offer has expired: ask for another one.");
  return found;
}

const decide = (
  tx: Db,
  id: string,
  decision: { status: "accepted" | "declined" | "withdrawn"; decidedBy: number; decidedAt: Date },
) =>
  tx
    .update(skillTransfers)
    .set(decision)
    .where(and(eq(skillTransfers.id, id), eq(skillTransfers.status, "pending")));

const viewTransfer = async (ctx: Ctx, id: string): Promise<TransferView> =>
  toTransfer(await ensureTransfer(ctx.db, eq(skillTransfers.id, id)), ctx.now());
