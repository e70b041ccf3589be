import { TAUGHT_ABROAD, oneOfAll } from "@gaia/reading";
import {
  GIVEN_ABROAD,
  MORE_ABROAD,
  OTHERS_BARRED,
  PRIVATE,
  SMALL_ABROAD,
  SOLE_TOOL,
  TOOL_ABROAD,
  TOOL_NAMED,
} from "./other-languages-words.ts";
import { FORBIDDEN } from "../../lexicon/other-languages-matters.ts";
import { FOREIGN, TOLD } from "../../lexicon/other-languages.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** Orders against the user and whoever set the agent's rules, in twelve languages besides English. */
export const COERCION_OTHER_LANGUAGES: readonly InstructionRule[] = [
  {
    ...FOREIGN,
    where: TOLD,
    id: "coercion-abroad-sole",
    isSure: true,
    title: "One tool is forced on the agent and others are barred, in another language",
    message: "forces one tool on the agent and bars the others",
    hint: "Describe what the tool is for and let the agent choose.",
    all: [OTHERS_BARRED, TOOL_NAMED, SOLE_TOOL],
  },
  {
    ...FOREIGN,
    where: TOLD,
    id: "coercion-abroad-fed",
    isSure: true,
    title: "A tool is fed with what it does not need, in another language",
    message: "has a tool given the conversation, files or secrets",
    hint: "Pass what the tool needs and nothing else.",
    all: [
      PRIVATE,
      oneOfAll("(?:MCP|`[a-z][\\w-]{1,24}[._-]\\w{1,24}`)"),
      oneOfAll(
        "par[aá]m[eèé]t\\p{L}{0,4}|parâmetr\\p{L}{1,2}|parameter|campo|Feld\\b|champ\\b|поле|параметр|pol[eau]\\b",
        "alan\\p{L}{0,4}|tham số|参数|字段|引数|フィールド|인자|매개변수|필드|riceve",
      ),
    ],
    none: [FORBIDDEN, TAUGHT_ABROAD],
  },
  {
    id: "coercion-fed-abroad",
    severity: "high",
    category: "instruction",
    title: "A tool is fed what its task has no need of, in another language",
    rationale: "As in English: the conversation, all files or the environment in a field of a call.",
    message: "feeds a tool what its task has no need of",
    hint: "A tool takes what its own task needs, and says why.",
    within: "paragraph",
    near: 120,
    all: [MORE_ABROAD, TOOL_ABROAD, GIVEN_ABROAD],
    none: [SMALL_ABROAD],
    stands: true,
  },
];
