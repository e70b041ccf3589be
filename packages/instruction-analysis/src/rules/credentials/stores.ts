import { words } from "@gaia/reading";
import { HINT_ASK_FIRST, SEVERAL_STORES, STORES_READ } from "./stores-words.ts";
import { GUARDED } from "../../lexicon/harmless.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** Means that are harmful in any words: each concept with its whole family. */
export const CREDENTIALS_STORES: readonly InstructionRule[] = [
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
