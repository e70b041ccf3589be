import { ensureMay, RegistryError } from "@gaia/catalog";
import { appendAudit, batches, batchItems } from "@gaia/db";
import { and, eq } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { ring } from "../kernel/ring.ts";
import { inTransactionWhileAllowed } from "../kernel/while-allowed.ts";
import { choosePublisher } from "../publishing/choose-publisher.ts";
import { lentBy } from "./batch-row.ts";
import { type BatchView, ensureOwnBatch, viewBatch } from "./view-batch.ts";

/**
 * Publishes what the dry run of a batch found to be new, in the background, each skill by itself. Asked again, it changes nothing.
 * @throws RegistryError `unauthorized`, `forbidden`, `not_found`, `conflict` while it is being looked at, or where nothing of it is new
 */
export async function publishBatch(ctx: Ctx, { id }: { id: string }): Promise<BatchView> {
  const actor = ensureMay(ctx, "publishBatch");
  const batch = await ensureOwnBatch(ctx, { id, accountId: actor.accountId });
  const publisher = actor.publishers.find((each) => each.id === batch.publisherId);
  if (!publisher)
    throw new RegistryError("forbidden", `Your account ${actor.handle} does not belong to that publisher any more.`);
  choosePublisher(ctx, publisher.handle, batch.isStaged ? "stageSkill" : "publishSkill");
  const isBegun = await inTransactionWhileAllowed(ctx, { action: "publishBatch", target: {} }, async (tx) => {
    const [held] = await tx.select().from(batches).where(eq(batches.id, id)).for("no key update");
    if (held?.state === "publishing" || held?.state === "done") return false;
    // One that came to no end goes on with what is left.
    const isCutOff = held?.state === "failed" && held.confirmedAt !== null;
    if (held?.state !== "checked" && !isCutOff)
      throw new RegistryError("conflict", "It is still being looked at: publish it once that is done.");
    const count = await tx.$count(batchItems, and(eq(batchItems.batchId, id), eq(batchItems.outcome, "new")));
    if (count === 0) throw new RegistryError("conflict", "Nothing of it is new: there is nothing to publish.");
    // What may be lent is what the one who says it may.
    const begun = {
      state: "publishing" as const,
      confirmedAt: ctx.now(),
      failures: 0,
      reason: null,
      finishedAt: null,
      ...lentBy(actor),
    };
    await tx.update(batches).set(begun).where(eq(batches.id, id));
    await appendAudit(tx, {
      actor: actor.handle,
      action: "batch.publish",
      target: `batch:${id}`,
      detail: { publisher: publisher.handle, skills: count, staged: batch.isStaged },
      requestId: ctx.requestId,
    });
    return true;
  });
  if (isBegun) await ring(ctx, { name: "batch", id });
  return viewBatch(ctx, id);
}
