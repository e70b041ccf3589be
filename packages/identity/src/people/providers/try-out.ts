import { accounts, authUsers, describeError } from "@gaia/db";
import { eq } from "drizzle-orm";
import { IdentityError } from "../../errors.ts";
import { takeAttempt } from "../attempts.ts";
import { hasAddress, type People } from "../people.ts";
import { discover } from "./discovery.ts";
import type { Mail } from "../settings.ts";

/** What came of it, in words for an admin. */
interface Tried {
  works: boolean;
  text: string;
}

/** An admin is told what the other side said; it may be long. */
const MOST_CHARACTERS = 400;

/**
 * Sends a letter to the account's own address, and waits for it.
 * @throws IdentityError `conflict` where the account has no address, `rate_limited`
 */
export async function tryMail(
  people: People,
  input: { accountId: number; send(letter: Mail): Promise<void> },
): Promise<Tried> {
  const [row] = await people.db
    .select({ email: authUsers.email })
    .from(accounts)
    .innerJoin(authUsers, eq(authUsers.id, accounts.authUserId))
    .where(eq(accounts.id, input.accountId));
  if (!row || !hasAddress(row.email)) {
    throw new IdentityError("conflict", "Your account has no mail address that a letter could go to.");
  }
  await takeAttempt(people, [{ rate: "mail", key: `test:${input.accountId}` }]);
  const subject = `A test of the mail of ${people.registryName}`;
  const text = `An admin of ${people.registryName} (${people.publicUrl()}) asked for this letter. Mail works.\n`;
  try {
    await input.send({ to: row.email, subject, text });
  } catch (error) {
    return { works: false, text: said(error) };
  }
  if (people.hasMailServer) return { works: true, text: `The mail server took a letter to ${row.email}.` };
  return { works: true, text: `No mail server is set: the letter to ${row.email} is a file in DATA_DIR/mail.` };
}

/**
 * Reads the discovery document of the company's provider anew, as signing in does.
 * @throws IdentityError `not_found` where none is set, `rate_limited`
 */
export async function tryProvider(people: People, input: { accountId: number }): Promise<Tried> {
  const provider = people.providers.find(({ id }) => id === "oidc");
  if (!provider) throw new IdentityError("not_found", "No provider is set: OIDC_ISSUER is empty.");
  await takeAttempt(people, [{ rate: "mail", key: `test:${input.accountId}` }]);
  try {
    const server = await discover(provider, people.askProvider);
    return { works: true, text: `${provider.issuer} was found; people sign in at ${server.authorization_endpoint}.` };
  } catch (error) {
    return { works: false, text: said(error) };
  }
}

function said(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? ` (${describeError(error.cause)})` : "";
  return `${describeError(error)}${cause}`.slice(0, MOST_CHARACTERS);
}
