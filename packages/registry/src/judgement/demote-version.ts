import { ensureMayOn, type FoundVersion, RegistryError, subjectOf, type VersionView, viewVersion } from "@gaia/catalog";
import { appendAudit, type Db, versions } from "@gaia/db";
import { communityObstacles, compareTiers, type LOWER_TIERS, type Tier, verifiedObstacles } from "@gaia/policy";
import { eq } from "drizzle-orm";
import { Overtaken, whileOvertaken } from "../kernel/attest.ts";
import type { Ctx, Person } from "../kernel/context.ts";
import { notify } from "../kernel/notify.ts";
import { syncSearch } from "../kernel/sync-search.ts";
import { changeTier, NOT_DEMOTED, readStanding, type Standing, toPolicy } from "../kernel/tier.ts";
import { undeclaredOf } from "./audit-case.ts";
import { type Asked, inTransactionWhileAllowed } from "../kernel/while-allowed.ts";

interface Input {
  name: string;
  version: string;
  reason: string;
}

/**
 * Takes a tier away without withholding the version. What falls to experimental stays there until `undoDemotion`: neither a signature
 * nor the sweep raises it. What was taken is kept until then, or until its tier changes otherwise.
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
      isDemotion: true,
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
 * Undoes an admin's demotion: the version has the tier back that was taken, `verified` where it is still the inspection by which it was
 * that. After another inspection it rises to community by what it is; verified takes another audit.
 * @throws RegistryError `forbidden`, `not_found`, `conflict` when none stands
 */
export async function undoDemotion(ctx: Ctx, input: Input): Promise<VersionView> {
  const { actor, found } = await ensureMayOn(ctx, "undoDemotion", input);
  const asked = { action: "undoDemotion", target: subjectOf(found) } as const;
  return giveTierBack(ctx, found, { actor, asked, reason: input.reason });
}

interface Restoring {
  /** `community`: no more than that, as by an appeal, which is about one report and not about what else was demoted. */
  upTo?: "community";
  actor: Person;
  asked: Asked;
  reason: string;
  within?: (tx: Db) => Promise<void>;
}

/** Whether a demotion stands that nothing overtook. */
export const isDemoted = ({ demotedReason, demotedFrom }: FoundVersion["version"]): boolean =>
  demotedReason !== null || demotedFrom !== null;

/** The same for whoever was asked already, and with what else belongs to the decision (`within`). @throws RegistryError as above */
export async function giveTierBack(ctx: Ctx, found: FoundVersion, input: Restoring): Promise<VersionView> {
  const { version, skill } = found;
  const isDone = await whileOvertaken(async () => {
    const standing = await readStanding(ctx.db, version.id, false);
    if (!standing) return false;
    // Where nothing is to be undone, too, the transaction asks whether the caller may still know that.
    const to = isDemoted(standing.version) ? tierGivenBack(standing, input) : standing.version.tier;
    if (to === standing.version.tier) return undoWithoutRise(ctx, found, input);
    const { asked, actor, reason } = input;
    const isRisen = await changeTier(ctx, {
      standing,
      asked,
      to,
      actor: actor.handle,
      reason,
      ensure: (now) => isDemoted(now.version) && tierGivenBack(now, input) === to,
      within: (tx) => writeUndone(ctx, tx, found, { ...input, risen: to }),
    });
    if (!isRisen) throw new Overtaken();
    return true;
  });
  const subject = `${skill.name} ${version.version}`;
  if (!isDone) throw new RegistryError("conflict", `No demotion of ${subject} by an admin stands.`);
  await syncSearch(ctx, skill.id);
  return viewVersion(ctx, version.id);
}

/** What the version is once its demotion no longer counts; never lower than it is. */
function tierGivenBack(standing: Standing, { upTo }: Pick<Restoring, "upTo">): Tier {
  const { tier, demotedFrom, demotedInspectionId, inspectionId } = standing.version;
  const undone = { ...toPolicy(standing), demotedReason: null };
  if (communityObstacles(undone).length > 0) return tier;
  const isSameInspection = demotedInspectionId === inspectionId;
  const undeclared = undeclaredOf(standing);
  const mayBeVerified = verifiedObstacles({ ...undone, tier: "community", undeclared }).length === 0;
  const wasVerified = demotedFrom === "verified" && isSameInspection && upTo !== "community";
  if (wasVerified && mayBeVerified) return "verified";
  return compareTiers(tier, "community") < 0 ? "community" : tier;
}

async function undoWithoutRise(ctx: Ctx, found: FoundVersion, input: Restoring): Promise<boolean> {
  return inTransactionWhileAllowed(ctx, input.asked, async (tx) => {
    const now = await readStanding(tx, found.version.id, true);
    if (!now || !isDemoted(now.version)) return false;
    if (tierGivenBack(now, input) !== now.version.tier) throw new Overtaken();
    await writeUndone(ctx, tx, found, { ...input, risen: null });
    return true;
  });
}

async function writeUndone(
  ctx: Ctx,
  tx: Db,
  { version, skill, publisher }: FoundVersion,
  { actor, reason, risen, within }: Restoring & { risen: Tier | null },
): Promise<void> {
  const undone = { demotedReason: null, ...NOT_DEMOTED, changedAt: ctx.now() };
  await tx.update(versions).set(undone).where(eq(versions.id, version.id));
  await appendAudit(tx, {
    actor: actor.handle,
    action: "version.undo_demotion",
    target: `skill:${skill.name}@${version.version}`,
    detail: { reason, ...(risen === null ? {} : { to: risen }) },
    requestId: ctx.requestId,
  });
  const what = risen === null ? "may rise again" : `is ${risen} again`;
  const text = `${skill.name} ${version.version} ${what}: an admin undid its demotion: ${reason}`;
  await notify(tx, { publisherId: publisher.id, versionId: version.id, kind: "restored", text });
  await within?.(tx);
}
