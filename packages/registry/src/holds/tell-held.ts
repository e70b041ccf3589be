import { describeError, type Db, holdMails } from "@gaia/db";
import { and, eq, lte } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { type Due, findAdmins, findMembers } from "./find-told.ts";
import { adminsLetter, type HeldLetter, membersLetter } from "./held-letter.ts";

/** Somebody is written to so often at most. */
const DAY_MS = 86_400_000;
/** A transaction that is younger may commit rows of before it: they are told when it is over. */
const SETTLED_MS = 2 * 60_000;
/** So many people a turn: the next one goes on. */
const MOST_LETTERS = 200;

/** Sends one letter. @throws Error when it did not go out */
export type Send = (letter: HeldLetter) => Promise<void>;

/**
 * Writes to who should know of what waits: members of a publisher of their versions, admins of everybody's. A person gets one letter a day
 * of each kind at most, with all of it, and none where nothing is new. The row of `hold_mails` is claimed before a letter goes, so that of
 * several processes one sends it; what does not go out is given back.
 * @returns how many letters went
 */
export async function tellHeld(ctx: Ctx, { send, registryName }: { send: Send; registryName: string }) {
  const now = ctx.now();
  const bounds = {
    mailedBefore: new Date(now.getTime() - DAY_MS),
    until: new Date(now.getTime() - SETTLED_MS),
    most: MOST_LETTERS,
  };
  const told = { members: 0, admins: 0 };
  for (const due of await findMembers(ctx, bounds)) {
    const letter = membersLetter(ctx.publicUrl, registryName, due);
    if (await sendOnce(ctx, { due, kind: "publisher", letter, send, ...bounds })) told.members += 1;
  }
  for (const due of await findAdmins(ctx, bounds)) {
    const letter = adminsLetter(ctx.publicUrl, registryName, due);
    if (await sendOnce(ctx, { due, kind: "admin", letter, send, ...bounds })) told.admins += 1;
  }
  return told;
}

interface Sending {
  due: Due;
  kind: "publisher" | "admin";
  letter: HeldLetter;
  send: Send;
  mailedBefore: Date;
  until: Date;
}

async function sendOnce(ctx: Ctx, { due, kind, letter, send, mailedBefore, until }: Sending): Promise<boolean> {
  const own = { accountId: due.accountId, kind };
  const claim = { toldUntil: until, mailedAt: ctx.now() };
  const claimed = await ctx.db
    .insert(holdMails)
    .values({ ...own, ...claim })
    .onConflictDoUpdate({
      target: [holdMails.accountId, holdMails.kind],
      set: claim,
      // Another process was here first.
      setWhere: lte(holdMails.mailedAt, mailedBefore),
    })
    .returning({ accountId: holdMails.accountId });
  if (claimed.length === 0) return false;
  try {
    await send(letter);
    return true;
  } catch (error) {
    await giveBack(ctx.db, own, { claim, due });
    ctx.warn("mail_not_sent", { kind, error: describeError(error) });
    return false;
  }
}

async function giveBack(
  db: Db,
  { accountId, kind }: { accountId: number; kind: "publisher" | "admin" },
  { claim, due }: { claim: { mailedAt: Date }; due: Due },
): Promise<void> {
  const mine = and(
    eq(holdMails.accountId, accountId),
    eq(holdMails.kind, kind),
    eq(holdMails.mailedAt, claim.mailedAt),
  );
  if (due.before === null) await db.delete(holdMails).where(mine);
  else await db.update(holdMails).set(due.before).where(mine);
}
