import { MANDATORY_SCANNERS } from "./judge.ts";
import type { Verdict } from "../verdicts.ts";

/** What is known of a release that somebody asked to have audited. */
export interface AuditFacts {
  verdict: Verdict | null;
  cleared: boolean;
  /** Scanners that came to their end. */
  completed: readonly string[];
  findings: number;
  permissionsDeclared: boolean;
  /** What its files use and its manifest does not declare. */
  undeclared: readonly string[];
  /** The last version that was audited for this tier, null for the first; and what this one may do that it may not. */
  lastAudited: string | null;
  added: readonly string[];
  /** Packages that the scanners of dependencies look up: how many were found. */
  dependencies: number;
  /** Packages of managers that no scanner looks up, as `ffmpeg (brew)`. */
  unaudited: readonly string[];
  /** Whether its owner had to confirm who signed it, and whether another version of the skill was signed at all. */
  signerChanged: boolean;
  signedBefore: boolean;
}

/** `met`: the registry checked it. `look`: it knows of something to look at. `open`: nothing has checked it; a person judges. */
export interface ChecklistItem {
  item:
    | "static-analysis"
    | "dependency-audit"
    | "findings"
    | "permissions"
    | "new-permissions"
    | "signer"
    | "manual-review";
  state: "met" | "look" | "open";
  text: string;
}

const DEPENDENCY_SCANNERS = new Set<string>(["pip-audit", "osv-npm"]);

/**
 * What an auditor goes through before a version is verified (docs/specification.md §4.1: static analysis, dependency audit, manual
 * review). Pure.
 */
export function auditChecklist(facts: AuditFacts): ChecklistItem[] {
  const { verdict, cleared, findings, undeclared, lastAudited, added } = facts;
  const missing = MANDATORY_SCANNERS.filter((name) => !facts.completed.includes(name));
  const [dependencies, statics] = [
    missing.filter((one) => DEPENDENCY_SCANNERS.has(one)),
    missing.filter((one) => !DEPENDENCY_SCANNERS.has(one)),
  ];
  const isAllowed = verdict === "ALLOW";
  return [
    met(
      "static-analysis",
      statics.length === 0,
      "Every scanner of code came to its end.",
      `Not scanned by ${statics.join(", ")}.`,
    ),
    dependencyAudit(facts, dependencies),
    met(
      "findings",
      isAllowed && findings === 0,
      "Nothing was found.",
      `${findings} findings; the verdict is ${verdict ?? "open"}${cleared ? ", which an admin cleared" : ""}.`,
    ),
    met(
      "permissions",
      facts.permissionsDeclared && undeclared.length === 0,
      "It declares what its files use.",
      facts.permissionsDeclared
        ? `Its files use ${undeclared.join(", ")}, which it does not declare.`
        : "It declares no permissions.",
    ),
    met(
      "new-permissions",
      lastAudited !== null && added.length === 0,
      `It may do nothing that ${lastAudited} may not, which was audited last.`,
      lastAudited === null
        ? "No version of it was audited before: all of its permissions are new."
        : `It may ${added.join(", ")}, which ${lastAudited}, audited last, may not.`,
    ),
    signer(facts),
    { item: "manual-review", state: "open", text: "Read its instructions and its code, every line." },
  ];
}

/** How many names a line of the checklist spells out. */
const NAMES = 5;

function dependencyAudit({ dependencies, unaudited }: AuditFacts, missing: readonly string[]): ChecklistItem {
  const item = "dependency-audit";
  if (missing.length > 0) return { item, state: "look", text: `Not audited by ${missing.join(", ")}.` };
  if (unaudited.length > 0) {
    const more = unaudited.length > NAMES ? ` and ${unaudited.length - NAMES} more` : "";
    return { item, state: "open", text: `No scanner looks up ${unaudited.slice(0, NAMES).join(", ")}${more}.` };
  }
  const text = dependencies === 0 ? "It brings no package." : `Its packages were looked up (${dependencies}).`;
  return { item, state: "met", text };
}

function signer({ signerChanged, signedBefore }: AuditFacts): ChecklistItem {
  const item = "signer";
  if (signerChanged) return { item, state: "look", text: "Its signer changed, which its owner confirmed." };
  if (signedBefore) return { item, state: "met", text: "Signed by whom the skill was signed before." };
  return {
    item,
    state: "open",
    text: "No other version of it was signed: is the signer who the publisher says to be?",
  };
}

const met = (item: ChecklistItem["item"], isMet: boolean, text: string, otherwise: string): ChecklistItem =>
  isMet ? { item, state: "met", text } : { item, state: "look", text: otherwise };
