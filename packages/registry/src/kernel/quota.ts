import { ensureMayFor, findUsage, type QuotaCtx, RegistryError, type StorageUsage } from "@gaia/catalog";
import { appendAudit, type Db, publisherQuotas } from "@gaia/db";
import { eq, sql } from "drizzle-orm";
import type { Ctx } from "./context.ts";
import type { ReadUpload } from "./packages.ts";
import { inTransactionWhileAllowed } from "./while-allowed.ts";

const MIB = 1024 * 1024;

/** What a release takes: the upload as it came, and both canonical archives. */
export const storedBytesOf = ({ upload, zip, tgz }: ReadUpload): number =>
  upload.bytes.byteLength + zip.bytes.byteLength + tgz.bytes.byteLength;

/**
 * Refuses what would go over a publisher's quota, before anything of it is stored. Others may publish meanwhile: `ensureWithinQuota` asks
 * again.
 * @throws RegistryError `quota_exceeded`
 */
export async function ensureRoom(
  ctx: QuotaCtx & { db: Db },
  { publisher, bytes }: { publisher: { id: number; handle: string }; bytes: number },
): Promise<void> {
  const usage = await findUsage(ctx, ctx.db, { publisherId: publisher.id, alone: false });
  ensureFits(publisher.handle, usage, bytes);
}

/**
 * The same at the end of a transaction whose rows are written: those that publish for one publisher ask one after the other, from here to
 * their commits.
 * @throws RegistryError `quota_exceeded`
 */
export async function ensureWithinQuota(
  ctx: QuotaCtx,
  tx: Db,
  publisher: { id: number; handle: string },
): Promise<void> {
  ensureFits(publisher.handle, await findUsage(ctx, tx, { publisherId: publisher.id, alone: true }), 0);
}

function ensureFits(handle: string, usage: StorageUsage, bytes: number): void {
  const { used_bytes: used, limit_bytes: limit } = usage;
  if (limit === null || used + bytes <= limit) return;
  // What is written already counts among what is used.
  throw new RegistryError(
    "quota_exceeded",
    `${handle} may take ${showMib(limit)} of storage, and with this package it would take ${showMib(used + bytes)}: ` +
      "purge what is not needed, or ask an admin for more (admin quota).",
    { quota: { used_bytes: used + bytes, limit_bytes: limit } },
  );
}

const showMib = (bytes: number): string => `${(bytes / MIB).toFixed(1)} MiB`;

/** Makes one row of the many that publishes have left. */
export async function foldUsage(ctx: { db: Db }): Promise<void> {
  await ctx.db.execute(sql`SELECT fold_publisher_usage()`);
}

/**
 * Lets a publisher take more or less than the settings say. What it takes already stays.
 * @param input.mebibytes 0: as much as it wants; null: as the settings say
 * @throws RegistryError `not_found`, `second_factor_required`
 */
export async function setPublisherQuota(
  ctx: Ctx,
  input: { handle: string; mebibytes: number | null },
): Promise<StorageUsage> {
  const { actor, publisher } = await ensureMayFor(ctx, "setPublisherQuota", input);
  const { mebibytes } = input;
  const asked = { action: "setPublisherQuota", target: { publisher: publisher.handle } } as const;
  await inTransactionWhileAllowed(ctx, asked, async (tx) => {
    if (mebibytes === null) {
      await tx.delete(publisherQuotas).where(eq(publisherQuotas.publisherId, publisher.id));
    } else {
      const set = { mebibytes, setAt: ctx.now() };
      await tx
        .insert(publisherQuotas)
        .values({ publisherId: publisher.id, ...set })
        .onConflictDoUpdate({ target: publisherQuotas.publisherId, set });
    }
    await appendAudit(tx, {
      actor: actor.handle,
      action: "publisher.quota",
      target: `publisher:${publisher.handle}`,
      detail: { mebibytes },
      requestId: ctx.requestId,
    });
  });
  return findUsage(ctx, ctx.db, { publisherId: publisher.id, alone: false });
}
