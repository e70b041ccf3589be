import { type Db, inspections, inTransaction, promotions, publishers, signatures, skills, versions } from "@gaia/db";
import { communityObstacles, compareTiers, type Tier } from "@gaia/policy";
import { and, eq } from "drizzle-orm";
import { ensureNewestTier, type PreparedAttestation, prepareAttestation, whileOvertaken } from "./attest.ts";
import type { Ctx } from "./context.ts";
import { recordDecision } from "./leaves.ts";
import { isSignerHeld } from "./signer-held.ts";
import { refreshLatest } from "./latest.ts";
import { notify } from "./notify.ts";
import { digestRestamped, RestampLater } from "./restamp.ts";
import { type Asked, inTransactionWhileAllowed } from "./while-allowed.ts";

/** Everything a tier is decided from, read in one go; `lock` keeps it so until the transaction ends. */
export async function readStanding(db: Db, versionId: number, lock: boolean) {
  const query = db
    .select({ version: versions, skill: skills, publisher: publishers, inspection: inspections })
    .from(versions)
    .innerJoin(skills, eq(skills.id, versions.skillId))
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .innerJoin(inspections, eq(inspections.id, versions.inspectionId))
    .where(eq(versions.id, versionId));
  const [row] = await (lock ? query.for("no key update", { of: versions }) : query);
  if (!row) return null;
  const valid = await db
    .select({ id: signatures.id })
    .from(signatures)
    .where(and(eq(signatures.versionId, versionId), eq(signatures.status, "valid")))
    .limit(1);
  const held = await db
    .select({ id: versions.id })
    .from(versions)
    .where(and(eq(versions.id, versionId), isSignerHeld(db, versions.id)));
  return { ...row, signatureValid: valid.length > 0, signerHeld: held.length > 0 };
}

export type Standing = NonNullable<Awaited<ReturnType<typeof readStanding>>>;

/** Why this version is not community, in sentences; empty when it may be (docs/lifecycle.md). */
const obstaclesToCommunity = (standing: Standing): string[] => communityObstacles(toPolicy(standing));

/** What the obstacles to a tier go by. */
export const toPolicy = ({ version, inspection, signatureValid, signerHeld }: Standing) => ({
  status: version.status,
  verdict: version.verdict,
  cleared: inspection.clearedAt !== null,
  permissionsDeclared: version.permissionsDeclared,
  signatureValid,
  signerHeld,
  demotedReason: version.demotedReason,
});

/**
 * Raises a version to community when nothing stands in the way. Called after whatever may have removed the last
 * obstacle: a signature, a verdict, a clearance; and by the sweep, so that a crash between the two loses nothing.
 * @returns true when the tier rose now
 */
export async function settleCommunity(ctx: Ctx, versionId: number): Promise<boolean> {
  const standing = await readStanding(ctx.db, versionId, false);
  if (!standing || standing.version.tier !== "experimental" || obstaclesToCommunity(standing).length > 0) return false;
  try {
    return await changeTier(ctx, {
      standing,
      asked: null,
      to: "community",
      actor: "registry",
      reason: "signed by its publisher and inspected",
      ensure: (now) => now.version.tier === "experimental" && obstaclesToCommunity(now).length === 0,
    });
  } catch (error) {
    if (!(error instanceof RestampLater)) throw error;
    // Whatever removed the last obstacle stands; the next sweep comes back to the tier.
    ctx.warn("tier_waits", { version_id: versionId, reason: error.message });
    return false;
  }
}

interface TierChange {
  standing: Standing;
  to: Tier;
  /** By what somebody may who decides it: asked again in its transaction. Null: the registry's own rules do. */
  asked: Asked | null;
  actor: string;
  reason: string;
  ensure(standing: Standing): boolean;
  /** Its publisher is told in another way. */
  isTold?: boolean;
  /** An admin takes it, and may give it back: what it was is kept until its tier changes again. */
  isDemotion?: boolean;
  within?: (tx: Db, standing: Standing) => Promise<void>;
}

/**
 * A tier changes through `writeTier` alone, and mostly from here. The statement is signed first; then, under the row's lock, `ensure`
 * looks again and `within` may write what belongs to the same decision.
 * @returns false when `ensure` no longer agrees: nothing was written
 */
export async function changeTier(ctx: Ctx, input: TierChange): Promise<boolean> {
  return whileOvertaken(() => changeOnce(ctx, input));
}

