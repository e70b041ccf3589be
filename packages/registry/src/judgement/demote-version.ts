import { appendAudit, inTransaction, versions } from "@gaia/db";
import { compareTiers, type LOWER_TIERS } from "@gaia/policy";
import { and, eq, isNotNull } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { RegistryError } from "../kernel/errors.ts";
import { ensureMayOn } from "../kernel/may.ts";
import { notify } from "../kernel/notify.ts";
import { syncSearch } from "../kernel/sync-search.ts";
import { changeTier, readStanding, settleCommunity } from "../kernel/tier.ts";
import { viewVersion, type VersionView } from "../catalog/view-version.ts";

interface Input {
  name: string;
  version: string;
  reason: string;
}

/**
 * Takes a tier away without withholding the version. What falls to experimental stays there until `undoDemotion`: neither a signature
 * nor the sweep raises it.
 * @throws RegistryError `forbidden`, `not_found`, `conflict` when it has no higher tier than that
 */
export async function demoteVersion(
  ctx: Ctx,
  input: Input & { tier: (typeof LOWER_TIERS)[number] },
): Promise<VersionView> {
  const { actor, found } = await ensureMayOn(ctx, "demoteVersion", input);
  const standing = await readStanding(ctx.db, found.version.id, false);
  const isDone =
    standing !== null &&
    (await changeTier(ctx, {
      standing,
      to: input.tier,
      actor: actor.handle,
      reason: input.reason,
      ensure: (now) => compareTiers(now.version.tier, input.tier) > 0,
      async within(tx) {
        if (input.tier !== "experimental") return;
        await tx.update(versions).set({ demotedReason: input.reason }).where(eq(versions.id, found.version.id));
      },
    }));
  if (!isDone)
    throw new RegistryError("conflict", `${input.name} ${input.version} has no higher tier than ${input.tier}.`);
  await syncSearch(ctx, found.skill.id);
  return viewVersion(ctx, found.version.id);
}

/**
 * Takes an admin's demotion back: the version may rise to community by what it is; verified takes another audit.
 * @throws RegistryError `forbidden`, `not_found`, `conflict` when none stands
 */
export async function undoDemotion(ctx: Ctx, input: Input): Promise<VersionView> {
  const { actor, found } = await ensureMayOn(ctx, "undoDemotion", input);
  const { version, publisher } = found;
  const subject = `${input.name} ${input.version}`;
  await inTransaction(ctx.db, async (tx) => {
    const undone = await tx
      .update(versions)
      .set({ demotedReason: null, changedAt: ctx.now() })
      .where(and(eq(versions.id, version.id), isNotNull(versions.demotedReason)))
      .returning({ id: versions.id });
    if (undone.length === 0) throw new RegistryError("conflict", `No admin took the tier of ${subject} away.`);
    await appendAudit(tx, {
      actor: actor.handle,
      action: "version.undo_demotion",
      target: `skill:${input.name}@${input.version}`,
      detail: { reason: input.reason },
      requestId: ctx.requestId,
    });
    const text = `${subject} may rise again: an admin took its demotion back: ${input.reason}`;
    await notify(tx, { publisherId: publisher.id, versionId: version.id, kind: "restored", text });
  });
  await settleCommunity(ctx, version.id);
  await syncSearch(ctx, found.skill.id);
  return viewVersion(ctx, version.id);
}
