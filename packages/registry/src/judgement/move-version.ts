import {
  ensureMayOn,
  type FoundVersion,
  RegistryError,
  subjectOf,
  type VersionRow,
  type VersionView,
  viewVersion,
} from "@gaia/catalog";
import { appendAudit, type Db, versions } from "@gaia/db";
import { canMove, type NoticeKind } from "@gaia/policy";
import type { MovedStatus, MoveKind } from "@gaia/trust";
import { and, eq } from "drizzle-orm";
import {
  ensureNewestMove,
  Overtaken,
  type PreparedAttestation,
  prepareMove,
  whileOvertaken,
} from "../kernel/attest.ts";
import type { Ctx, Person } from "../kernel/context.ts";
import { refreshLatest } from "../kernel/latest.ts";
import { recordDecision } from "../kernel/leaves.ts";
import { heldSince } from "../holds/held-since.ts";
import { settleContest } from "../holds/settle-contest.ts";
import { notify } from "../kernel/notify.ts";
import { syncSearch } from "../kernel/sync-search.ts";
import { prepareFall, writeFall } from "./demote.ts";
import { type Asked, inTransactionWhileAllowed } from "../kernel/while-allowed.ts";

interface Named {
  name: string;
  version: string;
}

/** Takes a version out of lists and plain installs; pins keep working. @throws RegistryError */
export async function yankVersion(ctx: Ctx, input: Named & { reason: string }): Promise<VersionView> {
  const { actor, found } = await ensureMayOn(ctx, "yankVersion", input);
  return moveAndView(ctx, found, {
    actor,
    asked: { action: "yankVersion", target: subjectOf(found) },
    action: "version.yank",
    decision: "yank",
    // Out of a quarantine leads an admin's release alone.
    to: (version) => (version.status === "published" ? "yanked" : null),
    reason: input.reason,
  });
}

/** Undoes a yank. @throws RegistryError `conflict` when it is not yanked */
export async function unyankVersion(ctx: Ctx, input: Named): Promise<VersionView> {
  const { actor, found } = await ensureMayOn(ctx, "unyankVersion", input);
  const asked = { action: "unyankVersion", target: subjectOf(found) } as const;
  return moveAndView(ctx, found, { ...UNYANK, actor, asked, reason: null });
}

/** The same by an admin, with a reason that the publisher is told. @throws RegistryError `conflict` when it is not yanked */
export async function unyankAnyVersion(ctx: Ctx, input: Named & { reason: string }): Promise<VersionView> {
  const { actor, found } = await ensureMayOn(ctx, "unyankAnyVersion", input);
  const { reason } = input;
  const andThen = (tx: Db) => tell(tx, found, "restored", `is no longer yanked, by an admin: ${reason}`);
  const asked = { action: "unyankAnyVersion", target: subjectOf(found) } as const;
  return moveAndView(ctx, found, { ...UNYANK, actor, asked, reason, andThen });
}

/** What was decided already, by whom, and by what they may; `within`: what else belongs to it. */
interface Decided {
  actor: Person;
  asked: Asked;
  reason: string;
  within?: ((tx: Db) => Promise<void>) | undefined;
}

const UNYANK = {
  action: "version.unyank",
  decision: "unyank",
  to: (version: VersionRow) => (version.status === "yanked" ? ("published" as const) : null),
} as const;

/**
 * Withholds a version from everybody, until `releaseVersion`. Its earned tier is gone. What a scan withholds already is taken over:
 * then no scan gives it back.
 * @throws RegistryError `conflict` when an admin withholds it already
 */
export async function quarantineVersion(ctx: Ctx, input: Named & { reason: string }): Promise<VersionView> {
  const { actor, found } = await ensureMayOn(ctx, "quarantineVersion", input);
  const asked = { action: "quarantineVersion", target: subjectOf(found) } as const;
  return withhold(ctx, found, { actor, asked, reason: input.reason });
}

