import { VERDICTS, type ServedStatus, type Status, type Verdict } from "@gaia/policy";
/** How a version stands when a re-scan comes to a new verdict on it. */
export interface Before {
  status: Status;
  verdict: Verdict | null;
  /** Whether an admin cleared the inspection that counted. */
  cleared: boolean;
  quarantinedBy: "scan" | "admin" | null;
  statusBeforeQuarantine: ServedStatus | null;
}

/** What a new verdict does to a version. */
export interface Effect {
  effect: "same" | "worse" | "better";
  /** Whether the tier it has is lost. */
  demotes: boolean;
  /** The state it moves to; null: it stays. */
  moveTo: ServedStatus | "quarantined" | null;
  /** What becomes of an admin's clearance; null: there was none, or none is needed. */
  clearance: "kept" | "void" | null;
  /** Whether it is held for review from now on, or no more: lists and installs choose among its skill's versions anew. */
  heldChanges: boolean;
}

/**
 * What the verdict of a re-scan does (docs/lifecycle.md). An admin's word about a finding set holds while it is the same set: the
 * clearance of a REVIEW, and the release of a BLOCK. What an admin quarantined no scan gives back.
 */
export function effectOf(before: Before, after: Verdict, sameFindings: boolean): Effect {
  const effect = effectOn(before, after, sameFindings);
  const wasHeld = before.verdict === "REVIEW" && !before.cleared;
  const isHeld = after === "REVIEW" && effect.clearance !== "kept";
  return { ...effect, heldChanges: wasHeld !== isHeld };
}

function effectOn(before: Before, after: Verdict, sameFindings: boolean): Omit<Effect, "heldChanges"> {
  const step = VERDICTS.indexOf(after) - VERDICTS.indexOf(before.verdict ?? "ALLOW");
  const isServed = before.status === "published" || before.status === "yanked";
  if (step < 0) {
    const isScans = before.status === "quarantined" && before.quarantinedBy === "scan";
    const moveTo = isScans && after !== "BLOCK" ? (before.statusBeforeQuarantine ?? "published") : null;
    return { effect: "better", demotes: false, moveTo, clearance: null };
  }
  const clearance = after === "REVIEW" && before.cleared ? (sameFindings ? "kept" : "void") : null;
  const isReleased = step === 0 && after === "BLOCK" && isServed;
  const worse = step > 0 || clearance === "void" || (isReleased && !sameFindings);
  if (!worse) return { effect: "same", demotes: false, moveTo: null, clearance };
  return {
    effect: "worse",
    demotes: isServed,
    moveTo: after === "BLOCK" && isServed ? "quarantined" : null,
    clearance,
  };
}
