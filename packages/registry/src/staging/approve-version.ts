import {
  ensureMayOn,
  type FoundVersion,
  isLive,
  RegistryError,
  subjectOf,
  type VersionRow,
  type VersionView,
  viewVersion,
} from "@gaia/catalog";
import { type Db, holdActingManager, holdStanding, inspections, skills, trustedPublishers, versions } from "@gaia/db";
import { and, eq, isNull } from "drizzle-orm";
import { notifyIfHeld } from "../holds/notify-if-held.ts";
import { prepareVerdict } from "../inspection/verdict-statement.ts";
import { type PreparedAttestation, prepareAttestation } from "../kernel/attest.ts";
import type { Ctx, Person } from "../kernel/context.ts";
import { refreshLatest } from "../kernel/latest.ts";
import { recordDecision } from "../kernel/leaves.ts";
import { notify } from "../kernel/notify.ts";
import { syncSearch } from "../kernel/sync-search.ts";
import { settleCommunity } from "../kernel/tier.ts";
import { inTransactionWhileAllowed } from "../kernel/while-allowed.ts";
import { sayAwaited } from "../publishing/who-publishes.ts";
import { holdUnsigned, settleSigner, tellIfUnsigned, validSignatures } from "../signing/settle-signer.ts";

interface Input {
  name: string;
  version: string;
  /** What was looked at: nothing else goes live by this. */
  contentDigest: string;
}

/**
 * Makes a staged version live: by a member of its publisher who did not publish it, or by whoever did with a second factor that was shown
 * just now. From here on it is what a publish would have made of it: the registry's statements, the log, the tier, and who signed before.
 * @throws RegistryError `unauthorized`, `forbidden`, `second_factor_required`, `not_found`, `conflict`
 */
export async function approveVersion(ctx: Ctx, input: Input): Promise<VersionView> {
  const { actor, found } = await ensureMayOn(ctx, "approveVersion", input);
  ensureSecond(actor, found.version);
  ensureApprovable(found, found.version, input);
  const statements = await prepareStatements(ctx, found);
  const asked = { action: "approveVersion", target: subjectOf(found) } as const;
  await inTransactionWhileAllowed(ctx, asked, (tx) => goLive(ctx, tx, { actor, found, input, statements }));
  await settleCommunity(ctx, found.version.id);
  await syncSearch(ctx, found.skill.id);
  return viewVersion(ctx, found.version.id);
}

/** Two people stand behind it, or one who proved in this moment who they are. A workflow is nobody's second look at itself. */
function ensureSecond(actor: Person, version: VersionRow): void {
  if (version.publishedBy !== actor.accountId || actor.secondFactor) return;
  throw new RegistryError(
    "forbidden",
    `${actor.handle} staged this version: another member of its publisher approves it, or ${actor.handle} with a second factor.`,
  );
}

function ensureApprovable({ skill, publisher }: FoundVersion, version: VersionRow | undefined, input: Input): void {
  const what = `${skill.name} ${input.version}`;
  if (version?.status !== "staged") {
    throw new RegistryError("conflict", `${what} is ${version?.status ?? "gone"}: what is staged can be approved.`);
  }
  if (version.contentDigest !== input.contentDigest) {
    throw new RegistryError("conflict", `${what} has the content ${version.contentDigest}: look at that first.`);
  }
  // What the former publisher had under way ended with the transfer.
  if (version.releasedAs !== publisher.handle) {
    throw new RegistryError(
      "conflict",
      `${what} was staged by ${version.releasedAs}, whose skill it is no longer: reject it.`,
    );
  }
  if (version.verdict === "BLOCK") {
    throw new RegistryError("conflict", `The scan blocks ${what}: reject it, mend what was found, and stage it again.`);
  }
}

/**
 * Whoever staged it has to be able to act still: what somebody left behind who was suspended since, or a workflow that is trusted no
 * longer, is staged again by somebody who can (T5, T9). Who only left the publisher may have left good work.
 * @throws RegistryError `conflict`
 */
