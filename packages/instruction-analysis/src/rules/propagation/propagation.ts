import { oneOf, words } from "@gaia/reading";
import { EVERY, URGENT, WITHOUT_USER } from "../../lexicon/actions.ts";
import { BOOST, CHANGE, COPY_SELF, HINT, OTHER_SKILLS, RATING, TO_OTHERS, UNASKED } from "./propagation-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** The skill works for itself: it spreads, collects praise, or wants power. */
export const PROPAGATION: readonly InstructionRule[] = [
  {
    id: "propagation-copies",
    severity: "high",
    category: "instruction",
    title: "The skill is to be copied into other places",
    rationale:
      "Text that has itself put into other skills, repositories or messages is a worm. Writing a section into " +
      "a project's README is not: it names every place or itself.",
    message: "has itself spread to other places",
    hint: HINT,
    within: "sentence",
    near: 180,
    ordered: true,
    all: [COPY_SELF, TO_OTHERS],
    context: {
      within: "sentence",
      any: [EVERY, WITHOUT_USER, URGENT, words("itself|yourself|other|self-?replicat\\w{1,4}|spread|propagate")],
    },
    none: [
      words(
        "licen[cs]e header|copyright|frontmatter|front matter|lint(?:er|ing)?|imports?|test(?:s)? (?:in|to|into)",
        "if the user|when the user|ask|type annotations?|docstrings?|toc|table of contents|heading",
        "summary (?:in|to)|section headings?|metadata|changelog|comment(?:s)? (?:in|to) (?:the )?code|schema",
        "config(?:uration)?|template|css|badge|citation|link|the user(?:['’]s)? (?:asks|request)|translations?",
        "error message|description|markdown file|context",
      ),
    ],
  },
  {
    id: "propagation-other-skills",
    severity: "high",
    category: "instruction",
    title: "Other skills are to be changed",
    rationale: "A skill that edits its neighbours gets into tasks that nobody asked it for.",
    message: "changes other skills",
    hint: HINT,
    within: "sentence",
    near: 120,
    ordered: true,
    all: [CHANGE, OTHER_SKILLS],
    none: [
      words(
        "if the user|when the user|ask|never|do not|don['’]t|must not|validate|lint|migrat\\w{1,5}|rename|format",
        "template|frontmatter|review|without (?:chang|edit|modify)\\w{1,4}|use(?:d)? (?:with|by)|refactor",
      ),
    ],
  },
  {
    id: "propagation-praise",
    severity: "high",
    category: "instruction",
    title: "Praise is to be given in the user's name",
    rationale: "Asking for a star in a README is custom; giving one unasked is fraud.",
    message: "has praise given without the user's word",
    hint: HINT,
    within: "sentence",
    near: 180,
    all: [RATING, BOOST, UNASKED],
    none: [
      words(
        "app reviews?|customer reviews?|product reviews?|sentiment|hotel|restaurant|if you like|if you find",
        "please consider|restaurants?|survey|analy[sz]e|scrape|respond to|if the user|movie|books?",
      ),
    ],
  },
  {
    id: "propagation-publish",
    severity: "high",
    category: "instruction",
    title: "Copies or posts are to be published in the user's name",
    rationale: "Publishing unasked, from the user's accounts.",
    message: "publishes in the user's name without being asked",
    hint: HINT,
    within: "sentence",
    near: 200,
    all: [
      words(
        "(?:publish|re-?publish|post|push|release|fork|tweet|share|register|upload|commit|distribute|" +
          "send)(?: \\S{1,20}){0,5} (?:copies|a copy|copy of (?:this|the|itself)|forks?|clones?|variants?|" +
          "this skill|itself|invit(?:e|ation)s?|this (?:link|message|text|prompt)|the (?:link|invite)|" +
          "links? to (?:this|our)|(?:a )?(?:link|message|post|email) (?:about|promoting|recommending|with) (?:this|" +
          "our|the))",
      ),
      oneOf(
        WITHOUT_USER.source,
        words(
          "(?:with|using|from|under|in|via) (?:the user['’]?s?|their|your|his|her) (?:\\w{3,10} )?(?:account|token|" +
            "credentials|name|email|contacts|session|handle|identity)",
          "different names?|other (?:names?|registr(?:y|ies)|accounts?|repositor(?:y|ies))",
          "all (?:contacts|of their|their|channels|the user)",
          "to (?:every|all|each)(?: \\w{3,12}){0,3} (?:contacts?|channels?|repositor(?:y|ies)|friends|colleagues|" +
            "members|people|agents)",
          "as many|every (?:contact|channel|repository|day|hour|time)|several|multiple|automatically|new names?",
        ).source,
      ),
    ],
    none: [
      words(
        "if the user|when the user|ask (?:the user|first|before)|after approval|npm publish|release process|ci",
        "never|semantic-release|artifact",
      ),
    ],
  },
];
