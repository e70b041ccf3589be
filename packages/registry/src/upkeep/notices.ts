import { decidesFor, ensureMay, ensureMayAtAll, readable, readCursor, RegistryError, writeCursor } from "@gaia/catalog";
import { notices, publishers, skills, versions } from "@gaia/db";
import { and, desc, eq, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";

const select = (ctx: Ctx) =>
  ctx.db
    .select({ notice: notices, publisher: publishers.handle, name: skills.name, version: versions.version })
    .from(notices)
    .innerJoin(publishers, eq(publishers.id, notices.publisherId))
    .leftJoin(versions, eq(versions.id, notices.versionId))
    .leftJoin(skills, eq(skills.id, sql`coalesce(${notices.skillId}, ${versions.skillId})`))
    .$dynamic();

/**
 * Of a skill that is not theirs to see, members are told nothing. What is about a skill and none of its versions is an offer, which who
 * decides for the publisher has to know of before it is theirs, and after.
 */
const isTold = (ctx: Ctx) =>
  or(
    and(isNull(notices.versionId), isNull(notices.skillId)),
    readable(ctx),
    and(isNotNull(notices.skillId), decidesFor(ctx, notices.publisherId)),
  );

type Row = Awaited<ReturnType<typeof select>>[number];

/** `Notice` of the API. */
const toNotice = ({ notice, publisher, name, version }: Row) => ({
  id: notice.id,
  publisher,
  kind: notice.kind,
  name: version === null ? null : name,
  version,
  text: notice.text,
  created_at: notice.createdAt.toISOString(),
  read_at: notice.readAt?.toISOString() ?? null,
});

/** What the registry told the publishers that this account belongs to, newest first. @throws RegistryError */
export async function listNotices(
  ctx: Ctx,
  input: { unread: boolean; publisher: string | null; limit: number; cursor: string | null },
) {
  const actor = ensureMayAtAll(ctx, "listNotices");
  if (input.publisher !== null) ensureMay(ctx, "listNotices", { publisher: input.publisher });
  const own = actor.publishers.filter(({ handle }) => input.publisher === null || handle === input.publisher);
  const [before] = readCursor(input.cursor, "notices", ["number"]) ?? [];
  const rows = await select(ctx)
    .where(
      and(
        inArray(
          notices.publisherId,
          own.map(({ id }) => id),
        ),
        isTold(ctx),
        input.unread ? isNull(notices.readAt) : undefined,
        typeof before === "number" ? lt(notices.id, before) : undefined,
      ),
    )
    .orderBy(desc(notices.id))
    .limit(input.limit + 1);
  const page = rows.slice(0, input.limit);
  const last = rows.length > input.limit ? page.at(-1) : undefined;
  return { items: page.map(toNotice), next_cursor: last ? writeCursor("notices", [last.notice.id]) : null };
}

/** Marks a notice as read, for all members of its publisher. @throws RegistryError `unauthorized`, `forbidden`, `not_found` */
export async function readNotice(ctx: Ctx, input: { id: number }) {
  const actor = ensureMayAtAll(ctx, "readNotice");
  // Of what is not for them, nobody learns that it is there.
  const own = and(
    eq(notices.id, input.id),
    inArray(
      notices.publisherId,
      actor.publishers.map(({ id }) => id),
    ),
  );
  const [known] = await select(ctx).where(and(own, isTold(ctx)));
  if (!known) throw new RegistryError("not_found", "There is no such notice for you.");
  await ctx.db
    .update(notices)
    .set({ readAt: ctx.now() })
    .where(and(own, isNull(notices.readAt)));
  const [row] = await select(ctx).where(own);
  if (!row) throw new RegistryError("not_found", "There is no such notice for you.");
  return toNotice(row);
}