/** The same for whoever was asked already, and with what else belongs to the decision (`within`). @throws RegistryError as above */
export async function withhold(
  ctx: Ctx,
  found: FoundVersion,
  { actor, asked, reason, within }: Decided,
): Promise<VersionView> {
  if (found.version.status === "quarantined") return takeOver(ctx, found, { actor, asked, reason, within });
  return moveAndView(ctx, found, {
    actor,
    asked,
    action: "version.quarantine",
    decision: "quarantine",
    to: () => "quarantined",
    reason,
    fallsAs: "quarantined",
    async andThen(tx) {
      await tell(tx, found, "quarantined", `is withheld by an admin and no longer served: ${reason}`);
      await within?.(tx);
    },
  });
}

async function takeOver(
  ctx: Ctx,
  found: FoundVersion,
  { actor, asked, reason, within }: Decided,
): Promise<VersionView> {
  const { version, skill } = found;
  await inTransactionWhileAllowed(ctx, asked, async (tx) => {
    const [before] = await tx.select().from(versions).where(eq(versions.id, version.id)).for("no key update");
    const taken = await tx
      .update(versions)
      .set({ quarantinedBy: "admin", statusReason: reason, changedAt: ctx.now() })
      .where(and(eq(versions.id, version.id), eq(versions.status, "quarantined"), eq(versions.quarantinedBy, "scan")))
      .returning({ id: versions.id });
    if (taken.length === 0) {
      throw new RegistryError("conflict", `An admin withholds ${skill.name} ${version.version} already.`);
    }
    await appendAudit(tx, {
      actor: actor.handle,
      action: "version.quarantine",
      target: `skill:${skill.name}@${version.version}`,
      detail: { from: "quarantined", to: "quarantined", reason, ...heldSince(before) },
      requestId: ctx.requestId,
    });
    await settleContest(ctx, tx, version.id);
    await tell(tx, found, "quarantined", `is withheld by an admin now, whatever a scan finds: ${reason}`);
    await within?.(tx);
  });
  return viewVersion(ctx, version.id);
}

const tell = (tx: Db, { version, skill, publisher }: FoundVersion, kind: NoticeKind, what: string): Promise<void> =>
  notify(tx, {
    publisherId: publisher.id,
    versionId: version.id,
    kind,
    text: `${skill.name} ${version.version} ${what}`,
  });

/** Returns a quarantined version to the state it had. @throws RegistryError `conflict` when it is not quarantined */
export async function releaseVersion(ctx: Ctx, input: Named & { reason: string }): Promise<VersionView> {
  const { actor, found } = await ensureMayOn(ctx, "releaseVersion", input);
  const asked = { action: "releaseVersion", target: subjectOf(found) } as const;
  return giveBack(ctx, found, { actor, asked, reason: input.reason });
}

/** The same for whoever was asked already, and with what else belongs to the decision (`within`). @throws RegistryError as above */
export async function giveBack(
  ctx: Ctx,
  found: FoundVersion,
  { actor, asked, reason, within }: Decided,
): Promise<VersionView> {
  return moveAndView(ctx, found, {
    actor,
    asked,
    action: "version.release",
    decision: "release",
    to(version) {
      if (version.status !== "quarantined") return null;
      // It was withheld while it was inspected; nothing is published that was not inspected.
      if (version.verdict === null)
        throw new RegistryError("conflict", "Its inspection has not ended: wait for the verdict.");
      return version.statusBeforeQuarantine ?? "published";
    },
    reason,
    answers: "released",
    async andThen(tx) {
      await tell(tx, found, "restored", `is served again; its tier begins at experimental: ${reason}`);
      await within?.(tx);
    },
  });
}

