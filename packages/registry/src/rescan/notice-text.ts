import { mayContest, WHILE_HELD } from "../holds/notify-if-held.ts";
import type { Verdict, Tier } from "@gaia/policy";
import type { notices } from "@gaia/db";
import type { Effect } from "./effect.ts";

/** What there is to tell. */
export interface Told {
  name: string;
  version: string;
  effect: Effect;
  verdict: Verdict;
  reason: string;
  tierBefore: Tier;
  /** Whether an audit had made it verified once. */
  wasVerified: boolean;
}

/** What a publisher's members are told of a re-scan's verdict; null where nothing changed for them. */
export function noticeOf(told: Told): Pick<typeof notices.$inferInsert, "kind" | "text"> | null {
  const { effect, tierBefore } = told;
  const what = `${told.name} ${told.version}`;
  const contest = mayContest(told.name, told.version);
  const found = `A new inspection ended with ${told.verdict}: ${told.reason}`;
  const fell =
    effect.demotes && tierBefore !== "experimental" ? ` Its tier fell from ${tierBefore} to experimental.` : "";
  if (effect.moveTo === "quarantined") {
    const text = `${what} is quarantined and no longer served. ${found}${fell} ${contest}`;
    return { kind: "quarantined", text };
  }
  if (effect.moveTo !== null) {
    const again = told.wasVerified
      ? " It was verified before; its audit was of another inspection, so ask for the audit again."
      : "";
    return {
      kind: "restored",
      text: `${what} is ${effect.moveTo} again; its tier begins at experimental. ${found}${again}`,
    };
  }
  if (effect.effect !== "worse") return null;
  if (effect.clearance === "void") {
    return {
      kind: "clearance-void",
      text: `The clearance of ${what} holds no longer, because a new inspection found other things. ${found}${fell}`,
    };
  }
  const cure = ` It is held: ${WHILE_HELD} ${contest}`;
  if (fell !== "") return { kind: "demoted", text: `${what}: ${found}${fell}${cure}` };
  return { kind: "verdict-worse", text: `${what}: ${found}${told.verdict === "REVIEW" ? cure : ""}` };
}
