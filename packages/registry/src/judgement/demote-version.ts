import { ensureMayOn, type FoundVersion, RegistryError, subjectOf, type VersionView, viewVersion } from "@gaia/catalog";
import { appendAudit, type Db, versions } from "@gaia/db";
import { compareTiers, type LOWER_TIERS } from "@gaia/policy";
import { and, eq, isNotNull } from "drizzle-orm";
import type { Ctx, Person } from "../kernel/context.ts";
import { notify } from "../kernel/notify.ts";
import { syncSearch } from "../kernel/sync-search.ts";
import { changeTier, readStanding, settleCommunity } from "../kernel/tier.ts";
import { type Asked, inTransactionWhileAllowed } from "../kernel/while-allowed.ts";

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
  const asked = { action: "demoteVersion", target: subjectOf(found) } as const;
  return takeTier(ctx, found, { actor, asked, tier: input.tier, reason: input.reason });
}

/** The same for whoever was asked already, and with what else belongs to the decision (`within`). @throws RegistryError as above */
export async function takeTier(
  ctx: Ctx,
  found: FoundVersion,
  input: {
    actor: Person;
    asked: Asked;
    tier: (typeof LOWER_TIERS)[number];
    reason: string;
    within?: (tx: Db) => Promise<void>;
  },
): Promise<VersionView> {
  const { actor } = input;
  const target = `${found.skill.name} ${found.version.version}`;
  const standing = await readStanding(ctx.db, found.version.id, false);
  const isDone =
    standing !== null &&
    (await changeTier(ctx, {
      standing,
      asked: input.asked,
      to: input.tier,
      actor: actor.handle,
      reason: input.reason,
      ensure: (now) => compareTiers(now.version.tier, input.tier) > 0,
      async within(tx) {
        await input.within?.(tx);
        if (input.tier !== "experimental") return;
        await tx.update(versions).set({ demotedReason: input.reason }).where(eq(versions.id, found.version.id));
      },
    }));
  if (!isDone) throw new RegistryError("conflict", `${target} has no higher tier than ${input.tier}.`);
  await syncSearch(ctx, found.skill.id);
  return viewVersion(ctx, found.version.id);
}

/**
 * Takes an admin's demotion back: the version may rise to community by what it is; verified takes another audit.
 * @throws RegistryError `forbidden`, `not_found`, `conflict` when none stands
 */
export async function undoDemotion(ctx: Ctx, input: Input): Promise<VersionView> {
  const { actor, found } = await ensureMayOn(ctx, "undoDemotion", input);
  const asked = { action: "undoDemotion", target: subjectOf(found) } as const;
  return giveTierBack(ctx, found, { actor, asked, reason: input.reason });
}

/** The same for whoever was asked already, and with what else belongs to the decision (`within`). @throws RegistryError as above */
export async function giveTierBack(
  ctx: Ctx,
  found: FoundVersion,
  input: { actor: Person; asked: Asked; reason: string; within?: (tx: Db) => Promise<void> },
): Promise<VersionView> {
  const { actor } = input;
  const { version, skill, publisher } = found;
  const subject = `${skill.name} ${version.version}`;
  await inTransactionWhileAllowed(ctx, input.asked, async (tx) => {
    const undone = await tx
      .update(versions)
      .set({ demotedReason: null, changedAt: ctx.now() })
      .where(and(eq(versions.id, version.id), isNotNull(versions.demotedReason)))
      .returning({ id: versions.id });
    if (undone.length === 0) throw new RegistryError("conflict", `No admin took the tier of ${subject} away.`);
    await appendAudit(tx, {
      actor: actor.handle,
      action: "version.undo_demotion",
      target: `skill:${skill.name}@${version.version}`,
      detail: { reason: input.reason },
      requestId: ctx.requestId,
    });
    const text = `${subject} may rise again: an admin took its demotion back: ${input.reason}`;
    await notify(tx, { publisherId: publisher.id, versionId: version.id, kind: "restored", text });
    await input.within?.(tx);
  });
  await settleCommunity(ctx, version.id);
  await syncSearch(ctx, found.skill.id);
  return viewVersion(ctx, version.id);
}
