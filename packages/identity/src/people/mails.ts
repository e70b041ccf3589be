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

/** To the address until now: it agrees by the first link, or ends it by the second. */
export function oldAddressMail(
  people: Letterhead,
  { to, handle, wanted, token, cancel }: { to: string; handle: string; wanted: string; token: string; cancel: string },
): Mail {
  return {
    to,
    subject: `Another address for ${handle} at ${people.registryName}?`,
    text:
      `In a browser that is signed in as ${handle}, another mail address was requested for the account: ${wanted}\n\n` +
      `Nothing changes unless you agree within twelve hours:\n\n${link(people, "/account/address/agree", token)}\n\n` +
      "After that, a mail to the new address asks once more.\n\n" +
      `If you did not ask for this, cancel it:\n\n${link(people, "/account/address/cancel", cancel)}\n\n` +
      `Then choose a new password at ${people.publicUrl()}/reset, which ends every session.\n`,
  };
}

/** To the new address: it takes the browser of the person who asked. */
export function newAddressMail(
  people: Letterhead,
  { to, handle, token }: { to: string; handle: string; token: string },
): Mail {
  return {
    to,
    subject: `Confirm your new address for ${people.registryName}`,
    text:
      `The account ${handle} asks to have this address. Confirm it in a browser that is signed in as ${handle}:\n\n` +
      `${link(people, "/account/address/confirm", token)}\n\n${NOT_YOU}\n`,
  };
}

/** Somebody wants an address that another account has: whoever sits before the form is told nothing of it (T12). */
export function addressTakenMail(people: Letterhead, { to }: { to: string }): Mail {
  return {
    to,
    subject: `You have an account at ${people.registryName}`,
    text:
      "Another account asked to have this address, which is yours already; it does not get it. If it was you: sign in at " +
      `${people.publicUrl()}/login with this address, or give this account another address first.\n`,
  };
}

/** To the address that was an account's until now. */
export function formerAddressMail(people: Letterhead, { to, handle }: { to: string; handle: string }): Mail {
  return {
    to,
    subject: `Your address was changed at ${people.registryName}`,
    text:
      `The account ${handle} at ${people.publicUrl()} has another mail address from now on. ` +
      "The link that was mailed here agreed to it.\n\n" +
      "If that was not you: tell the people who run this registry at once. A new password no longer helps you from here.\n",
  };
}

/** The last one: that the account is gone. */
export function deletedMail(people: Letterhead, { to, handle }: { to: string; handle: string }): Mail {
  return {
    to,
    subject: `Your account at ${people.registryName} was deleted`,
    text:
      `The account ${handle} at ${people.publicUrl()} was deleted by its owner, with its tokens and ways to sign in. What it published ` +
      "stays, under its handle. This is the last mail to this address about it.\n\n" +
      "If that was not you: tell the people who run this registry.\n",
  };
}
