import { accounts, appendAudit, authUsers, inTransaction, isUniqueViolation, type Tx } from "@gaia/db";
import { and, eq } from "drizzle-orm";
import type { SessionHolder } from "../../authenticate.ts";
import { IdentityError } from "../../errors.ts";
import { tell } from "../../publishers/membership-change.ts";
import { changedMail, formerAddressMail } from "../mails.ts";
import type { People } from "../people.ts";
import { userOf } from "../second-factor.ts";
import type { Visitor } from "../settings.ts";
import { forgetUnconfirmed } from "../sign-up.ts";
import { endAllOf, isGivenTo, isWaiting, rowOf, takeWaiting } from "../waiting.ts";
import { lockAccount, lockOpenSession } from "../ways-in.ts";
import { ADDRESS_LINK_OVER, takeTheirs } from "./ask-for-address.ts";
import { type AddressChange, addressOf, endAddressChange, findAddressChange } from "./change.ts";

/**
 * The new address agrees: it is the account's from now on. That takes a session of the person who asked, so that nobody's click on a mail
 * gives their address to the account of another. Links that lie in the former mailbox end.
 * @throws IdentityError `not_found` (no such link of theirs), `conflict` (somebody else was first), `unauthorized`, `forbidden`
 */
export async function confirmNewAddress(
  people: People,
  { requestId }: Visitor,
  { holder, token }: { holder: SessionHolder; token: string },
): Promise<void> {
  const userId = userOf(holder);
  const settled = await inTransaction(people.db, (tx) =>
    settle(tx, people, { holder, userId, token, requestId }),
  ).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    throw new IdentityError("conflict", "Another account took this address just now.");
  });
  const { from, to } = settled;
  const { handle } = holder;
  if (from !== null) await people.sendMail(formerAddressMail(people, { to: from, handle }));
  await people.sendMail(changedMail(people, { to, what: "The mail address was changed" }));
}

async function settle(
  tx: Tx,
  people: People,
  input: { holder: SessionHolder; userId: string; token: string; requestId: string | null },
): Promise<AddressChange> {
  const { holder, userId, token, requestId } = input;
  const { handle } = holder;
  const now = people.now();
  await lockOpenSession(tx, { holder, userId, now });
  const change = await findAddressChange(tx, userId, now);
  // Of another person, a link is left as it is.
  const taken = await takeWaiting(tx, and(isWaiting(rowOf("address-new", token), now), isGivenTo(userId)));
  const isDue = taken !== null && change?.waitsFor === "new" && change.from === (await addressOf(tx, userId));
  if (!isDue) throw ADDRESS_LINK_OVER;
  await forgetUnconfirmed(tx, change.to);
  const is = { email: change.to, emailVerified: true, updatedAt: now };
  await tx.update(authUsers).set(is).where(eq(authUsers.id, userId));
  await tx.update(accounts).set({ email: change.to }).where(eq(accounts.authUserId, userId));
  await endAllOf(tx, userId);
  await tell(tx, [handle], {
    kind: "sign-in-changed",
    text: `The mail address of ${handle} was changed: one signs in with the new one, and mails go there.`,
  });
  await appendAudit(tx, { actor: handle, action: "account.address_changed", target: `account:${handle}`, requestId });
  return change;
}

/**
 * Ends a change that is under way: by the link that the address until now was sent, or in person.
 * @throws IdentityError `not_found`, `unauthorized`
 */
export async function cancelAddressChange(
  people: People,
  { requestId }: Visitor,
  { by }: { by: { token: string } | { holder: SessionHolder } },
): Promise<void> {
  const now = people.now();
  await inTransaction(people.db, async (tx) => {
    const { userId, handle } =
      "token" in by
        ? await takeTheirs(tx, isWaiting(rowOf("address-cancel", by.token), now))
        : { userId: userOf(by.holder), handle: by.holder.handle };
    await lockAccount(tx, userId);
    if ((await findAddressChange(tx, userId, now)) === null) {
      throw new IdentityError("not_found", "No change of your address is under way.");
    }
    await endAddressChange(tx, userId);
    const target = `account:${handle}`;
    await appendAudit(tx, { actor: handle, action: "account.address_cancelled", target, requestId });
  });
}
