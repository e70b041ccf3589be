import { type Action, ACTIONS, type Row } from "./actions.ts";
import type { Actor } from "./actor.ts";
import type { Refusal, Target } from "./may.ts";

/** So long a second factor that was shown counts for the changes after it. */
export const CONFIRMED_FOR_MS = 15 * 60_000;

/** The actions whose verbs ask by themselves, where the change is laxer. */
export type AskedWhenLaxer = {
  [A in Action]: (typeof ACTIONS)[A]["confirm"] extends "when laxer" ? A : never;
}[Action];

/**
 * Whether an action asks for the second factor before anything is done, by its row. Only once the target is known as far as the row needs
 * it: an actor that may not do it at all is told that, and not to fetch a code first.
 */
export function asksEachTime(action: Action, target: Target): boolean {
  const { confirm, on }: Row = ACTIONS[action];
  if (confirm !== "always") return false;
  if (on === "skill") return target.publisher !== undefined && target.skill !== undefined;
  return on !== "publisher" || target.publisher !== undefined;
}

/**
 * Why an actor may not make a change that a stolen token or an open browser must not be enough for; null: it may. Whoever has a second
 * factor has to have shown it within `CONFIRMED_FOR_MS`; who has none passes, and so does whoever is no person. It is asked beside
 * `refusalOf`, never in its place.
 */
export function refuseUnconfirmed(actor: Actor | null, now: Date): Refusal | null {
  if (actor === null || !("secondFactor" in actor)) return null;
  const { secondFactor } = actor;
  if (secondFactor === null || secondFactor === undefined) return null;
  const age = secondFactor.provenAt === null ? null : now.getTime() - secondFactor.provenAt.getTime();
  if (age !== null && age < CONFIRMED_FOR_MS) return null;
  const how =
    actor.kind === "token"
      ? "send a current code of it in the header `Gaia-OTP` (gaia-skill: `--otp CODE`, or GAIA_OTP)"
      : "confirm it at /confirm, and then again within a quarter of an hour";
  return {
    code: "second_factor_required",
    reason: `The account ${actor.handle} has a second factor, and this change needs it: ${how}.`,
  };
}
