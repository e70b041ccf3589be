import type { SessionHolder } from "../authenticate.ts";
import { deleteAccount, ensureConfirmedBy } from "./delete-account.ts";
import { addressOf } from "../people/address/change.ts";
import { deletedMail } from "../people/mails.ts";
import type { People } from "../people/people.ts";
import { ensureRecent } from "../people/providers/identities.ts";
import { userOf } from "../people/second-factor.ts";
import type { Visitor, WithCookies } from "../people/settings.ts";
import { overCookies } from "../people/sign-in.ts";

/**
 * Deletes the account of who is here in person, as `deleteAccount`, once it is sure that it is they: an open browser is not enough.
 * @throws IdentityError as `ensureRecent` and `deleteAccount`
 */
export async function deleteOwnAccount(
  people: People,
  { requestId }: Visitor,
  input: { holder: SessionHolder; confirm: string; password: string | null },
): Promise<WithCookies> {
  const { holder, confirm } = input;
  const { accountId, handle } = holder;
  ensureConfirmedBy(confirm, handle);
  await ensureRecent(people, input);
  const to = await addressOf(people.db, userOf(holder));
  await deleteAccount(people.db, { accountId, handle, confirm, now: people.now(), requestId, holder });
  if (to !== null) await people.sendMail(deletedMail(people, { to, handle }));
  return { cookies: overCookies(people) };
}
