import { type Db, describeError, holdMails, inTransaction, notices, publishers } from "@gaia/db";
import { and, eq, gt, lte } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { type Due, findAdmins, findMembers, NEWS_MS } from "./find-due.ts";
import { adminsLetter, adminsNotice, type HeldLetter, membersLetter } from "./held-letter.ts";

/** Somebody is written to so often at most. */
const DAY_MS = 86_400_000;
/** A transaction that is younger may commit rows of before it: they are told when it is over. */
const SETTLED_MS = 2 * 60_000;
/** So many people a turn: the next one goes on. */
const MOST_LETTERS = 200;

/** Sends one letter. @throws Error when it did not go out */
export type Send = (letter: HeldLetter) => Promise<void>;

/** Who could not be written to is tried again after that, and takes nobody's place until then. */
const RETRY_MS = 3_600_000;
/** So many letters one after the other that did not go out end the turn: it is the mail server, and each one waits for it. */
const MOST_FAILURES = 3;

/**
 * Writes to who should know of what waits: members of a publisher of their versions, admins of everybody's. A person gets one letter a day
 * of each kind at most, with all of it, and none where nothing is new; an admin also gets a notice. Who chose no mail gets none, but of
 * their versions that are withheld.
 * The row of `hold_mails` is claimed before a letter goes, so that of
 * several processes one sends it; what does not go out is tried again in an hour.
 * @returns how many letters went
 */
export async function mailHeld(ctx: Ctx, { send, registryName }: { send: Send; registryName: string }) {
  const now = ctx.now();
  const bounds = {
    mailedBefore: new Date(now.getTime() - DAY_MS),
    until: new Date(now.getTime() - SETTLED_MS),
    most: MOST_LETTERS,
  };
  const [members, admins] = [await findMembers(ctx, bounds), await findAdmins(ctx, bounds)];
  const letters = [
    ...members.map((due) => ({
      due,
      kind: "publisher" as const,
      notice: null,
      letter: membersLetter(ctx.publicUrl, registryName, due),
    })),
    ...admins.map((due) => {
      const { email, isOff } = due;
      const letter = email === null || isOff ? null : adminsLetter(ctx.publicUrl, registryName, { ...due, email });
      return { due, kind: "admin" as const, notice: adminsNotice(due), letter };
    }),
  ];
  const went = { publisher: 0, admin: 0 };
  let failures = 0;
  for (const one of letters) {
    const outcome = await sendOnce(ctx, { ...one, send, ...bounds });
    if (outcome === "sent") went[one.kind] += 1;
    failures = outcome === "failed" ? failures + 1 : 0;
    if (failures === MOST_FAILURES) break;
  }
  return { members: went.publisher, admins: went.admin };
}

interface Sending {
  due: Due;
  kind: "publisher" | "admin";
  /** Null: there is no address to write to, or they want none. */
  letter: HeldLetter | null;
  notice: string | null;
  send: Send;
  mailedBefore: Date;
  until: Date;
}

async function sendOnce(
  ctx: Ctx,
  { due, kind, letter, notice, send, mailedBefore, until }: Sending,
): Promise<"sent" | "failed" | "elsewhere" | "noticed"> {
  const own = { accountId: due.accountId, kind };
  const claim = { toldUntil: until, mailedAt: ctx.now() };
  const isMine = await inTransaction(ctx.db, async (tx) => {
    const claimed = await tx
      .insert(holdMails)
      .values({ ...own, ...claim })
      .onConflictDoUpdate({
        target: [holdMails.accountId, holdMails.kind],
        set: claim,
        // Another process was here first.
        setWhere: lte(holdMails.mailedAt, mailedBefore),
      })
      .returning({ accountId: holdMails.accountId });
    if (claimed.length > 0 && notice !== null) await noteOnce(tx, { due, text: notice, at: ctx.now(), mailedBefore });
    return claimed.length > 0;
  });
  if (!isMine) return "elsewhere";
  if (letter === null) return "noticed";
  try {
    await send(letter);
    return "sent";
  } catch (error) {
    const later = {
      toldUntil: due.before?.toldUntil ?? new Date(until.getTime() - NEWS_MS),
      mailedAt: new Date(mailedBefore.getTime() + RETRY_MS),
    };
    const mine = and(
      eq(holdMails.accountId, due.accountId),
      eq(holdMails.kind, kind),
      eq(holdMails.mailedAt, claim.mailedAt),
    );
    await ctx.db.update(holdMails).set(later).where(mine);
    ctx.warn("hold_mail_not_sent", { kind, error: describeError(error) });
    return "failed";
  }
}

/** Writes an admin's notice, unless the letter that is tried again brought one already. */
async function noteOnce(tx: Db, said: { due: Due; text: string; at: Date; mailedBefore: Date }): Promise<void> {
  const [own] = await tx.select({ id: publishers.id }).from(publishers).where(eq(publishers.handle, said.due.handle));
  if (own === undefined) return;
  const isFresh = and(
    eq(notices.publisherId, own.id),
    eq(notices.kind, "waiting"),
    gt(notices.createdAt, said.mailedBefore),
  );
  if ((await tx.$count(notices, isFresh)) > 0) return;
  const notice = { publisherId: own.id, versionId: null, kind: "waiting", text: said.text } as const;
  await tx.insert(notices).values({ ...notice, createdAt: said.at });
}
