import { ensureMay, readCursor, RegistryError, writeCursor } from "@gaia/catalog";
import { accounts, mirrorItems, mirrors, publishers, skills, versions } from "@gaia/db";
import { MIRROR_OUTCOMES, type MirrorOutcome } from "@gaia/policy";
import { and, asc, count, desc, eq, gt, inArray, lt, or } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";

const select = (ctx: Ctx) =>
  ctx.db
    .select({ mirror: mirrors, publisher: publishers.handle, createdBy: accounts.handle })
    .from(mirrors)
    .innerJoin(publishers, eq(publishers.id, mirrors.publisherId))
    .innerJoin(accounts, eq(accounts.id, mirrors.createdBy))
    .$dynamic();

type Row = Awaited<ReturnType<typeof select>>[number];

const countItems = (ctx: Ctx, ids: string[]) =>
  ctx.db
    .select({ mirrorId: mirrorItems.mirrorId, outcome: mirrorItems.outcome, count: count() })
    .from(mirrorItems)
    .where(inArray(mirrorItems.mirrorId, ids))
    .groupBy(mirrorItems.mirrorId, mirrorItems.outcome);

/** `Mirror` of the API: what it is to do, and how far it is. */
function toMirror({ mirror, publisher, createdBy }: Row, counts: Awaited<ReturnType<typeof countItems>>) {
  const of = (outcome: MirrorOutcome) =>
    counts.find((each) => each.mirrorId === mirror.id && each.outcome === outcome)?.count ?? 0;
  return {
    id: mirror.id,
    address: mirror.address,
    source: mirror.source,
    publisher,
    prefix: mirror.prefix,
    only: mirror.onlyNames,
    min_age_days: mirror.minAgeDays,
    approve: mirror.approve,
    follow: mirror.follows,
    state: mirror.state,
    reason: mirror.reason,
    run: mirror.run,
    counts: {
      waiting: of("waiting"),
      published: of("published"),
      staged: of("staged"),
      there: of("there"),
      refused: of("refused"),
      left_out: of("left_out"),
    },
    created_by: createdBy,
    created_at: mirror.createdAt.toISOString(),
    started_at: mirror.startedAt.toISOString(),
    finished_at: mirror.finishedAt?.toISOString() ?? null,
  };
}

export type MirrorView = ReturnType<typeof toMirror>;

/** The view of the mirror with this id. @throws RegistryError `not_found` */
export async function viewMirror(ctx: Ctx, id: string): Promise<MirrorView> {
  const [row] = await select(ctx).where(eq(mirrors.id, id));
  if (!row) throw new RegistryError("not_found", "There is no such mirror.");
  return toMirror(row, await countItems(ctx, [id]));
}

interface Page {
  limit: number;
  cursor: string | null;
}

/** Mirrors, newest first. @throws RegistryError `forbidden`, `invalid_request` for a cursor that is not ours */
export async function listMirrors(ctx: Ctx, { limit, cursor }: Page) {
  ensureMay(ctx, "listMirrors");
  const [at, id] = readCursor(cursor, "mirrors", ["date", "uuid"]) ?? [];
  const isAfter =
    at instanceof Date && typeof id === "string"
      ? or(lt(mirrors.createdAt, at), and(eq(mirrors.createdAt, at), lt(mirrors.id, id)))
      : undefined;
  const rows = await select(ctx)
    .where(isAfter)
    .orderBy(desc(mirrors.createdAt), desc(mirrors.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const ids = page.map(({ mirror }) => mirror.id);
  const counts = ids.length > 0 ? await countItems(ctx, ids) : [];
  const last = rows.length > limit ? page.at(-1)?.mirror : undefined;
  return {
    items: page.map((row) => toMirror(row, counts)),
    next_cursor: last ? writeCursor("mirrors", [last.createdAt, last.id]) : null,
  };
}

/**
 * One mirror with the versions that its upstream listed, in the order in which they were seen, and what came of each.
 * @throws RegistryError `forbidden`, `not_found`, `invalid_request` for a cursor that is not ours
 */
export async function getMirror(ctx: Ctx, input: Page & { id: string; outcome: MirrorOutcome | null }) {
  ensureMay(ctx, "getMirror");
  const mirror = await viewMirror(ctx, input.id);
  const [after] = readCursor(input.cursor, "mirror items", ["number"]) ?? [];
  const outcomes = input.outcome === null ? [...MIRROR_OUTCOMES] : [input.outcome];
  const rows = await ctx.db
    .select({ item: mirrorItems, skill: skills.name, number: versions.version, verdict: versions.verdict })
    .from(mirrorItems)
    .leftJoin(versions, eq(versions.id, mirrorItems.versionId))
    .leftJoin(skills, eq(skills.id, versions.skillId))
    .where(
      and(
        eq(mirrorItems.mirrorId, input.id),
        inArray(mirrorItems.outcome, outcomes),
        typeof after === "number" ? gt(mirrorItems.id, after) : undefined,
      ),
    )
    .orderBy(asc(mirrorItems.id))
    .limit(input.limit + 1);
  const page = rows.slice(0, input.limit);
  const last = rows.length > input.limit ? page.at(-1)?.item : undefined;
  return {
    ...mirror,
    items: page.map(({ item, skill, number, verdict }) => ({
      name: item.name,
      version: item.version,
      publisher: item.publisher,
      origin: item.origin,
      digest: item.digest,
      published_at: item.publishedAt?.toISOString() ?? null,
      first_seen_at: item.firstSeenAt.toISOString(),
      outcome: item.outcome,
      reason: item.reason,
      skill,
      skill_version: number,
      verdict,
      rewritten: item.rewrittenDigest !== null,
      gone_at: item.goneAt?.toISOString() ?? null,
    })),
    next_cursor: last ? writeCursor("mirror items", [last.id]) : null,
  };
}
