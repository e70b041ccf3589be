import { type Db, executeRows } from "@gaia/db";
import { refusalOf } from "@gaia/policy";
import { sql } from "drizzle-orm";
import type { Catalog, ReadCtx } from "./context.ts";

const MIB = 1024 * 1024;

export type QuotaCtx = Pick<Catalog, "publisherQuotaMib">;

/** What a publisher's versions take in storage, purged ones left out, and what they may; null: as much as they want. */
export interface StorageUsage {
  used_bytes: number;
  limit_bytes: number | null;
  versions: number;
}

/** What one publisher takes; `alone`: in a transaction, until whose end nobody else who asks so of this publisher is answered. */
export async function findUsage(
  ctx: QuotaCtx,
  db: Db,
  { publisherId, alone }: { publisherId: number; alone: boolean },
): Promise<StorageUsage> {
  const [row] = await executeRows<UsageRow>(
    db,
    sql`SELECT used_bytes AS used, versions, quota_mebibytes AS mebibytes FROM usage_of_publisher(${publisherId}, ${alone})`,
  );
  if (!row) throw new Error("a function of one row returned none");
  return toUsage(ctx, row);
}

interface UsageRow {
  used: number;
  versions: number;
  mebibytes: number | null;
}

function toUsage(ctx: QuotaCtx, { used, versions, mebibytes }: UsageRow): StorageUsage {
  const limit = mebibytes ?? ctx.publisherQuotaMib;
  return { used_bytes: used, limit_bytes: limit === 0 ? null : limit * MIB, versions };
}

/** What publishers take and may, by handle; of those of whom the actor may see it, which are its own, or all for an admin. */
export async function findStorage(
  ctx: ReadCtx,
  publishers: readonly { id: number; handle: string }[],
): Promise<Map<string, StorageUsage>> {
  const seen = publishers.filter(({ handle }) => refusalOf("seeStorage", ctx.actor, { publisher: handle }) === null);
  if (seen.length === 0) return new Map();
  const rows = await executeRows<UsageRow & { id: number }>(
    ctx.db,
    sql`SELECT id, used_bytes AS used, versions, quota_mebibytes AS mebibytes
      FROM unnest(${`{${seen.map(({ id }) => id).join(",")}}`}::text::bigint[]) AS id, usage_of_publisher(id, false)`,
  );
  const byId = new Map(rows.map((row) => [row.id, toUsage(ctx, row)]));
  return new Map(seen.flatMap(({ id, handle }) => [[handle, byId.get(id)] as const]).filter(isFound));
}

const isFound = (entry: readonly [string, StorageUsage | undefined]): entry is [string, StorageUsage] =>
  entry[1] !== undefined;
