import { ensureMay, ensureMayAtAll, ensureMayOn, npmPackageOf, RegistryError, subjectOf } from "@gaia/catalog";
import { appendAudit, isUniqueViolation, promotions, type Db, versions } from "@gaia/db";
import { verifiedObstacles } from "@gaia/policy";
import { and, eq } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { undeclaredOf } from "./audit-case.ts";
import { behindRequest } from "../kernel/account-behind.ts";
import { notify } from "../kernel/notify.ts";
import { syncSearch } from "../kernel/sync-search.ts";
import { changeTier, readStanding, type Standing, toPolicy } from "../kernel/tier.ts";
import { type PromotionView, viewPromotion } from "./view-promotion.ts";
import { inTransactionWhileAllowed } from "../kernel/while-allowed.ts";

/**
 * Files an author's request for the audit of a community version. One request is pending at a time.
 * @throws RegistryError `unauthorized`, `forbidden`, `not_found`, `conflict` naming what stands in the way
 */
export async function requestPromotion(
  ctx: Ctx,
  input: { name: string; version: string; note: string | null },
): Promise<{ created: boolean; promotion: PromotionView }> {
  const { actor, found } = await ensureMayOn(ctx, "requestPromotion", input);
  const pending = await findPending(ctx, found.version.id);
  if (pending) return { created: false, promotion: await viewPromotion(ctx, pending) };
  const standing = await readStanding(ctx.db, found.version.id, false);
  const obstacles = standing ? obstaclesToVerified(standing) : ["It was not inspected yet."];
  const inspectionId = found.version.inspectionId;
  if (obstacles.length > 0 || !inspectionId) {
    throw new RegistryError("conflict", `${input.name} ${input.version} cannot be audited yet. ${obstacles.join(" ")}`);
  }
  const id = crypto.randomUUID();
  const asked = { action: "requestPromotion", target: subjectOf(found) } as const;
  try {
    await inTransactionWhileAllowed(ctx, asked, async (tx) => {
      await tx.insert(promotions).values({
        id,
        versionId: found.version.id,
        fromTier: found.version.tier,
        toTier: "verified",
        status: "pending",
        note: input.note,
        inspectionId,
        requestedBy: actor.accountId,
        requestedAt: ctx.now(),
      });
      await appendAudit(tx, {
        actor: actor.handle,
        action: "promotion.request",
        target: `skill:${input.name}@${input.version}`,
        detail: { promotion_id: id },
        requestId: ctx.requestId,
      });
    });
  } catch (error) {
    const theirs = isUniqueViolation(error) ? await findPending(ctx, found.version.id) : null;
    if (!theirs) throw error;
    return { created: false, promotion: await viewPromotion(ctx, theirs) };
  }
  return { created: true, promotion: await viewPromotion(ctx, id) };
}

async function findPending(ctx: Ctx, versionId: number): Promise<string | null> {
  const [row] = await ctx.db
    .select({ id: promotions.id })
    .from(promotions)
    .where(and(eq(promotions.versionId, versionId), eq(promotions.status, "pending")));
  return row?.id ?? null;
}

interface DecisionInput {
  id: string;
  inspectionId: string;
  reason: string;
  /** The npm package that the admin found to belong to the publisher and to hold this skill (MiaOS). */
  npmPackage?: string | null | undefined;
}

/**
 * Approves the audit of that inspection of that release: the tier becomes verified and the registry countersigns.
 * Everything is looked at again under the row's lock.
 * @throws RegistryError `forbidden` for the publisher's own people, `conflict` when it is no longer what was audited
 */
