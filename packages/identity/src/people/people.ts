import type { PeopleSettings } from "./settings.ts";

/** Signing in, as one process has it. */
export type People = PeopleSettings;

const NOWHERE = "@no-address.invalid";

/** In place of an address (RFC 2606 §2), for who came by a provider that vouches for none: the table wants one for everybody. */
export const placeholderAddress = (userId: string): string => `${userId.toLowerCase()}${NOWHERE}`;

export const hasAddress = (email: string): boolean => !email.endsWith(NOWHERE);

/** Makes it. Nobody is written to at an address that is none. */
export const openPeople = (settings: PeopleSettings): People => ({
  ...settings,
  sendMail: async (mail) => (hasAddress(mail.to) ? settings.sendMail(mail) : undefined),
});
