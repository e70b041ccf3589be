import { words } from "@gaia/reading";

/** A tale, a game or a test is spoken of. */
export const FICTION = words(
  "novel|fiction(?:al)?|role-?play|npcs?|screenplay|red team\\w{0,3}|jailbreaks?|eval(?:uation)?s?",
  "test (?:prompts?|cases?)|untrusted|prompt injections?",
);

/** The user is asked, or what comes is checked. */
export const GUARDED = words(
  "(?:if|when|after|once|unless) the user (?:asks|wants|confirms|agrees|approves)",
  "until the user (?:opens|reads|asks|confirms|agrees|approves|presses|submits)",
  "with (?:the user['’]s|their|your) (?:explicit )?(?:consent|approval|permission)|ask (?:the user )?first",
  "opt(?:ed)?[- ]in|red team\\w{0,3}|forensic\\w{0,2}|attackers?|pentest\\w{0,3}|gitignore|never|must not",
  "checksum|sha-?256|dataset|test fixture",
);

/** The user asked for it. */
export const ASKED = words(
  "if the user (?:asks|wants|confirms|agrees)|when the user asks",
  "with (?:the user['’]s|their|your) (?:explicit )?(?:consent|approval|permission|agreement)",
  "after (?:the user )?(?:confirm\\w{0,5}|approv\\w{1,3})|ask (?:the user|first)|opt(?:ed)?[- ]in",
  "older than|retention policy|keep the last|test database|local(?:host)? database",
  "dev(?:elopment)? database",
);

/** What is fetched is held against a sum or a signature. */
export const SIGNED_OR_SUMMED = [words("sha-?256|checksum|signed by|notari[sz]ed|gpg --verify|cosign|code-?signed")];

/** With the user's consent, or of an attack that is spoken of. */
export const FOR_THEM = words(
  "if the user (?:asks|wants|confirms|agrees)|when the user asks",
  "with (?:the user['’]s|their|your) (?:explicit )?(?:consent|approval|permission)|ask (?:the user )?first",
  "opt(?:ed)?[- ]in|red team\\w{0,3}|forensic\\w{0,2}|attackers?|pentest\\w{0,3}",
  "never (?:ask|share|commit|store|log|write|print|read)",
  "do not (?:ask|share|commit|store|log|write|print|read)",
);
