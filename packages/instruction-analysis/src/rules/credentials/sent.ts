import { words } from "@gaia/reading";
import { BULK, HINT } from "./credentials-words.ts";
import { KEPT_SECRETS, PUT_DOWN, TAKEN_OUT } from "./sent-words.ts";
import { COLLECT, SEND } from "../../lexicon/actions.ts";
import { FOR_THEM } from "../../lexicon/harmless.ts";
import { HINT_NO_MORE } from "../../lexicon/hints.ts";
import { SECRET, SECRET_PLACE } from "../../lexicon/secrets.ts";
import { OUTSIDE } from "../../lexicon/targets.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** What is taken from people: their secrets, their files, and what every other tool hears. */
export const CREDENTIALS_SENT: readonly InstructionRule[] = [
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