export async function approvePromotion(ctx: Ctx, input: DecisionInput): Promise<PromotionView> {
  ensureMayAtAll(ctx, "approvePromotion");
  const { standing, subject } = await ensureDecidable(ctx, input);
  const actor = ensureMay(ctx, "approvePromotion", subject);
  const raised = await changeTier(ctx, {
    standing,
    asked: { action: "approvePromotion", target: subject },
    to: "verified",
    actor: actor.handle,
    reason: input.reason,
    ensure: (now) => now.version.inspectionId === input.inspectionId && obstaclesToVerified(now).length === 0,
    within: async (tx) => {
      const decided = await tx
        .update(promotions)
        .set({ status: "approved", decidedBy: actor.accountId, decidedAt: ctx.now(), reason: input.reason })
        .where(and(eq(promotions.id, input.id), eq(promotions.status, "pending")))
        .returning({ id: promotions.id });
      if (decided.length === 0) throw new RegistryError("conflict", "Another admin decided this request just now.");
      await tellDecision(tx, standing, "approved: it is verified", input.reason);
      if (input.npmPackage) await confirmNpmPackage(tx, standing, input.npmPackage);
    },
  });
  if (!raised) {
    const now = await readStanding(ctx.db, standing.version.id, false);
    const obstacles = now ? obstaclesToVerified(now) : [];
    throw new RegistryError("conflict", `It changed since it was audited: ${obstacles.join("; ") || "look again"}.`);
  }
  await syncSearch(ctx, standing.skill.id);
  return viewPromotion(ctx, input.id);
}

/** What the manifest says of its npm package is a claim; a stranger may own that name. @throws RegistryError `conflict` */
async function confirmNpmPackage(tx: Db, standing: Standing, npmPackage: string): Promise<void> {
  // The column holds what `readSkill` gave.
  const claimed = npmPackageOf(standing.version.manifest);
  if (claimed !== npmPackage) {
    throw new RegistryError(
      "conflict",
      `This skill says that its npm package is ${claimed ?? "none"}, not ${npmPackage}.`,
    );
  }
  await tx.update(versions).set({ npmPackage }).where(eq(versions.id, standing.version.id));
}

/** Rejects an audit request; the version keeps its tier. @throws RegistryError `forbidden`, `conflict` */
export async function rejectPromotion(ctx: Ctx, input: DecisionInput): Promise<PromotionView> {
  ensureMayAtAll(ctx, "rejectPromotion");
  const { standing, subject } = await ensureDecidable(ctx, input);
  const actor = ensureMay(ctx, "rejectPromotion", subject);
  const asked = { action: "rejectPromotion", target: subject } as const;
  await inTransactionWhileAllowed(ctx, asked, async (tx) => {
    const decided = await tx
      .update(promotions)
      .set({ status: "rejected", decidedBy: actor.accountId, decidedAt: ctx.now(), reason: input.reason })
      .where(and(eq(promotions.id, input.id), eq(promotions.status, "pending")))
      .returning({ id: promotions.id });
    if (decided.length === 0) throw new RegistryError("conflict", "Another admin decided this request just now.");
    await appendAudit(tx, {
      actor: actor.handle,
      action: "promotion.reject",
      target: `skill:${standing.skill.name}@${standing.version.version}`,
      detail: { promotion_id: input.id, reason: input.reason },
      requestId: ctx.requestId,
    });
    await tellDecision(tx, standing, "rejected: it keeps its tier", input.reason);
  });
  return viewPromotion(ctx, input.id);
}

const tellDecision = (tx: Db, { version, skill, publisher }: Standing, what: string, reason: string): Promise<void> =>
  notify(tx, {
    publisherId: publisher.id,
    versionId: version.id,
    kind: "audited",
    text: `The audit of ${skill.name} ${version.version} was ${what}. ${reason}`,
  });

async function ensureDecidable(ctx: Ctx, input: DecisionInput) {
  const [promotion] = await ctx.db.select().from(promotions).where(eq(promotions.id, input.id));
  if (!promotion) throw new RegistryError("not_found", "There is no such request.");
  if (promotion.status !== "pending")
    throw new RegistryError("conflict", `This request was ${promotion.status} already.`);
  const standing = await readStanding(ctx.db, promotion.versionId, false);
  if (!standing) throw new Error("a promotion without its version");
  if (promotion.inspectionId !== input.inspectionId || standing.version.inspectionId !== input.inspectionId) {
    throw new RegistryError(
      "conflict",
      "That is not the inspection that counts now: look at the current report first.",
    );
  }
  // The author and the admin who decides are two people (docs/lifecycle.md).
  const { requestedBy } = promotion;
  const involved = await behindRequest(ctx.db, { version: standing.version, requestedBy });
  return { standing, subject: { ...subjectOf(standing), involved } };
}

const obstaclesToVerified = (standing: Standing): string[] =>
  verifiedObstacles({ ...toPolicy(standing), tier: standing.version.tier, undeclared: undeclaredOf(standing) });
