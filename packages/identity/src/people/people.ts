import type { Engine } from "./engine.ts";
import type { PeopleSettings } from "./settings.ts";

/** Signing in, as one process has it. */
export interface People extends PeopleSettings {
  /** better-auth, loaded when somebody first needs it: a registry that only serves programs does without. */
  engine(): Promise<Engine>;
}

const NOWHERE = "@no-address.invalid";

/** In place of an address (RFC 2606 §2), for who came by a provider that vouches for none: the library wants one for everybody. */
export const placeholderAddress = (userId: string): string => `${userId.toLowerCase()}${NOWHERE}`;

export const hasAddress = (email: string): boolean => !email.endsWith(NOWHERE);

/** Makes it; nothing is loaded yet. */
export function openPeople(settings: PeopleSettings): People {
  let engine: Promise<Engine> | null = null;
  const people: People = {
    ...settings,
    sendMail: async (mail) => (hasAddress(mail.to) ? settings.sendMail(mail) : undefined),
    engine: async () => (engine ??= import("./engine.ts").then(({ openEngine }) => openEngine(people))),
  };
  return people;
}
