import { accounts, type Db } from "@gaia/db";
import { eq, or } from "drizzle-orm";
import { IdentityError } from "../errors.ts";

/** An account as admins see it. */
export type AccountRow = typeof accounts.$inferSelect;

/**
 * The account that an admin decides about, and every admin's, held until the transaction ends: those who decide about admins do so one
 * after the other, so that the last one is still the last one when that is decided.
 * @returns the account, and the other admins that can act
 * @throws IdentityError `not_found`, `conflict` for a deleted one, `forbidden` when whoever decides is no admin any more (T5)
 */
export async function holdAccounts(
  tx: Db,
  { handle, by }: { handle: string; by: { accountId: number } },
): Promise<{ found: AccountRow; otherAdmins: AccountRow[] }> {
  const held = await tx
    .select()
    .from(accounts)
    .where(or(eq(accounts.role, "admin"), eq(accounts.handle, handle)))
    .orderBy(accounts.id)
    .for("no key update");
  const admins = held.filter(({ role, disabledAt }) => role === "admin" && disabledAt === null);
  if (!admins.some(({ id }) => id === by.accountId)) {
    throw new IdentityError("forbidden", "Your account is no admin's any more.");
  }
  const found = held.find((account) => account.handle === handle);
  if (!found) throw new IdentityError("not_found", `There is no account ${handle} here.`);
  if (found.deletedAt !== null) throw new IdentityError("conflict", `The account ${handle} was deleted.`);
  return { found, otherAdmins: admins.filter(({ id }) => id !== found.id) };
}
