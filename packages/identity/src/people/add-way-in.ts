import { accounts, type Db, tokens } from "@gaia/db";
import { eq } from "drizzle-orm";
import { IdentityError } from "../errors.ts";
import { tell } from "../publishers/membership-change.ts";

/**
 * Gives an account that acted by tokens an address and a way to sign in, and tells it. A link is followed a day later: the token that it
 * was asked for with must be live still, and the account a user's that can act, or an old claim would be a way into what it became (T9).
 * @param input.isDirect no link: whoever asks has shown the registry's own token just now, which is all that an admin's account takes
 * @throws IdentityError `conflict`
 */
export async function addWayIn(
  tx: Db,
  input: {
    pending: { userId: string; tokenId: string | null };
    accountId: number;
    email: string;
    isDirect: boolean;
  },
): Promise<void> {
  const { pending, accountId, email, isDirect } = input;
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId)).for("no key update");
  if (!account || account.disabledAt !== null || account.deletedAt !== null) {
    throw new IdentityError("conflict", "This account is suspended or deleted: it cannot sign in.");
  }
  if (account.authUserId !== null) throw new IdentityError("conflict", "This account has a way to sign in already.");
  if (account.role !== "user" && !isDirect) {
    throw new IdentityError("conflict", "This account is an admin's by now, which takes the registry's own token.");
  }
  await holdToken(tx, { tokenId: pending.tokenId, accountId });
  await tx.update(accounts).set({ authUserId: pending.userId, email }).where(eq(accounts.id, accountId));
  const text =
    `A person who held a token of ${account.handle} gave this account an address and a password, and signs in by them from now on. ` +
    "If that was not you, ask an admin of this registry to suspend the account.";
  await tell(tx, [account.handle], { kind: "sign-in-added", text });
}

/** The token that the account was claimed with, held until the transaction ends: who revokes it does so before this, or after it. */
async function holdToken(tx: Db, { tokenId, accountId }: { tokenId: string | null | undefined; accountId: number }) {
  // A link that was sent before tokens were kept with it has none.
  const [token] = tokenId ? await tx.select().from(tokens).where(eq(tokens.id, tokenId)).for("share") : [];
  if (token?.accountId === accountId && token.revokedAt === null) return;
  throw new IdentityError(
    "conflict",
    "The token that this link was asked for with was revoked: ask again with another.",
  );
}