async function changeOnce(ctx: Ctx, input: TierChange): Promise<boolean> {
  const { version, skill } = input.standing;
  const statement = await prepareTier(ctx, input.standing, input.to);
  const change = async (tx: Db): Promise<boolean> => {
    const now = await readStanding(tx, version.id, true);
    if (!now || now.version.releaseDigest !== version.releaseDigest || !input.ensure(now)) return false;
    await input.within?.(tx, now);
    const { to, actor, reason, isDemotion } = input;
    await writeTier(ctx, tx, { standing: now, to, actor, reason, statement, isDemotion });
    if (!input.isTold) await tellOfFall(tx, now, input);
    await refreshLatest(tx, { skillId: skill.id, now: ctx.now() });
    return true;
  };
  return input.asked === null ? inTransaction(ctx.db, change) : inTransactionWhileAllowed(ctx, input.asked, change);
}

async function tellOfFall(tx: Db, { version, skill, publisher }: Standing, { to, reason }: TierChange): Promise<void> {
  if (compareTiers(to, version.tier) >= 0) return;
  const text = `The tier of ${skill.name} ${version.version} fell from ${version.tier} to ${to}: ${reason}`;
  await notify(tx, { publisherId: publisher.id, versionId: version.id, kind: "demoted", text });
}

/** Signs what a tier will be, and what GAIA's client is given of it, ahead of the transaction that writes it. @throws RestampLater */
export async function prepareTier(ctx: Ctx, standing: Standing, to: Tier): Promise<PreparedAttestation> {
  const { version, skill } = standing;
  const restamped = await digestRestamped(ctx, version, to).catch((error: unknown) => {
    // A tier that falls waits for nobody: what is left is offered as its author wrote it.
    if (error instanceof RestampLater && compareTiers(to, version.tier) < 0) return null;
    throw error;
  });
  return prepareAttestation(ctx, {
    publisher: version.releasedAs,
    name: skill.name,
    version: version.version,
    decision: "tier",
    releaseDigest: version.releaseDigest,
    contentDigest: version.contentDigest,
    of: version.id,
    detail: {
      tier: to,
      ...(restamped !== null && { restamped_digest: restamped }),
      ...(version.inspectionId ? { inspection_id: version.inspectionId } : {}),
    },
  });
}

export const NOT_DEMOTED = { demotedFrom: null, demotedInspectionId: null };

/** What a demotion takes. Of two demotions by one inspection the higher tier is what both took. */
function demotedFrom(version: Standing["version"]) {
  const { tier, inspectionId } = version;
  if (version.demotedFrom !== null && version.demotedInspectionId === inspectionId) return {};
  return tier === "experimental" ? NOT_DEMOTED : { demotedFrom: tier, demotedInspectionId: inspectionId };
}

/** Without a tier there is nothing to audit. */
async function withdrawRequests(ctx: Ctx, tx: Db, { standing, reason }: { standing: Standing; reason: string }) {
  await tx
    .update(promotions)
    .set({ status: "withdrawn", decidedAt: ctx.now(), reason: `its tier fell: ${reason}` })
    .where(and(eq(promotions.versionId, standing.version.id), eq(promotions.status, "pending")));
}

/**
 * A tier, its statement and its audit row; the caller holds the version's lock. Nothing else writes a tier but the publish, which begins at
 * experimental.
 * @throws Overtaken
 */
export async function writeTier(
  ctx: Ctx,
  tx: Db,
  input: {
    standing: Standing;
    to: Tier;
    actor: string;
    reason: string;
    statement: PreparedAttestation;
    isDemotion?: boolean | undefined;
  },
): Promise<void> {
  const { version, skill } = input.standing;
  await ensureNewestTier(tx, version.id, input.statement);
  const demoted = input.isDemotion ? demotedFrom(version) : NOT_DEMOTED;
  await tx
    .update(versions)
    .set({ tier: input.to, ...demoted, changedAt: ctx.now() })
    .where(eq(versions.id, version.id));
  if (compareTiers(input.to, "community") < 0) await withdrawRequests(ctx, tx, input);
  await recordDecision(tx, version.id, {
    statements: [input.statement],
    audit: {
      actor: input.actor,
      action: "version.tier",
      target: `skill:${skill.name}@${version.version}`,
      detail: { from: version.tier, to: input.to, reason: input.reason },
      requestId: ctx.requestId,
    },
  });
}
