import { ensureMayOn, type FoundVersion, readCursor, RegistryError, subjectOf, writeCursor } from "@gaia/catalog";
import {
  accountDownloads,
  accounts,
  appendAudit,
  authUsers,
  type Db,
  mailChoices,
  notices,
  publishers,
} from "@gaia/db";
import type { NoticeKind } from "@gaia/policy";
import { and, asc, count, eq, exists, gt, isNull, like, not, or, sql } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { plainWords } from "../kernel/plain-words.ts";
import { inTransactionWhileAllowed } from "../kernel/while-allowed.ts";
import { mailFoot } from "../kernel/mail-foot.ts";

interface Named {
  name: string;
  version: string;
}

/** A letter to somebody who has a version that was withdrawn. */
interface Letter {
  to: string;
  subject: string;
  text: string;
}

const KIND = "withdrawn" as const satisfies NoticeKind;
const isLive = isNull(accounts.disabledAt);
const hasIt = (versionId: number) => eq(accountDownloads.versionId, versionId);

type Taken = NonNullable<ReturnType<typeof howTaken>>;

/** What became of it, as a notice says it: a yank that was told is no reason to keep a quarantine from anybody. */
const since = (taken: Taken): string => `and it was ${taken} since.`;

/** Whether the account's own publisher has the notice of that already; of a version that is not withdrawn, of any. */
const wasNotified = (db: Db, { versionId, taken }: { versionId: number; taken: Taken | null }) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(notices)
      .innerJoin(publishers, eq(publishers.id, notices.publisherId))
      .where(
        and(
          eq(publishers.handle, accounts.handle),
          eq(notices.versionId, versionId),
          eq(notices.kind, KIND),
          taken === null ? undefined : like(notices.text, `%${since(taken)}%`),
        ),
      ),
  );

/**
 * The accounts that downloaded a version while they were signed in, in the order in which they did, and whether each was notified that it
 * was withdrawn. @throws RegistryError `unauthorized`, `forbidden`, `not_found`, `purged`, `invalid_request`
 */
export async function listDownloaders(ctx: Ctx, input: Named & { limit: number; cursor: string | null }) {
  const { found } = await ensureMayOn(ctx, "listDownloaders", input);
  const versionId = found.version.id;
  const [at, after] = readCursor(input.cursor, "downloaders", ["date", "number"]) ?? [];
  const { firstAt } = accountDownloads;
  const isAfter =
    at instanceof Date && typeof after === "number"
      ? or(gt(firstAt, at), and(eq(firstAt, at), gt(accounts.id, after)))
      : undefined;
  const rows = await ctx.db
    .select({
      id: accounts.id,
      account: accounts.handle,
      firstAt,
      notified: sql<boolean>`${wasNotified(ctx.db, { versionId, taken: howTaken(found) })}`,
    })
    .from(accountDownloads)
    .innerJoin(accounts, eq(accounts.id, accountDownloads.accountId))
    .where(and(hasIt(versionId), isLive, isAfter))
    .orderBy(asc(firstAt), asc(accounts.id))
    .limit(input.limit + 1);
  const [all] = await ctx.db
    .select({ total: count() })
    .from(accountDownloads)
    .innerJoin(accounts, eq(accounts.id, accountDownloads.accountId))
    .where(and(hasIt(versionId), isLive));
  const page = rows.slice(0, input.limit);
  const last = rows.length > input.limit ? page.at(-1) : undefined;
  return {
    items: page.map(({ account, firstAt: first, notified }) => ({ account, first_at: first.toISOString(), notified })),
    total: all?.total ?? 0,
    withdrawn: howTaken(found),
    next_cursor: last ? writeCursor("downloaders", [last.firstAt, last.id]) : null,
  };
}

function howTaken({ version }: FoundVersion): "quarantined" | "yanked" | "demoted" | null {
  if (version.status === "quarantined" || version.status === "yanked") return version.status;
  return version.demotedReason === null ? null : "demoted";
}

/**
 * Notifies the accounts that have a version which was withdrawn, and were not notified of it yet: a notice for each, and a letter to
 * those that have an address and take these by mail; of a version that is quarantined, to all of them.
 * @returns how many, and the letters, which the caller sends once this is written
 * @throws RegistryError `unauthorized`, `forbidden`, `second_factor_required`, `not_found`, `conflict` where it was not taken back, or
 *   nobody is left to be notified
 */
export async function notifyDownloaders(
  ctx: Ctx,
  input: Named & { reason: string; registryName: string },
): Promise<{ notified: number; letters: Letter[] }> {
  const { actor, found } = await ensureMayOn(ctx, "notifyDownloaders", input);
  const asked = { action: "notifyDownloaders", target: subjectOf(found) } as const;
  const reason = plainWords(input.reason, "reason");
  const taken = howTaken(found);
  const what = `${input.name} ${input.version}`;
  if (taken === null) {
    throw new RegistryError(
      "conflict",
      `${what} is neither quarantined, yanked nor demoted: there is nothing to say of it.`,
    );
  }
  const versionId = found.version.id;
  const text = `You downloaded ${what}, ${since(taken)} An admin: ${reason}`;
  const told = await inTransactionWhileAllowed(ctx, asked, async (tx) => {
    const open = await tx
      .select({ publisherId: publishers.id, email: authUsers.email, byMail: mailChoices.byMail })
      .from(accountDownloads)
      .innerJoin(accounts, eq(accounts.id, accountDownloads.accountId))
      .innerJoin(publishers, eq(publishers.handle, accounts.handle))
      .leftJoin(authUsers, eq(authUsers.id, accounts.authUserId))
      .leftJoin(mailChoices, and(eq(mailChoices.accountId, accounts.id), eq(mailChoices.kind, KIND)))
      .where(and(hasIt(versionId), isLive, not(wasNotified(tx, { versionId, taken }))));
    if (open.length === 0) {
      throw new RegistryError("conflict", `No account is left to be notified of ${what}.`);
    }
    for (let from = 0; from < open.length; from += 1_000) {
      const some = open.slice(from, from + 1_000);
      await tx.insert(notices).values(some.map(({ publisherId }) => ({ publisherId, versionId, kind: KIND, text })));
    }
    await appendAudit(tx, {
      actor: actor.handle,
      action: "version.notify-downloaders",
      target: `skill:${input.name}@${input.version}`,
      detail: { reason, accounts: open.length },
      requestId: ctx.requestId,
    });
    return open;
  });
  const address = `${ctx.publicUrl}/skills/${encodeURIComponent(input.name)}/${encodeURIComponent(input.version)}`;
  const subject = `${what} was ${taken} at ${input.registryName}`;
  const foot = mailFoot(ctx.publicUrl, "A version that is quarantined always comes by mail.");
  const body = `${text}\n\n${address}\n\nRemove it where it is installed: gaia-skill remove ${input.name}\n\n${foot}\n`;
  // What was quarantined may harm where it lies: nobody turned that off.
  const isWanted = (byMail: boolean | null) => taken === "quarantined" || byMail !== false;
  const letters = told.flatMap(({ email, byMail }) =>
    email === null || !isWanted(byMail) ? [] : [{ to: email, subject, text: body }],
  );
  return { notified: told.length, letters };
}
