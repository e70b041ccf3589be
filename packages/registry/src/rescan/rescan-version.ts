import { ensureMayOn, RegistryError, subjectOf } from "@gaia/catalog";
import { type Db, publishers, rescanItems, rescans } from "@gaia/db";
import { and, asc, count, eq, gt, inArray, min } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { holdCaller } from "../kernel/while-allowed.ts";
import { startRescan } from "./start-rescan.ts";

const DAY_MS = 86_400_000;
/** So many a publisher begins in a day, whatever versions they are of: each costs what a publish costs. */
const RESCANS_A_DAY = 20;

/** `OwnRescan` of the API. */
export interface OwnRescanView {
  name: string;
  version: string;
  rescan_id: string;
  /** When it may be asked for again. */
  again_at: string;
}

/**
 * A publisher's own re-scan: of one version, by all scanners, once a day. It stands behind publishes, as every re-scan does.
 * @throws RegistryError `unauthorized`, `forbidden`, `not_found`, `purged`, `rate_limited` with the time when it is possible again,
 *   `conflict` where there is nothing to look at, or it is looked at just now
 */
export async function rescanVersion(ctx: Ctx, input: { name: string; version: string }): Promise<OwnRescanView> {
  const { actor, found } = await ensureMayOn(ctx, "rescanVersion", input);
  const asked = { action: "rescanVersion", target: subjectOf(found) } as const;
  const what = `${input.name} ${input.version}`;
  const now = ctx.now();
  const [versionId, publisherId] = [found.version.id, found.publisher.id];
  const id = await startRescan(ctx, {
    cause: "publisher",
    detail: `asked for by ${actor.handle}`,
    scanners: null,
    versionIds: [versionId],
    own: {
      publisherId,
      async ensure(tx) {
        await holdCaller(ctx, tx, asked);
        // Of requests at once each counts those before it.
        await tx
          .select({ id: publishers.id })
          .from(publishers)
          .where(eq(publishers.id, publisherId))
          .for("no key update");
        await ensureNotUnderWay(tx, versionId, what);
        await ensureInBounds(tx, { versionId, publisherId, now, what });
      },
    },
  });
  if (id === null)
    throw new RegistryError(
      "conflict",
      `${what} is neither served nor withheld by a scan: there is nothing to scan again.`,
    );
  return { ...input, rescan_id: id, again_at: new Date(now.getTime() + DAY_MS).toISOString() };
}

async function ensureNotUnderWay(tx: Db, versionId: number, what: string): Promise<void> {
  const open = and(
    eq(rescanItems.versionId, versionId),
    inArray(rescanItems.status, ["waiting", "inspecting", "held"]),
  );
  if ((await tx.$count(rescanItems, open)) > 0)
    throw new RegistryError("conflict", `${what} is being scanned again already: wait for its end.`);
}

async function ensureInBounds(
  tx: Db,
  { versionId, publisherId, now, what }: { versionId: number; publisherId: number; now: Date; what: string },
): Promise<void> {
  const since = and(eq(rescans.cause, "publisher"), gt(rescans.createdAt, new Date(now.getTime() - DAY_MS)));
  // Whoever had the skill: a transfer buys no second one.
  const [last] = await tx
    .select({ at: rescans.createdAt })
    .from(rescans)
    .innerJoin(rescanItems, eq(rescanItems.rescanId, rescans.id))
    .where(and(since, eq(rescanItems.versionId, versionId)))
    .orderBy(asc(rescans.createdAt))
    .limit(1);
  if (last) throw refused(`${what} is scanned again once a day at most`, last.at);
  const [begun] = await tx
    .select({ count: count(), first: min(rescans.createdAt) })
    .from(rescans)
    .where(and(since, eq(rescans.publisherId, publisherId)));
  if (begun?.first && begun.count >= RESCANS_A_DAY)
    throw refused(`A publisher has ${RESCANS_A_DAY} versions scanned again a day at most`, begun.first);
}

const refused = (why: string, from: Date): RegistryError =>
  new RegistryError(
    "rate_limited",
    `${why}: it is possible again at ${new Date(from.getTime() + DAY_MS).toISOString()}.`,
  );
