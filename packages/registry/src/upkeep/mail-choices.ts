import { ensureMay } from "@gaia/catalog";
import { appendAudit, type Db, mailChoices } from "@gaia/db";
import { MAIL_KINDS, type MailKind } from "@gaia/policy";
import { eq } from "drizzle-orm";
import type { Ctx, Person } from "../kernel/context.ts";
import { inTransactionWhileAllowed } from "../kernel/while-allowed.ts";

/** Of each kind of notice that people may choose, whether it comes by mail, too; what waits is mailed to admins alone. */
export type MailChoices = Record<MailKind, boolean>;
type Wanted = Partial<Record<MailKind, boolean | undefined>>;

/** What the account takes by mail, of the kinds that it may choose. @throws RegistryError `unauthorized`, `forbidden` */
export async function getMailChoices(ctx: Ctx): Promise<MailChoices> {
  return choicesOf(ctx.db, ensureMay(ctx, "getMailChoices"));
}

/**
 * Says of kinds of notices whether they come by mail; kinds that are not named stay. The notices themselves are written in any case.
 * @throws RegistryError `unauthorized`, `forbidden`
 */
export async function setMailChoices(ctx: Ctx, input: Wanted): Promise<MailChoices> {
  const actor = ensureMay(ctx, "setMailChoices");
  return inTransactionWhileAllowed(ctx, { action: "setMailChoices", target: {} }, async (tx) => {
    const before = await choicesOf(tx, actor);
    const detail: Record<string, boolean> = {};
    for (const kind of MAIL_KINDS) {
      const byMail = input[kind];
      if (byMail === undefined || byMail === before[kind]) continue;
      await tx
        .insert(mailChoices)
        .values({ accountId: actor.accountId, kind, byMail })
        .onConflictDoUpdate({ target: [mailChoices.accountId, mailChoices.kind], set: { byMail } });
      detail[kind] = byMail;
    }
    if (Object.keys(detail).length > 0) {
      const target = `account:${actor.handle}`;
      await appendAudit(tx, { actor: actor.handle, action: "account.mail", target, detail, requestId: ctx.requestId });
    }
    return choicesOf(tx, actor);
  });
}

async function choicesOf(db: Db, { accountId }: Person): Promise<MailChoices> {
  const rows = await db.select().from(mailChoices).where(eq(mailChoices.accountId, accountId));
  const isMailed = (kind: MailKind) => rows.find((row) => row.kind === kind)?.byMail ?? true;
  return { held: isMailed("held"), withdrawn: isMailed("withdrawn"), waiting: isMailed("waiting") };
}
