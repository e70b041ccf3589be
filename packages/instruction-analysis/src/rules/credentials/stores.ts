import { oneOf, words } from "@gaia/reading";
import { HINT, QUIET } from "./credentials-words.ts";
import { HINT_ASK_FIRST, KEPT_UNSAID, NO_BUSINESS, PROBE, SEVERAL_STORES, STORES_READ } from "./stores-words.ts";
import { GUARDED } from "../../lexicon/harmless.ts";
import { SECRET_PLACE } from "../../lexicon/secrets.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** Means that are harmful in any words: each concept with its whole family. */
export const CREDENTIALS_STORES: readonly InstructionRule[] = [
  {
    id: "credentials-read-store",
    severity: "high",
    category: "instruction",
    title: "The user's own secrets are to be read and shown",
    rationale: "Keys and stores of the user, read in whole and put into what the agent says or keeps.",
    message: "has the user's keys or stores read and put into text",
    hint: HINT,
    within: "sentence",
    near: 200,
    all: [SECRET_PLACE, PROBE, NO_BUSINESS],
    none: [...QUIET, KEPT_UNSAID, oneOf("[\\w-]{1,40}\\.pub\\b[^\\n]{0,20}authorized_keys")],
    whenHidden: "critical",
  },
  {
    id: "credentials-several-stores",
    severity: "high",
    category: "instruction",
    title: "Several stores of secrets are read and put together",
    rationale: "No task needs the cloud's, the registry's and the shell's keys in one file.",
    message: "reads several stores of secrets and puts them together",
    hint: HINT_ASK_FIRST,
    within: "paragraph",
    near: 260,
    all: [SEVERAL_STORES, STORES_READ],
    none: [
      GUARDED,
      words(
        "do not|don['’]t|deny|exclud\\w{1,3}|sensitive|block\\w{0,3}|protect\\w{0,3}|skip|ignore\\w{0,1}|scan\\w{0,4}",
      ),
    ],
  },
];
