import type { Scope } from "./actor.ts";

/** What each scope lets a token do, for a person who is asked to give it. */
export const SCOPE_MEANINGS: Readonly<Record<Scope, string>> = {
  publish: "publish and sign versions",
  stage: "stage versions that a member approves",
  yank: "take versions back",
  confirm: "confirm that another signer signs, and approve what is staged",
  review: "contest holds, appeal, and write reviews; for an admin also: decide what is held or reported",
  admin: "make tokens, and change keys and members: all that you may",
  read: "see what only you see",
};
