import { accounts, appendAudit, type Db, inTransaction, tokens } from "@gaia/db";
import { and, eq, isNull } from "drizzle-orm";
import { IdentityError } from "../errors.ts";
import { tell } from "../publishers/membership-change.ts";
import { type AccountRow, holdAccounts } from "./hold-accounts.ts";
import { withdrawOffers } from "./withdraw-offers.ts";

/**
 * Makes an account an admin's of this registry, or a user's again; the same role again changes nothing. Whoever it is about and all admins
 * are told. Its tokens may from then on what its role may, as far as their scopes go;
 * what it had offered as an admin of skills that are not its own is withdrawn when it becomes a user's.
 * @throws IdentityError `not_found`, `forbidden`, `conflict` for the last admin who can act, and for a suspended or deleted account
 */
export async function changeRole(
  db: Db,
  input: {
    handle: string;
    role: AccountRow["role"];
    by: { accountId: number; handle: string };
    now: Date;
    requestId: string | null;
  },
): Promise<AccountRow> {
  const { handle, role, by, now, requestId } = input;
  return inTransaction(db, async (tx) => {
    const { found, otherAdmins } = await holdAccounts(tx, { handle, by });
    if (found.role === role) return found;
    if (role === "admin" && found.disabledAt !== null) throw new IdentityError("conflict", `${handle} is suspended.`);
    if (role === "user" && otherAdmins.length === 0) {
      throw new IdentityError(
        "conflict",
        `${handle} is the last admin who can act: make another account an admin first.`,
      );
    }
    const [row] = await tx.update(accounts).set({ role }).where(eq(accounts.id, found.id)).returning();
    if (!row) throw new Error("update returned no row");
    await appendAudit(tx, {
      actor: by.handle,
      action: "account.role",
      target: `account:${handle}`,
      detail: { from: found.role, to: role },
      requestId,
    });
    if (role === "user") await withdrawOffers(tx, { account: found, by, now, requestId });
    const live = await tx.$count(tokens, and(eq(tokens.accountId, found.id), isNull(tokens.revokedAt)));
    const text =
      role === "admin"
        ? `${by.handle} made ${handle} an admin of this registry; its ${live} tokens act for an admin from now on.`
        : `${by.handle} made ${handle}, who was an admin of this registry, a user.`;
    await tell(tx, [handle, ...otherAdmins.map((admin) => admin.handle)], { kind: "role-changed", text });
    return row;
  });
}
