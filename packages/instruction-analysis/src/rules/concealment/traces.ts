import { words } from "@gaia/reading";
import { HINT, HINT_TOLD } from "./concealment-words.ts";
import { AFTERWARDS, ERASE, TRAIL_CHANGED, TRAIL_WHY } from "./traces-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** What the user is not to know. */
export const CONCEALMENT_TRACES: readonly InstructionRule[] = [
  {
    id: "conceal-erase",
    severity: "high",
    category: "instruction",
    title: "Traces are to be removed",
    rationale: "Histories and logs are what would show it; cleaning one's own log files after a build is not meant.",
    message: "has the traces of what was done removed",
    hint: HINT,
    within: "sentence",
    near: 120,
    all: [ERASE, AFTERWARDS],
    none: [words("filter-repo|bfg|compromised|leaked|already committed")],
    whenHidden: "critical",
  },
  {
    id: "conceal-trail",
    severity: "high",
    category: "instruction",
    title: "A trail is changed so that it tells less",
    rationale: "Logs, histories and audit rows are there for the one who looks later.",
    message: "changes a log, a history or an audit trail so that it tells less",
    hint: HINT_TOLD,
    within: "paragraph",
    near: 260,
    all: [TRAIL_CHANGED, TRAIL_WHY],
    none: [
      words("secrets?|passwords?|tokens?|credentials?|gdpr|personal data|retention|pii|forensic\\w{0,2}|attackers?"),
    ],
  },
];
