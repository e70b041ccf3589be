import { ensureMayOn, RegistryError, subjectOf, type VersionView, viewVersion } from "@gaia/catalog";
import { appendAudit, inspections, versions } from "@gaia/db";
import { eq } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { heldSince } from "../holds/held-since.ts";
import { settleContest } from "../holds/settle-contest.ts";
import { refreshLatest } from "../kernel/latest.ts";
import { notify } from "../kernel/notify.ts";
import { syncSearch } from "../kernel/sync-search.ts";
import { settleCommunity } from "../kernel/tier.ts";
import { inTransactionWhileAllowed } from "../kernel/while-allowed.ts";

/**
 * Clears the REVIEW verdict of one inspection, with a reason: the version may rise again (docs/lifecycle.md). It names the
 * inspection that the admin looked at; another one is not cleared by it.
 * @throws RegistryError `forbidden`, `not_found`, `conflict`
 */
export async function clearInspection(
  ctx: Ctx,
  input: { name: string; version: string; inspectionId: string; reason: string },
): Promise<VersionView> {
  const { actor, found } = await ensureMayOn(ctx, "clearVersion", input);
  const asked = { action: "clearVersion", target: subjectOf(found) } as const;
  await inTransactionWhileAllowed(ctx, asked, async (tx) => {
    const [version] = await tx.select().from(versions).where(eq(versions.id, found.version.id)).for("no key update");
    if (!version || version.inspectionId !== input.inspectionId) {
      throw new RegistryError(
        "conflict",
        "That is not the inspection that counts now: look at the current report first.",
      );
    }
    if (version.verdict !== "REVIEW") {
      throw new RegistryError(
        "conflict",
        version.verdict === "BLOCK"
          ? "The verdict is BLOCK: an admin clears a REVIEW. A version that is withheld is released."
          : `The verdict is ${version.verdict ?? "still open"}: there is nothing to clear.`,
      );
    }
    await tx
      .update(inspections)
      .set({ clearedBy: actor.accountId, clearedReason: input.reason, clearedAt: ctx.now() })
      .where(eq(inspections.id, input.inspectionId));
    // Touching the version is what tells every process to render it anew.
    await tx.update(versions).set({ changedAt: ctx.now() }).where(eq(versions.id, version.id));
    await refreshLatest(tx, { skillId: version.skillId, now: ctx.now() });
    await settleContest(ctx, tx, version.id, { status: "cleared", actor, text: input.reason });
    await appendAudit(tx, {
      actor: actor.handle,
      action: "inspection.clear",
      target: `skill:${input.name}@${input.version}`,
      detail: { inspection_id: input.inspectionId, reason: input.reason, ...heldSince(version) },
      requestId: ctx.requestId,
    });
    await notify(tx, {
      publisherId: found.publisher.id,
      versionId: version.id,
      kind: "cleared",
      text: `An admin cleared the verdict REVIEW of ${input.name} ${input.version}: ${input.reason}`,
    });
  });
  await settleCommunity(ctx, found.version.id);
  await syncSearch(ctx, found.skill.id);
  return viewVersion(ctx, found.version.id);
}
