import { ensureMay, RegistryError } from "@gaia/catalog";
import { appendAudit, type Db, rescans } from "@gaia/db";
import type { Action } from "@gaia/policy";
import { eq } from "drizzle-orm";
import type { Ctx, Person } from "../kernel/context.ts";
import { applyHeld } from "./apply-held.ts";
import { endRescan } from "./end-rescan.ts";
import { feedRescans } from "./feed.ts";
import { type RescanView, viewRescan } from "./view-rescan.ts";
import { inTransactionWhileAllowed } from "../kernel/while-allowed.ts";

interface Decision {
  id: string;
  reason: string;
}

/**
 * Lets a paused re-scan go on: what was held is applied, and it is not paused again.
 * @throws RegistryError `forbidden`, `not_found`, `conflict` when it is not paused
 */
export async function resumeRescan(ctx: Ctx, input: Decision): Promise<RescanView> {
  const actor = ensureMay(ctx, "resumeRescan");
  await decide(ctx, input, {
    actor,
    asked: "resumeRescan",
    action: "rescan.resume",
    from: ["paused"],
    write: (tx) => tx.update(rescans).set({ status: "running", approved: true }).where(eq(rescans.id, input.id)),
  });
  await applyHeld(ctx, actor.handle);
  await feedRescans(ctx);
  return viewRescan(ctx, input.id);
}

/**
 * Ends a re-scan: what waits is left, what was held is not applied; verdicts that were applied stay.
 * @throws RegistryError `forbidden`, `not_found`, `conflict` when it has ended
 */
export async function cancelRescan(ctx: Ctx, input: Decision): Promise<RescanView> {
  const actor = ensureMay(ctx, "cancelRescan");
  await decide(ctx, input, {
    actor,
    asked: "cancelRescan",
    action: "rescan.cancel",
    from: ["paused", "running"],
    write: (tx) => endRescan(ctx, tx, { id: input.id, note: "the re-scan was cancelled" }),
  });
  await feedRescans(ctx);
  return viewRescan(ctx, input.id);
}

async function decide(
  ctx: Ctx,
  input: Decision,
  decision: {
    actor: Person;
    asked: Action;
    action: string;
    from: RescanView["status"][];
    write(tx: Db): Promise<unknown>;
  },
): Promise<void> {
  const { actor, asked } = decision;
  await inTransactionWhileAllowed(ctx, { action: asked, target: {} }, async (tx) => {
    const [rescan] = await tx.select().from(rescans).where(eq(rescans.id, input.id)).for("no key update");
    if (!rescan) throw new RegistryError("not_found", "There is no such re-scan.");
    if (!decision.from.includes(rescan.status)) {
      throw new RegistryError("conflict", `This re-scan is ${rescan.status}: that is not possible now.`);
    }
    await decision.write(tx);
    const decided = { decidedBy: actor.accountId, decidedAt: ctx.now(), decisionReason: input.reason };
    await tx.update(rescans).set(decided).where(eq(rescans.id, input.id));
    await appendAudit(tx, {
      actor: actor.handle,
      action: decision.action,
      target: `rescan:${input.id}`,
      detail: { reason: input.reason },
      requestId: ctx.requestId,
    });
  });
}
