import { accounts, appendAudit, authUsers, inTransaction, type Tx } from "@gaia/db";
import { eq } from "drizzle-orm";
import { changedMail } from "./mails.ts";
import type { People } from "./people.ts";

/**
 * Writes a critical change of how somebody signs in into the audit log, and tells them by mail: what a stranger would change first.
 * @param input.write the change itself, in the transaction of its row
 * @param input.what a sentence's beginning, as "A passkey was added"
 */
export async function tellChange(
  people: People,
  input: {
    userId: string;
    action: string;
    what: string;
    detail?: Record<string, unknown>;
    requestId: string | null;
    write?: (tx: Tx) => Promise<void>;
  },
): Promise<void> {
  const { userId, action, what, detail = {}, requestId, write } = input;
  const found = await findPerson(people, userId);
  if (!found) return;
  const { handle } = found;
  await inTransaction(people.db, async (tx) => {
    await write?.(tx);
    await appendAudit(tx, { actor: handle, action, target: `account:${handle}`, detail, requestId });
  });
  await people.sendMail(changedMail(people, { to: found.email, what }));
}

/** Tells them by mail alone, of a change that has its row already. */
export async function mailChange(
  people: People,
  { userId, ...change }: { userId: string; what: string; more?: string | undefined },
): Promise<void> {
  const found = await findPerson(people, userId);
  if (found) await people.sendMail(changedMail(people, { to: found.email, ...change }));
}

async function findPerson(people: People, userId: string): Promise<{ handle: string; email: string } | undefined> {
  const [found] = await people.db
    .select({ handle: accounts.handle, email: authUsers.email })
    .from(authUsers)
    .innerJoin(accounts, eq(accounts.authUserId, authUsers.id))
    .where(eq(authUsers.id, userId));
  return found;
}
