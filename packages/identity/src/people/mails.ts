import type { Mail, PeopleSettings } from "./settings.ts";

type Letterhead = Pick<PeopleSettings, "publicUrl" | "registryName">;

/** Whoever did not ask for it has to know that nothing happens unless they follow the link. */
const NOT_YOU = "If you did not ask for this, do nothing: without the link nothing happens.";

const link = ({ publicUrl }: Letterhead, path: string, token: string) =>
  `${publicUrl()}${path}?token=${encodeURIComponent(token)}`;

export function verifyMail(people: Letterhead, { to, token }: { to: string; token: string }): Mail {
  return {
    to,
    subject: `Confirm your address for ${people.registryName}`,
    text:
      "An account was made with this address. Confirm that it is yours within a day:\n\n" +
      `${link(people, "/verify", token)}\n\n${NOT_YOU}\n`,
  };
}

export function resetMail(people: Letterhead, { to, token }: { to: string; token: string }): Mail {
  return {
    to,
    subject: `A new password for ${people.registryName}`,
    text:
      "A new password was requested for the account with this address. Choose it within an hour:\n\n" +
      `${link(people, "/reset", token)}\n\n` +
      "A second factor stays as it is. Passkeys and ways to sign in by others that were added within the last 30 days are taken away. " +
      `${NOT_YOU}\n`,
  };
}

/** Somebody signed up with an address that has an account: whoever sits before the form is told nothing of it (T12). */
export function takenMail(people: Letterhead, { to }: { to: string }): Mail {
  return {
    to,
    subject: `You have an account at ${people.registryName}`,
    text:
      `Another account was requested with this address. If it was you: sign in at ${people.publicUrl()}/login, or choose a new ` +
      `password at ${people.publicUrl()}/reset.\n`,
  };
}

/** That something changed which a stranger would change, to whom it belongs. `more`: sentences about it. */
export function changedMail(
  people: Letterhead,
  { to, what, more }: { to: string; what: string; more?: string | undefined },
): Mail {
  return {
    to,
    subject: `${what} at ${people.registryName}`,
    text:
      `${what} for your account at ${people.publicUrl()}.\n${more === undefined ? "" : `${more}\n`}\n` +
      `If that was not you: choose a new password at ${people.publicUrl()}/reset, which ends every session and takes away the ` +
      "passkeys and the ways to sign in by others that were added within the last 30 days; then look through what is left " +
      `to sign in by, and your tokens, at ${people.publicUrl()}/account.\n`,
  };
}
