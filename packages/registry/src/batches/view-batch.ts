import { ensureMay, RegistryError } from "@gaia/catalog";
import { batches, batchItems, publishers, versions } from "@gaia/db";
import { and, asc, desc, eq } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";

/** `Batch` of the API: what its skills are, and what became of each. */
export async function viewBatch(ctx: Ctx, id: string) {
  const [row] = await ctx.db
    .select({ batch: batches, publisher: publishers.handle })
    .from(batches)
    .innerJoin(publishers, eq(publishers.id, batches.publisherId))
    .where(eq(batches.id, id));
  if (!row) throw noBatch();
  const items = await ctx.db
    .select({ item: batchItems, status: versions.status, verdict: versions.verdict })
    .from(batchItems)
    .leftJoin(versions, eq(versions.id, batchItems.versionId))
    .where(eq(batchItems.batchId, id))
    .orderBy(asc(batchItems.position));
  return {
    ...headOf(row),
    items: items.map(({ item, status, verdict }) => ({
      path: item.path,
      outcome: item.outcome,
      name: item.name,
      version: item.version,
      status,
      verdict,
      code: item.code,
      reason: item.reason,
      errors: item.errors ?? [],
    })),
  };
}

export type BatchView = Awaited<ReturnType<typeof viewBatch>>;

const headOf = ({ batch, publisher }: { batch: typeof batches.$inferSelect; publisher: string }) => ({
  id: batch.id,
  state: batch.state,
  reason: batch.reason,
  publisher,
  is_staged: batch.isStaged,
  created_at: batch.createdAt.toISOString(),
  confirmed_at: batch.confirmedAt?.toISOString() ?? null,
  finished_at: batch.finishedAt?.toISOString() ?? null,
});

const noBatch = () => new RegistryError("not_found", "There is no such archive of yours.");

/** The row of a caller's own batch. @throws RegistryError `not_found` */
export async function ensureOwnBatch(ctx: Ctx, input: { id: string; accountId: number }) {
  const [row] = await ctx.db
    .select()
    .from(batches)
    .where(and(eq(batches.id, input.id), eq(batches.accountId, input.accountId)));
  if (!row) throw noBatch();
  return row;
}

/** One's own batch. @throws RegistryError `unauthorized`, `forbidden`, `not_found` */
export async function getBatch(ctx: Ctx, { id }: { id: string }): Promise<BatchView> {
  const { accountId } = ensureMay(ctx, "getBatch");
  await ensureOwnBatch(ctx, { id, accountId });
  return viewBatch(ctx, id);
}

const MOST_LISTED = 20;

/** One's own batches of the last days, newest first, without their skills. @throws RegistryError `unauthorized`, `forbidden` */
export async function listBatches(ctx: Ctx) {
  const { accountId } = ensureMay(ctx, "listBatches");
  const rows = await ctx.db
    .select({ batch: batches, publisher: publishers.handle })
    .from(batches)
    .innerJoin(publishers, eq(publishers.id, batches.publisherId))
    .where(eq(batches.accountId, accountId))
    .orderBy(desc(batches.createdAt), desc(batches.id))
    .limit(MOST_LISTED);
  return { items: rows.map(headOf) };
}
