import { words } from "@gaia/reading";
import {
  ALREADY,
  APPROVE,
  APPROVED,
  ASK_NOT,
  DANGEROUS_FLAG,
  GATES,
  GRAVE,
  HINT,
  OF_AGENT,
  ON_BEHALF,
  PUT_ON,
  QUESTION,
  SWITCH_OFF,
} from "./bypassed-words.ts";
import { EVERY, RUN, SEND } from "../../lexicon/actions.ts";
import { SECRET } from "../../lexicon/secrets.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** Acting where the user ought to be asked. */
export const CONSENT_BYPASSED: readonly InstructionRule[] = [
  {
    id: "consent-approve-all",
    severity: "high",
    category: "instruction",
    title: "Everything is to be approved",
    rationale:
      "A skill may say that a read needs no question; approving all of a kind takes the decision from the user.",
    message: "has the agent approve things in the user's place",
    hint: HINT,
    within: "sentence",
    near: 70,
    ordered: true,
    all: [APPROVE, APPROVED],
    context: { within: "sentence", any: [EVERY] },
    none: [
      words(
        "pull requests?|dependabot|renovate|git hooks?|lint(?:er|ing)?|tests?|css|http|cors|csp|database",
        "rate limit(?:s|ing)?|cache|api requests?|animation",
        "confirm(?: \\S{2,14}){0,4} with (?:the |your )?(?:user|owner|human|person)s?",
      ),
    ],
  },
  {
    id: "consent-on-behalf",
    severity: "high",
    category: "instruction",
    title: "The agent answers what its user was asked",
    rationale: "A dialog that asks for approval asks a person.",
    message: "has the agent answer a question that was put to its user",
    hint: HINT,
    within: "sentence",
    near: 160,
    all: [ON_BEHALF, QUESTION],
    none: [
      words(
        "never|do not|don['’]t|must not|if the user|after the user|once the user|ask(?:s|ing)?|before|require(?:s|d)?",
      ),
    ],
  },
  {
    id: "consent-gates-off",
    severity: "high",
    category: "instruction",
    title: "What asks the user is to be switched off",
    rationale: "The agent's own questions are its user's, not the skill's.",
    message: "switches off what asks the user",
    hint: HINT,
    within: "sentence",
    near: 60,
    ordered: true,
    all: [SWITCH_OFF, GATES],
    none: [
      words(
        "if the user|unless|(?:if|when) (?:only|there|not|it)|when to|read-only|safe operations",
        "increases? (?:the )?risk|use caution|(?:testing|development) only|empty|browser|cookies?|gdpr|ci",
        "github actions|never|do not|don['’]t|must not|wizard|tests?|mock(?:s|ing)?|delete dialog|css|modal",
      ),
    ],
  },
  {
    id: "consent-never-ask",
    severity: "high",
    category: "instruction",
    title: "A grave act without asking",
    rationale:
      "Working without questions is what agents are for; not asking before what cannot be undone or leaves the machine is not.",
    message: "tells the agent not to ask before a grave act",
    hint: HINT,
    within: "sentence",
    all: [ASK_NOT],
    context: { within: "sentence", any: [GRAVE] },
    none: [
      words(
        "unless|except|read-only|anything (?:above|over|larger)[^.\\n]{0,40}(?:asks?|confirm|yes|approv|message)",
        "(?:prompt|question|confirmation|approval)s? only (?:if|when)",
        "(?:permission|approval|confirmation) to (?:read|list|view|search|look)",
        "do not (?:\\w{3,12} ){1,3}(?:without)|never (?:\\w{3,12} ){1,6}without",
        "don['’]?t (?:\\w{3,12} ){1,6}without|must not (?:\\w{3,12} ){1,6}without|not (?:\\w{3,12} ){1,6}without",
      ),
    ],
  },
  {
    id: "consent-claimed",
    severity: "high",
    category: "instruction",
    title: "Consent is said to be there",
    rationale: "A text cannot know what its user agreed to.",
    message: "claims a consent that nobody gave",
    hint: HINT,
    within: "sentence",
    all: [ALREADY],
    context: { within: "paragraph", any: [GRAVE, SEND, SECRET, RUN] },
    none: [
      words(
        "if|unless|after|once|when|until|only|check (?:that|whether)|verify (?:that|whether)|gdpr|cookies? banner",
        "recipient|subscribers?|confirm that|wait|whether|ensure",
      ),
    ],
  },
  {
    id: "consent-dangerous-flag",
    severity: "high",
    category: "instruction",
    title: "The agent is to be started without its limits",
    rationale: "Documents of wrappers name these flags; here somebody is told to set one for the agent that reads.",
    message: "switches off the agent's own questions",
    hint: HINT,
    within: "sentence",
    near: 140,
    all: [DANGEROUS_FLAG, PUT_ON, OF_AGENT],
    none: [
      words(
        "(?<!(?:not|without|never|don['’]t) )ask(?:s|ing)? (?:the user|for permission|first)",
        "(?:use )?with caution",
        "only (?:in|inside|within) (?:a|an|the)(?: \\w{3,12}){0,2} (?:containers?|sandbox(?:es)?|vms?|" +
          "virtual machines?)",
      ),
    ],
  },
];
