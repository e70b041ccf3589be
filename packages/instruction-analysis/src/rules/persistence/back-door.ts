import { words } from "@gaia/reading";
import { ASKED } from "../../lexicon/harmless.ts";
import { BACK_DOOR, INTO_ROOT, THEIR_KEY } from "./back-door-words.ts";
import { HINT_STAY } from "./persistence-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** The machine taken over, worn away or lent out. */
export const PERSISTENCE_BACK_DOOR: readonly InstructionRule[] = [
  {
    id: "persistence-back-door",
    severity: "high",
    category: "instruction",
    title: "A second way in as administrator",
    rationale:
      "An account with the administrator's number, or a login that lets anybody pass: nothing honest needs it.",
    message: "opens a second way in as administrator",
    hint: HINT_STAY,
    within: "paragraph",
    all: [BACK_DOOR],
  },
  {
    id: "persistence-their-key",
    severity: "high",
    category: "instruction",
    title: "Somebody else's key opens the machine",
    rationale: "A key of the skill's people in authorized_keys lets them in for good.",
    message: "puts somebody else's key where it opens the machine",
    hint: HINT_STAY,
    within: "sentence",
    all: [THEIR_KEY, INTO_ROOT],
    none: [ASKED, words("your own|the user['’]s (?:own )?(?:public )?key")],
  },
];