async function ensureStagerStands(tx: Db, { version, publisher, skill }: FoundVersion): Promise<void> {
  const what = `${skill.name} ${version.version}`;
  const { publishedBy, publishedVia } = version;
  if (publishedBy !== null) {
    if ((await holdStanding(tx, { accountId: publishedBy, publisherId: publisher.id })) !== "suspended") return;
    throw new RegistryError(
      "conflict",
      `The account that staged ${what} is suspended or gone: reject it, and stage it anew.`,
    );
  }
  if (publishedVia === null) return;
  // Accounts first, as whoever deletes one.
  const acts = await holdActingManager(tx, publisher.id);
  const isTrusted = and(eq(trustedPublishers.id, publishedVia.trustedPublisherId), isNull(trustedPublishers.removedAt));
  const trusted = await tx.select({ id: trustedPublishers.id }).from(trustedPublishers).where(isTrusted).for("share");
  if (acts && trusted.length > 0) return;
  throw new RegistryError(
    "conflict",
    `The workflow that staged ${what} is trusted no longer: reject it, and stage it anew.`,
  );
}

/**
 * A publisher that lets its workflows alone publish means what waits, too: what was staged by an account before is not theirs.
 * @throws RegistryError `conflict`
 */
function ensureStillPublishedSo(skill: FoundVersion["skill"], version: VersionRow): void {
  if (skill.publishing !== "trusted" || version.publishedVia !== null) return;
  throw new RegistryError(
    "conflict",
    `${skill.name} is published by its trusted publishers alone by now, and an account staged ${version.version}: reject it, and let ` +
      "a workflow stage it; or change how the skill is published first.",
  );
}

interface Statements {
  publish: PreparedAttestation;
  verdict: PreparedAttestation;
}

/** What a publish signs when it is received and when it is inspected: nobody was told anything of this one until now. */
async function prepareStatements(ctx: Ctx, { version, skill, publisher }: FoundVersion): Promise<Statements> {
  const [inspection] = await ctx.db
    .select()
    .from(inspections)
    .where(eq(inspections.id, version.inspectionId ?? ""));
  if (!inspection?.verdict) throw new RegistryError("conflict", "Its inspection has not ended: wait for the verdict.");
  const publish = await prepareAttestation(ctx, {
    publisher: publisher.handle,
    name: skill.name,
    version: version.version,
    decision: "publish",
    releaseDigest: version.releaseDigest,
    contentDigest: version.contentDigest,
    of: version.id,
    detail: {},
  });
  const { statement } = await prepareVerdict(ctx, version.id, {
    inspectionId: inspection.id,
    verdict: inspection.verdict,
    reportDigest: inspection.reportDigest,
    scanners: inspection.scanners,
  });
  return { publish, verdict: statement };
}

async function goLive(
  ctx: Ctx,
  tx: Db,
  { actor, found, input, statements }: { actor: Person; found: FoundVersion; input: Input; statements: Statements },
): Promise<void> {
  const now = ctx.now();
  const { skill, publisher } = found;
  const [version] = await tx.select().from(versions).where(eq(versions.id, found.version.id)).for("no key update");
  ensureApprovable(found, version, input);
  const [owner] = await tx.select().from(skills).where(eq(skills.id, skill.id)).for("no key update");
  if (owner?.publisherId !== publisher.id) {
    throw new RegistryError("conflict", `${skill.name} has another publisher by now.`);
  }
  await ensureStagerStands(tx, found);
  ensureStillPublishedSo(owner, found.version);
  const wasLive = await isLive(tx, skill.id);
  const live = { status: "published", awaitsApproval: false, publishedAt: now, changedAt: now } as const;
  await tx
    .update(versions)
    .set({ ...live, approvedBy: actor.accountId })
    .where(eq(versions.id, found.version.id));
  await recordDecision(tx, found.version.id, {
    statements: [statements.publish, statements.verdict],
    audit: {
      actor: actor.handle,
      action: "version.approve",
      target: `skill:${skill.name}@${found.version.version}`,
      detail: { content_digest: input.contentDigest, publisher: publisher.handle },
      requestId: ctx.requestId,
    },
  });
  if (!wasLive) await sayAwaited(ctx, tx, { name: skill.name, skillId: skill.id, publisher });
  if (wasLive) await holdUnsigned(tx, { skillId: skill.id, versionId: found.version.id, now });
  if ((await validSignatures(tx, found.version.id)).length > 0) await settleSigner(ctx, tx, found);
  else await tellIfUnsigned(tx, found.version.id);
  await notify(tx, {
    publisherId: publisher.id,
    versionId: found.version.id,
    kind: "approved",
    text: `${skill.name} ${found.version.version} is live: ${actor.handle} approved it.`,
  });
  await notifyIfHeld(tx, found.version.id, null);
  await refreshLatest(tx, { skillId: skill.id, now });
}
