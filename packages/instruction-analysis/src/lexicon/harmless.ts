import { words } from "@gaia/reading";

/** The user is asked, or what comes is checked. */
export const GUARDED = words(
  "(?:if|when|after|once|unless) the user (?:asks|wants|confirms|agrees|approves)",
  "until the user (?:opens|reads|asks|confirms|agrees|approves|presses|submits)",
  "with (?:the user['’]s|their|your) (?:explicit )?(?:consent|approval|permission)|ask (?:the user )?first",
  "opt(?:ed)?[- ]in|red team\\w{0,3}|forensic\\w{0,2}|attackers?|pentest\\w{0,3}|gitignore|never|must not",
  "checksum|sha-?256|dataset|test fixture",
);

/** With the user's consent, or of an attack that is spoken of. */
export const FOR_THEM = words(
  "if the user (?:asks|wants|confirms|agrees)|when the user asks",
  "with (?:the user['’]s|their|your) (?:explicit )?(?:consent|approval|permission)|ask (?:the user )?first",
  "opt(?:ed)?[- ]in|red team\\w{0,3}|forensic\\w{0,2}|attackers?|pentest\\w{0,3}",
  "never (?:ask|share|commit|store|log|write|print|read)",
  "do not (?:ask|share|commit|store|log|write|print|read)",
);
