import type { HostKind, Part } from "@gaia/reading";
import type { InstructionRule } from "../matching/rule.ts";
import { ABROAD } from "./other-languages-matters.ts";

/** What the rules for other languages than English have in common. */
export const FOREIGN: Pick<InstructionRule, "severity" | "category" | "within" | "near" | "context" | "rationale"> = {
  severity: "high",
  category: "instruction",
  within: "paragraph",
  near: 260,
  context: { within: "section", any: [ABROAD] },
  rationale: "The same as in English; each of the words alone is said by honest skills, together they order a harm.",
};

/** Where somebody is told something: settings and programs in fences have the same words for other ends. */
export const TOLD: readonly Part[] = ["prose", "front matter", "comment", "concealed", "attribute", "decoded"];

/** Hosts that have nothing to do with the skill. */
export const STRANGE: readonly HostKind[] = ["stranger", "ip", "paste", "drop", "shortener", "http"];