interface Move {
  actor: Person;
  /** By what they may: asked again in the transaction that moves it. */
  asked: Asked;
  action: string;
  decision: MoveKind;
  to(version: VersionRow): MovedStatus | null;
  reason: string | null;
  /** Why it loses its tier with that, as what is withheld has to; absent: it keeps it. */
  fallsAs?: string;
  /** What a contest of its hold is answered by it; absent: such a contest closes by itself. */
  answers?: "released";
  /** What has to be locked before the version is. */
  before?(tx: Db): Promise<void>;
  /** What else belongs to it, in its transaction. */
  andThen?(tx: Db): Promise<void>;
}

async function moveAndView(ctx: Ctx, found: FoundVersion, input: Move): Promise<VersionView> {
  await move(ctx, found, input);
  return viewVersion(ctx, found.version.id);
}

/**
 * One legal move with the registry's statement and its audit row; lists and search hear of it (docs/lifecycle.md).
 * @throws RegistryError `conflict`
 */
export async function move(ctx: Ctx, found: FoundVersion, input: Move): Promise<void> {
  await whileOvertaken(async () => {
    const [before] = await ctx.db.select().from(versions).where(eq(versions.id, found.version.id));
    const status = ensureMovable(found, before, input);
    const fall = input.fallsAs === undefined ? null : await prepareFall(ctx, found.version.id);
    const statement = await prepareMove(ctx, found, { decision: input.decision, status });
    await inTransactionWhileAllowed(ctx, input.asked, async (tx) => {
      await input.before?.(tx);
      const [version] = await tx.select().from(versions).where(eq(versions.id, found.version.id)).for("no key update");
      if (!version || ensureMovable(found, version, input) !== status) throw new Overtaken();
      if (input.fallsAs !== undefined) {
        const { actor, fallsAs: reason } = input;
        await writeFall(ctx, tx, { versionId: version.id, statement: fall, actor: actor.handle, reason });
      }
      await writeMove(ctx, tx, { ...input, found: { ...found, version }, to: status, statement });
      await input.andThen?.(tx);
    });
  });
  await syncSearch(ctx, found.skill.id);
}

function ensureMovable(found: FoundVersion, version: VersionRow | undefined, input: Move): MovedStatus {
  // A report may be upheld of what its publisher alone sees: it goes live, or is rejected.
  const to = version && !version.awaitsApproval ? input.to(version) : null;
  if (!version || to === null || !canMove(version.status, to)) {
    const target = `${found.skill.name} ${found.version.version}`;
    throw new RegistryError("conflict", `${target} is ${version?.status ?? "gone"}: this is not possible now.`);
  }
  return to;
}

/** The row, what is said of it, and the skill's latest version; the caller holds the version's lock. @throws Overtaken */
async function writeMove(
  ctx: Ctx,
  tx: Db,
  input: Pick<Move, "actor" | "action" | "reason" | "answers"> & {
    found: FoundVersion;
    to: MovedStatus;
    statement: PreparedAttestation;
  },
): Promise<void> {
  const { found, to, reason } = input;
  const { version, skill } = found;
  const now = ctx.now();
  await ensureNewestMove(tx, version.id, input.statement);
  await tx
    .update(versions)
    .set({
      status: to,
      statusReason: to === "published" ? null : reason,
      statusBeforeQuarantine: to === "quarantined" ? (version.status === "yanked" ? "yanked" : "published") : null,
      quarantinedBy: to === "quarantined" ? "admin" : null,
      publishedAt: version.publishedAt ?? (to === "published" || to === "yanked" ? now : null),
      changedAt: now,
    })
    .where(eq(versions.id, version.id));
  await recordDecision(tx, version.id, {
    statements: [input.statement],
    audit: {
      actor: input.actor.handle,
      action: input.action,
      target: `skill:${skill.name}@${version.version}`,
      detail: { from: version.status, to, reason, ...heldSince(version) },
      requestId: ctx.requestId,
    },
  });
  await refreshLatest(tx, { skillId: skill.id, now });
  const { actor, answers } = input;
  const answer = answers === undefined ? undefined : { status: answers, actor, text: reason ?? "" };
  await settleContest(ctx, tx, version.id, answer);
}
