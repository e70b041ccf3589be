import { accounts, type Db } from "@gaia/db";
import { and, asc, eq, gt, isNotNull, isNull } from "drizzle-orm";
import type { AccountRow } from "./hold-accounts.ts";

/** Accounts in the order of their numbers, after `after`; with a handle only that one. */
export async function listAccounts(
  db: Db,
  input: {
    handle: string | null;
    role: "user" | "admin" | null;
    status: "active" | "suspended" | "deleted" | null;
    after: number;
    limit: number;
  },
): Promise<AccountRow[]> {
  const { handle, role, status, after, limit } = input;
  const STATUS = {
    active: isNull(accounts.disabledAt),
    suspended: and(isNotNull(accounts.disabledAt), isNull(accounts.deletedAt)),
    deleted: isNotNull(accounts.deletedAt),
  };
  return db
    .select()
    .from(accounts)
    .where(
      and(
        gt(accounts.id, after),
        handle === null ? undefined : eq(accounts.handle, handle),
        role === null ? undefined : eq(accounts.role, role),
        status === null ? undefined : STATUS[status],
      ),
    )
    .orderBy(asc(accounts.id))
    .limit(limit);
}
