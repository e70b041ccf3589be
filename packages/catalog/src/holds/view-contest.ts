import { accounts, type Db, holdContests, publishers, skills, versions } from "@gaia/db";
import { and, eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { ReadCtx } from "../kernel/context.ts";
import { RegistryError } from "../kernel/errors.ts";
import { ensureMayOn } from "../kernel/may.ts";

const author = alias(accounts, "author");
const judge = alias(accounts, "judge");

const selectContests = (db: Db) =>
  db
    .select({
      contest: holdContests,
      name: skills.name,
      version: versions.version,
      publisher: publishers.handle,
      contestedBy: author.handle,
      decidedBy: judge.handle,
    })
    .from(holdContests)
    .innerJoin(versions, eq(versions.id, holdContests.versionId))
    .innerJoin(skills, eq(skills.id, versions.skillId))
    .innerJoin(publishers, eq(publishers.id, holdContests.publisherId))
    .leftJoin(author, eq(author.id, holdContests.contestedBy))
    .leftJoin(judge, eq(judge.id, holdContests.decidedBy))
    .$dynamic();

/** `HoldContest` of the API: a publisher's word against a hold, and what was answered. */
export type ContestView = ReturnType<typeof toContest>;

const toContest = ({ contest, ...row }: Awaited<ReturnType<typeof selectContests>>[number]) => ({
  name: row.name,
  version: row.version,
  publisher: row.publisher,
  status: contest.status,
  reason: contest.reason,
  contested_by: row.contestedBy,
  contested_at: contest.createdAt.toISOString(),
  decided_by: row.decidedBy,
  decided_at: contest.decidedAt?.toISOString() ?? null,
  answer: contest.answer,
});

/** The contest of a version by this publisher, which must exist. */
export async function viewContest(
  ctx: ReadCtx,
  { versionId, publisherId }: { versionId: number; publisherId: number },
): Promise<ContestView> {
  const own = and(eq(holdContests.versionId, versionId), eq(holdContests.publisherId, publisherId));
  const [row] = await selectContests(ctx.db).where(own);
  if (!row) throw new Error(`no contest of version ${versionId}`);
  return toContest(row);
}

/**
 * The contest of a version, for members of its publisher and for admins. Its words are those of the publisher that has the skill now: a
 * former one's are for nobody else to read.
 * @throws RegistryError `unauthorized`, `forbidden`, `not_found`, `purged`
 */
export async function getContest(ctx: ReadCtx, input: { name: string; version: string }): Promise<ContestView> {
  const { found } = await ensureMayOn(ctx, "getContest", input);
  const own = and(eq(holdContests.versionId, found.version.id), eq(holdContests.publisherId, found.publisher.id));
  const [row] = await selectContests(ctx.db).where(own);

  if (!row)
    throw new RegistryError("not_found", `${found.publisher.handle} did not contest ${input.name} ${input.version}.`);
  return toContest(row);
}
