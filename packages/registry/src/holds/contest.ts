import { type ContestView, ensureMayOn, RegistryError, subjectOf, type VersionRow, viewContest } from "@gaia/catalog";
import { appendAudit, type Db, holdContests, skills, versions } from "@gaia/db";
import { and, eq } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { notify } from "../kernel/notify.ts";
import { plainWords } from "../kernel/plain-words.ts";
import { inTransactionWhileAllowed } from "../kernel/while-allowed.ts";
import { heldSince } from "./held-since.ts";
import { settleContest } from "./settle-contest.ts";

interface Said {
  name: string;
  version: string;
  reason: string;
}

/**
 * The publisher's word against a hold: of a version that is held for review or withheld by a scan, once. An admin who does not belong to
 * the publisher answers it by clearing, releasing or upholding.
 * @throws RegistryError `unauthorized`, `forbidden`, `not_found`, `purged`, `conflict` where nothing is held, or it was contested before
 */
export async function contestHold(ctx: Ctx, input: Said): Promise<ContestView> {
  const { actor, found } = await ensureMayOn(ctx, "contestHold", input);
  const asked = { action: "contestHold", target: subjectOf(found) } as const;
  const reason = plainWords(input.reason, "reason");
  const what = `${input.name} ${input.version}`;
  const own = { versionId: found.version.id, publisherId: found.publisher.id };
  await inTransactionWhileAllowed(ctx, asked, async (tx) => {
    const version = await lockVersion(tx, found.version.id);
    // A transfer comes before this, or after it.
    const [skill] = await tx.select().from(skills).where(eq(skills.id, found.skill.id)).for("share");
    if (skill?.publisherId !== own.publisherId)
      throw new RegistryError("conflict", `${input.name} has another publisher by now.`);
    const refused = version === undefined ? `${what} is gone.` : whyNotHeld(version, what);
    if (refused !== null) throw new RegistryError("conflict", refused);
    const row = { ...own, contestedBy: actor.accountId, reason, createdAt: ctx.now(), status: "open" } as const;
    const filed = await tx.insert(holdContests).values(row).onConflictDoNothing().returning({ id: holdContests.id });
    if (filed.length === 0) throw new RegistryError("conflict", await whyNotAgain(tx, own, what));
    await appendAudit(tx, {
      actor: actor.handle,
      action: "hold.contest",
      target: `skill:${input.name}@${input.version}`,
      detail: { inspection_id: version?.inspectionId ?? null },
      requestId: ctx.requestId,
    });
  });
  return viewContest(ctx, own);
}

const lockVersion = async (tx: Db, id: number): Promise<VersionRow | undefined> =>
  (await tx.select().from(versions).where(eq(versions.id, id)).for("no key update"))[0];

/** Why there is nothing to contest; null: there is. */
function whyNotHeld({ heldSince, status, quarantinedBy, verdict }: VersionRow, what: string): string | null {
  if (heldSince !== null) return null;
  if (status === "quarantined" && quarantinedBy === "admin")
    return `An admin withholds ${what}: where a report was upheld, its case is appealed; a scan's hold alone is contested.`;
  if (verdict === null) return `The inspection of ${what} has not ended: wait for the verdict.`;
  if (status !== "published") return `${what} is ${status}: there is no hold to contest.`;
  return `${what} is not held: its verdict is ${verdict}${verdict === "ALLOW" ? "" : ", and an admin let it pass"}.`;
}

const ENDS: Record<(typeof holdContests.$inferSelect)["status"], string> = {
  open: "that contest is open",
  cleared: "an admin cleared it then",
  released: "an admin released it then",
  upheld: "the contest was refused, and the hold stays",
  closed: "that contest is closed",
};

async function whyNotAgain(
  tx: Db,
  own: Pick<typeof holdContests.$inferSelect, "versionId" | "publisherId">,
  what: string,
): Promise<string> {
  const [before] = await tx
    .select({ status: holdContests.status })
    .from(holdContests)
    .where(and(eq(holdContests.versionId, own.versionId), eq(holdContests.publisherId, own.publisherId)));
  return `${what} was contested before, and a version is contested once: ${ENDS[before?.status ?? "open"]}.`;
}

/**
 * Answers a contest: the hold stands. The publisher sees the words. `clearInspection` and `releaseVersion` are the other answers.
 * @throws RegistryError `unauthorized`, `forbidden`, `second_factor_required`, `not_found`, `conflict` where no contest is open
 */
export async function upholdHold(ctx: Ctx, input: Said): Promise<ContestView> {
  const { actor, found } = await ensureMayOn(ctx, "upholdHold", input);
  const asked = { action: "upholdHold", target: subjectOf(found) } as const;
  const text = plainWords(input.reason, "reason");
  const what = `${input.name} ${input.version}`;
  await inTransactionWhileAllowed(ctx, asked, async (tx) => {
    const version = await lockVersion(tx, found.version.id);
    const wasOpen = await settleContest(ctx, tx, found.version.id, { status: "upheld", actor, text });
    if (!wasOpen) throw new RegistryError("conflict", `No contest of ${what} is open.`);
    await appendAudit(tx, {
      actor: actor.handle,
      action: "hold.uphold",
      target: `skill:${input.name}@${input.version}`,
      detail: { reason: text, ...heldSince(version) },
      requestId: ctx.requestId,
    });
    await notify(tx, {
      publisherId: found.publisher.id,
      versionId: found.version.id,
      kind: "hold-upheld",
      text: `An admin answered the contest of ${what}: it stays held. ${text}`,
    });
  });
  return viewContest(ctx, { versionId: found.version.id, publisherId: found.publisher.id });
}
