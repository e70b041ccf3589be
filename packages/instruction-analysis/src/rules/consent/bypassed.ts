import { words } from "@gaia/reading";
import { ALREADY, DANGEROUS_FLAG, GRAVE, HINT, OF_AGENT, PUT_ON } from "./bypassed-words.ts";
import { RUN, SEND } from "../../lexicon/actions.ts";
import { SECRET } from "../../lexicon/secrets.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** Acting where the user ought to be asked. */
export const CONSENT_BYPASSED: readonly InstructionRule[] = [
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
