import { accounts, appendAudit, authUsers, inTransaction, type Tx } from "@gaia/db";
import { and, eq, ne } from "drizzle-orm";
import type { SessionHolder } from "../../authenticate.ts";
import { IdentityError } from "../../errors.ts";
import { changesOf, mailsOf, mayWriteTo, takeAttempt } from "../attempts.ts";
import { draw } from "../draw.ts";
import { addressTakenMail, newAddressMail, oldAddressMail } from "../mails.ts";
import type { People } from "../people.ts";
import { ensureRecent } from "../providers/identities.ts";
import { userOf } from "../second-factor.ts";
import type { Visitor } from "../settings.ts";
import { findWaiting, forgetOver, isWaiting, keepWaiting, rowOf, takeWaiting } from "../waiting.ts";
import { lockAccount, lockOpenSession } from "../ways-in.ts";
import { type AddressChange, addressOf, endAddressChange, findAddressChange, keepAddressChange } from "./change.ts";

/** So long a change may take, from the request to the last link. */
const LIFE_MS = 12 * 3_600_000;

export const ADDRESS_LINK_OVER = new IdentityError(
  "not_found",
  "This link is over, was used, or belongs to another account: ask for the change again.",
);

/**
 * Somebody asks for another address, or a first one. Nothing changes before the address until now agreed by its link, and the new one by
 * its own; who has none agrees by the new one alone. Another request replaces the former. The answer does not say whether the new address
 * is known here (T12): the mail that goes there does.
 * @throws IdentityError as `ensureRecent`, `invalid_request` (it is theirs), `rate_limited`, `forbidden` (suspended)
 */
export async function askForAddress(
  people: People,
  visitor: Visitor,
  input: { holder: SessionHolder; email: string; password: string | null },
): Promise<void> {
  const { holder } = input;
  await ensureRecent(people, input);
  const userId = userOf(holder);
  await takeAttempt(people, [...changesOf(userId), ...mailsOf(visitor.address)]);
  await forgetOver(people.db, people.now());
  const to = input.email.toLowerCase();
  const now = people.now();
  const asked = await inTransaction(people.db, async (tx) => {
    await lockOpenSession(tx, { holder, userId, now });
    const from = await addressOf(tx, userId);
    if (from === to) throw new IdentityError("invalid_request", "This is your address already.");
    await endAddressChange(tx, userId);
    const waitsFor = from === null ? "new" : "old";
    const change: AddressChange = { from, to, waitsFor, endsAt: now.getTime() + LIFE_MS };
    const { handle } = holder;
    const target = `account:${handle}`;
    await appendAudit(tx, { actor: handle, action: "account.address_asked", target, requestId: visitor.requestId });
    const token = await keepStep(tx, { userId, change, now });
    return {
      from,
      token,
      cancel: from === null ? null : await keepLink(tx, "address-cancel", { userId, change, now }),
    };
  });
  const { from, token, cancel } = asked;
  if (from === null || cancel === null) return writeToNew(people, { userId, handle: holder.handle, to, token });
  await people.sendMail(oldAddressMail(people, { to: from, handle: holder.handle, wanted: to, token, cancel }));
}

/**
 * The address until now agrees, by the link that was mailed there; whoever follows it need not be signed in. The next link goes to the new
 * one.
 * @throws IdentityError `not_found`
 */
export async function confirmOldAddress(
  people: People,
  { requestId }: Visitor,
  input: { token: string },
): Promise<void> {
  const now = people.now();
  const isLive = isWaiting(rowOf("address-old", input.token), now);
  const agreed = await inTransaction(people.db, async (tx) => {
    const { userId, handle } = await takeTheirs(tx, isLive);
    const change = await findAddressChange(tx, userId, now);
    if (change?.waitsFor !== "old" || change.from !== (await addressOf(tx, userId))) throw ADDRESS_LINK_OVER;
    const target = `account:${handle}`;
    await appendAudit(tx, { actor: handle, action: "account.address_agreed", target, requestId });
    const token = await keepStep(tx, { userId, change: { ...change, waitsFor: "new" }, now });
    return { userId, handle, to: change.to, token };
  });
  await writeToNew(people, agreed);
}

/** Takes a link, once, of who can act still; the account is held until the transaction ends. @throws IdentityError `not_found` */
export async function takeTheirs(
  tx: Tx,
  isLive: ReturnType<typeof isWaiting>,
): Promise<{ userId: string; handle: string }> {
  const userId = await findWaiting(tx, isLive);
  const account = userId === null ? null : await lockAccount(tx, userId);
  if (userId === null || account === null || account.disabledAt !== null) throw ADDRESS_LINK_OVER;
  // Not before the account is held, in which order whoever ends all that waits does it.
  if ((await takeWaiting(tx, isLive)) === null) throw ADDRESS_LINK_OVER;
  return { userId, handle: account.handle };
}

interface Step {
  userId: string;
  change: AddressChange;
  now: Date;
}

/** Keeps how far the change is. @returns the token of the link that it waits for */
async function keepStep(tx: Tx, step: Step): Promise<string> {
  await keepAddressChange(tx, step);
  return keepLink(tx, `address-${step.change.waitsFor}`, step);
}

async function keepLink(
  tx: Tx,
  kind: "address-old" | "address-new" | "address-cancel",
  { userId, change, now }: Step,
): Promise<string> {
  const token = draw(32);
  const forMs = change.endsAt - now.getTime();
  await keepWaiting(tx, { identifier: rowOf(kind, token), value: userId, now, forMs });
  return token;
}

/** The link, where the address is nobody's; whoever has it is told otherwise that another person asked for it. */
async function writeToNew(
  people: People,
  { userId, handle, to, token }: { userId: string; handle: string; to: string; token: string },
): Promise<void> {
  if (!(await mayWriteTo(people, { email: to, about: "address" }))) return;
  const others = await people.db
    .select({ id: accounts.id })
    .from(authUsers)
    .innerJoin(accounts, eq(accounts.authUserId, authUsers.id))
    .where(and(eq(authUsers.email, to), ne(authUsers.id, userId)));
  const mail = others.length > 0 ? addressTakenMail(people, { to }) : newAddressMail(people, { to, handle, token });
  await people.sendMail(mail);
}
