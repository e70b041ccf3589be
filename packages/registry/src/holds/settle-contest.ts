import { ensureMayAtAll, type VersionRow } from "@gaia/catalog";
import { type Db, holdContests, publishers, skills, versions } from "@gaia/db";
import { and, eq, inArray } from "drizzle-orm";
import type { Ctx, Person } from "../kernel/context.ts";
import { notify } from "../kernel/notify.ts";

/** What an admin answers. */
export interface Answer {
  status: "cleared" | "released" | "upheld";
  actor: Person;
  text: string;
}

/**
 * Ends the open contest of a version with an admin's answer, or by itself where the version waits no longer; part of every transaction that
 * may change whether it does, after `refreshLatest` (the order of locks is version, skill, contest). Who answers neither belongs to the
 * publisher nor contested it.
 * @returns whether one was open
 * @throws RegistryError `forbidden` for an admin who is too close
 */
export async function settleContest(ctx: Ctx, tx: Db, versionId: number, answer?: Answer): Promise<boolean> {
  const [open] = await tx
    .select({ contest: holdContests, version: versions, name: skills.name, publisher: publishers.handle })
    .from(holdContests)
    .innerJoin(versions, eq(versions.id, holdContests.versionId))
    .innerJoin(skills, eq(skills.id, versions.skillId))
    .innerJoin(publishers, eq(publishers.id, holdContests.publisherId))
    .where(and(eq(holdContests.versionId, versionId), eq(holdContests.status, "open")))
    .for("no key update", { of: holdContests });
  if (!open) return false;
  const { contest, version, name, publisher } = open;
  if (answer !== undefined) {
    const involved = contest.contestedBy === null ? [] : [{ accountId: contest.contestedBy, did: "contested it" }];
    ensureMayAtAll(ctx, "upholdHold", { publisher, skill: name, involved });
    const decided = { status: answer.status, decidedBy: answer.actor.accountId, answer: answer.text } as const;
    await end(ctx, tx, contest.id, decided);
    return true;
  }
  if (version.heldSince !== null) return true;
  const why = whyClosed(version);
  await end(ctx, tx, contest.id, { status: "closed", decidedBy: null, answer: why });
  const text = `The contest of ${name} ${version.version} is closed: ${why}.`;
  await notify(tx, { publisherId: contest.publisherId, versionId, kind: "contest-closed", text });
  return true;
}

type Ended = Pick<typeof holdContests.$inferSelect, "status" | "decidedBy" | "answer">;

async function end(ctx: Ctx, tx: Db, id: string, ended: Ended): Promise<void> {
  await tx
    .update(holdContests)
    .set({ ...ended, decidedAt: ctx.now() })
    .where(eq(holdContests.id, id));
}

/** Why there is nothing left to answer. */
function whyClosed({ status, quarantinedBy, verdict }: VersionRow): string {
  if (status === "quarantined" && quarantinedBy === "admin") return "an admin withholds the version now";
  if (status !== "published") return `the version is ${status}`;
  return `the version is held no longer, its verdict is ${verdict ?? "open"}`;
}

/** Ends what the former publisher of a skill contested; part of the transfer, which holds the skill's row. The new one may contest anew. */
export async function closeContestsOnTransfer(ctx: Ctx, tx: Db, skillId: number): Promise<void> {
  const ofSkill = tx.select({ id: versions.id }).from(versions).where(eq(versions.skillId, skillId));
  await tx
    .update(holdContests)
    .set({ status: "closed", decidedAt: ctx.now(), answer: "the skill went to another publisher" })
    .where(and(inArray(holdContests.versionId, ofSkill), eq(holdContests.status, "open")));
}
