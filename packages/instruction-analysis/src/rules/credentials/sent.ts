import { words } from "@gaia/reading";
import { BULK, HINT } from "./credentials-words.ts";
import { ASKED, AWAY, KEPT_SECRETS, PUT_DOWN, TAKEN_OUT } from "./sent-words.ts";
import { COLLECT, SEND } from "../../lexicon/actions.ts";
import { FOR_THEM } from "../../lexicon/harmless.ts";
import { HINT_NO_MORE } from "../../lexicon/hints.ts";
import { SECRET, SECRET_PLACE } from "../../lexicon/secrets.ts";
import { OUTSIDE } from "../../lexicon/targets.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** What is taken from people: their secrets, their files, and what every other tool hears. */
export const CREDENTIALS_SENT: readonly InstructionRule[] = [
  {
    id: "credentials-sent",
    severity: "high",
    category: "instruction",
    title: "Secrets are to be sent away",
    rationale:
      "A secret, a verb that sends and an address that is not the skill's own. A key in the header of a " +
      "request to the skill's own service is none.",
    message: "has secrets sent to an address that is not the skill's own",
    hint: HINT,
    within: "sentence",
    near: 260,
    all: [SECRET, SEND],
    host: AWAY,
    context: { within: "sentence", any: [BULK, SECRET_PLACE, COLLECT, ASKED] },
    none: [
      words(
        "authorization:? |bearer \\$|x-api-key|-H|--header|Authorization: Bearer|api_key=\\$|oauth2?/token|grant_type|client_secret|-u",
      ),
    ],
    whenHidden: "critical",
  },
  {
    id: "credentials-sent-outside",
    severity: "high",
    category: "instruction",
    title: "Secrets are to be sent to somebody's server",
    rationale: "The same with the destination in words.",
    message: "has secrets sent to somebody outside",
    hint: HINT,
    within: "sentence",
    near: 240,
    all: [OUTSIDE, SECRET, SEND],
    context: { within: "sentence", any: [BULK, COLLECT, SECRET_PLACE] },
    whenHidden: "critical",
    none: [
      words(
        "webhook (?:secret|token|url|signing)|signing secret|(?:bot|channel) tokens?|set (?:the|up)|configure",
        "env(?:ironment)? var(?:iable)?s? (?:for|named|called)",
      ),
    ],
  },
  {
    id: "credentials-read-and-sent",
    severity: "high",
    category: "instruction",
    title: "A key or store is read and then sent away",
    rationale: "The same in two sentences.",
    message: "has keys or stores read and sent to an address that is not the skill's own",
    hint: HINT,
    within: "paragraph",
    near: 300,
    ordered: true,
    all: [SECRET_PLACE, SEND],
    host: AWAY,
    none: [
      words(
        "authorization:? |bearer|x-api-key|header|env\\.example|gitignore|sign up|get (?:a|your|an) (?:api )?key",
        "ssh-keygen|add (?:your|the) public key|public key|clone|export|source|redact(?:ed)?|mask(?:ed)?",
        "rotat(?:e|ion)|docs|documentation|configure|set (?:the|your|up)|localhost",
      ),
    ],
    whenHidden: "critical",
  },
  {
    id: "credentials-taken-out",
    severity: "high",
    category: "instruction",
    title: "Kept secrets are taken out and put down in clear",
    rationale: "Saved logins, keychains, wallets: taken from where they are guarded to where anybody can read them.",
    message: "takes kept secrets out of their store and puts them down in clear",
    hint: HINT_NO_MORE,
    within: "paragraph",
    near: 320,
    all: [KEPT_SECRETS, PUT_DOWN, TAKEN_OUT],
    none: [FOR_THEM],
  },
];
