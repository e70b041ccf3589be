import { oneOf, words } from "@gaia/reading";
import {
  CLEARED,
  DISARM_COMMAND,
  GUARD,
  HINT,
  OWN_HOUSE,
  QUARANTINE,
  SWITCH_OFF,
  THEN_RUN,
  WATCHERS,
  WHY,
} from "./disarmament-words.ts";
import { WITHOUT_USER } from "../../lexicon/actions.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** Protections switched off so that something can run. */
export const DISARMAMENT: readonly InstructionRule[] = [
  {
    id: "disarm-command",
    severity: "medium",
    category: "instruction",
    title: "A command switches a protection off",
    rationale: "Unsigned tools tell people to do so; recorded, and held with another sign.",
    message: "switches off a protection of the system",
    hint: HINT,
    within: "line",
    all: [DISARM_COMMAND],
  },
  {
    id: "disarm-and-run",
    severity: "high",
    category: "instruction",
    title: "A protection goes off and a program starts",
    rationale: "Together they mean that the program would have been stopped.",
    message: "switches off a protection so that a program can run",
    hint: HINT,
    within: "section",
    near: 300,
    all: [QUARANTINE, THEN_RUN],
    none: [
      words(
        "homebrew cask|brew install --cask|unsigned build|not notari[sz]ed|from source|you built|dev build",
        "local build|developer id|re-?enable|restore (?:the )?firewall|hardening|incident|forensic",
        "kubernetes node|kubelet|kubeadm",
      ),
    ],
  },
  {
    id: "disarm-guard",
    severity: "high",
    category: "instruction",
    title: "A protection is to be switched off first",
    rationale: "In words, with the reason that gives it away.",
    message: "has a protection of the system switched off",
    hint: HINT,
    within: "sentence",
    near: 160,
    all: [GUARD, SWITCH_OFF, WHY],
    none: OWN_HOUSE,
  },
  {
    id: "disarm-quiet",
    severity: "high",
    category: "instruction",
    title: "A protection is switched off without a word",
    rationale: "Concealed.",
    message: "switches off a protection without the user's word",
    hint: HINT,
    within: "sentence",
    near: 160,
    all: [GUARD, SWITCH_OFF, oneOf(WITHOUT_USER.source)],
    none: [
      words(
        "never|do not (?:disable|turn|switch|bypass|stop|remove)|don['’]t (?:disable|turn|switch|bypass|stop|remove)|must not",
      ),
      ...OWN_HOUSE,
    ],
  },
  {
    id: "disarm-checks-of-skill",
    severity: "high",
    category: "instruction",
    title: "The skill asks not to be looked at",
    rationale: "Text that speaks to a scanner or reviewer to be let through, or to an agent not to check it.",
    message: "asks not to be checked",
    hint: "Take it out: whoever reads it looks closer.",
    within: "sentence",
    near: 160,
    all: [CLEARED],
    context: { within: "paragraph", any: [WATCHERS] },
    none: [
      words(
        "tests?|lint(?:er)?|generated files?|node_modules|lock ?files?|if|unless|draft|minified|dependencies",
        "pull requests?|findings?|false positives? rate|checklist|only when|never mark|do not mark",
      ),
    ],
  },
];
