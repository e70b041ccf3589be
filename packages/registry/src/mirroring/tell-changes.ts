import { type Db, mirrorItems, publishers } from "@gaia/db";
import { and, asc, eq, inArray, isNull, isNotNull, sql } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { notify } from "../kernel/notify.ts";
import { findMirrorer, type MirrorRow } from "./mirror-row.ts";

const MOST_NAMED = 10;
const STAYS = "What was taken stays: look at it, and yank it if the change was a repair.";
/** More than that are in the mirror's list alone. */
const MOST_MARKED = 50_000;

/**
 * Tells the admin whose word a mirror is what the upstream rewrote and what it has no more, each once; part of the transaction that ends a
 * listing. Nothing of it changes what was taken.
 */
export async function tellChanges(
  ctx: Ctx,
  tx: Db,
  { mirror, isWhole }: { mirror: MirrorRow; isWhole: boolean },
): Promise<void> {
  const rewritten = await tx
    .select({ id: mirrorItems.id, name: mirrorItems.name })
    .from(mirrorItems)
    .where(
      and(
        eq(mirrorItems.mirrorId, mirror.id),
        isNotNull(mirrorItems.rewrittenDigest),
        isNull(mirrorItems.rewrittenToldAt),
      ),
    )
    .orderBy(asc(mirrorItems.id))
    .limit(MOST_MARKED);
  const gone = isWhole ? await findGone(tx, mirror) : [];
  await mark(tx, rewritten, { rewrittenToldAt: ctx.now() });
  await mark(tx, gone, { goneAt: ctx.now() });
  const { address } = mirror;
  if (rewritten.length > 0)
    await tell(
      tx,
      mirror,
      `${address} has other content by now under versions that were taken: ${named(rewritten)}. ${STAYS}`,
    );
  if (gone.length > 0) await tell(tx, mirror, `${address} does not list any more: ${named(gone)}. ${STAYS}`);
}

/** Taken under a name that this run did not list. */
async function findGone(tx: Db, mirror: MirrorRow): Promise<{ id: number; name: string }[]> {
  const isListed = sql`EXISTS (SELECT 1 FROM mirror_items AS listed WHERE listed.mirror_id = ${mirrorItems.mirrorId}
    AND listed.name = ${mirrorItems.name} AND listed.seen_run = ${mirror.run})`;
  return tx
    .select({ id: mirrorItems.id, name: mirrorItems.name })
    .from(mirrorItems)
    .where(
      and(
        eq(mirrorItems.mirrorId, mirror.id),
        inArray(mirrorItems.outcome, ["published", "staged", "there"]),
        isNull(mirrorItems.goneAt),
        sql`NOT ${isListed}`,
      ),
    )
    .orderBy(asc(mirrorItems.id))
    .limit(MOST_MARKED);
}

async function mark(
  tx: Db,
  items: readonly { id: number }[],
  set: Pick<Partial<typeof mirrorItems.$inferInsert>, "rewrittenToldAt" | "goneAt">,
): Promise<void> {
  if (items.length === 0) return;
  const ids = items.map(({ id }) => id);
  await tx.update(mirrorItems).set(set).where(inArray(mirrorItems.id, ids));
}

function named(items: readonly { name: string }[]): string {
  const names = [...new Set(items.map(({ name }) => name))];
  const more = names.length - MOST_NAMED;
  return names.slice(0, MOST_NAMED).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** By the notices of the admin's own publisher; where the admin is none any more, of the one that has the skills. */
async function tell(tx: Db, mirror: MirrorRow, text: string): Promise<void> {
  const mirrorer = await findMirrorer(tx, mirror);
  const [own] = mirrorer
    ? await tx.select({ id: publishers.id }).from(publishers).where(eq(publishers.handle, mirrorer.handle))
    : [];
  const publisherId = own?.id ?? mirror.publisherId;
  await notify(tx, { publisherId, versionId: null, kind: "upstream-changed", text });
}
