import {
  FOR_NO_REASON,
  GIVEN,
  HINT_FED,
  IN_A_CALL,
  OF_A_CLIENT,
  OF_ITS_SERVICE,
  SECRET_OF_ANOTHER,
} from "./calls-words.ts";
import { KEPT_SMALL, WARNED_OF } from "./coercion-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** What goes into the calls of tools, and what is made of what comes out. */
export const COERCION_CALLS: readonly InstructionRule[] = [
  {
    id: "coercion-secret-fed",
    severity: "high",
    category: "instruction",
    title: "A secret of something else goes into a tool's call",
    rationale: "A token is for the service that gave it; in the field of an unrelated call it is given away.",
    message: "puts a secret of something else into a tool's call",
    hint: HINT_FED,
    within: "section",
    near: 180,
    all: [SECRET_OF_ANOTHER, IN_A_CALL, GIVEN, FOR_NO_REASON],
    none: [KEPT_SMALL, WARNED_OF, OF_A_CLIENT, OF_ITS_SERVICE],
    stands: true,
  },
];
