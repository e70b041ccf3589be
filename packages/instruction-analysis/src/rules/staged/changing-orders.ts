import { oneOf, words } from "@gaia/reading";
import { ANYBODY, AT_ITS_WORD, CHANGING, HINT, OBEYED_WHOLE } from "./changing-orders-words.ts";
import { REACH } from "./staged-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** What is fetched while the skill runs, and obeyed or made a part of it. */
export const STAGED_CHANGING_ORDERS: readonly InstructionRule[] = [
  {
    id: "staged-orders-obeyed-whole",
    severity: "high",
    category: "instruction",
    title: "A page that is fetched is obeyed to the letter",
    rationale: "Each step of it, its commands too, or above the skill's own words: the page can say anything tomorrow.",
    message: "has every step of a fetched page carried out",
    hint: HINT,
    within: "paragraph",
    near: 300,
    all: [OBEYED_WHOLE, REACH],
    host: ANYBODY,
    none: AT_ITS_WORD,
  },
  {
    id: "staged-changing-orders",
    severity: "high",
    category: "instruction",
    title: "What is fetched and followed is meant to change unseen",
    rationale: "Orders or modules that differ by day or by machine, and that are to be neither pinned nor reviewed.",
    message: "goes by what is fetched and is meant to change without a review",
    hint: HINT,
    within: "paragraph",
    near: 340,
    all: [
      CHANGING,
      words(
        "(?:follow|obey|apply|execute|run|import|require|load|evaluate|install)(?:s|ing)? (?:it|them|that|those|" +
          "every|each|all|which(?:ever)?|what(?:ever)?)",
        "(?:carry|carries) (?:it |them )?out|become your (?:orders|instructions|rules)",
        "put (?:it|them) to (?:work|use)|(?:take|use) what is there|órdenes|команды|逐条",
      ),
      REACH,
    ],
    host: ANYBODY,
    none: AT_ITS_WORD,
  },
  {
    id: "staged-fetched-executed",
    severity: "high",
    category: "instruction",
    title: "The answer of an address becomes code",
    rationale: "`exec(urlopen(...).read())`: no vendor's instructions are written so.",
    message: "makes code of what an address sends",
    hint: HINT,
    within: "paragraph",
    near: 300,
    all: [
      oneOf(
        "\\bexec\\s{0,2}\\(\\s{0,2}(?:\\w{1,12}\\.){0,3}(?:urlopen|get)\\s{0,2}\\(",
        "\\bexec\\s{0,2}\\(\\s{0,2}(?:code|src|source|payload|body|text|data|r\\.text|resp\\w{0,6}\\.text)\\b",
        "\\beval\\s{0,2}\\(\\s{0,2}(?:\\(?await )?(?:\\(?await )?(?:fetch|axios|got)\\b",
        "\\bnew Function\\s{0,2}\\(\\s{0,2}(?:await|code|src|text|body)",
        "Assembly\\]?(?:::|\\.)Load\\w{0,4}",
      ),
      words("urlopen|requests\\.get|get|fetch|axios|urllib\\.request|downloadstring|downloaddata|arrives?|届く"),
    ],
    host: ANYBODY,
  },
];
