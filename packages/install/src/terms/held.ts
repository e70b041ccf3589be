import type { components } from "@gaia/client";
import { firstReason } from "@gaia/policy";
import type { Version } from "./context.ts";
import { InstallError } from "../failures.ts";

type Row = components["schemas"]["Skill"]["versions"][number];

/**
 * Why a version of a registry's list is held for review; null: it is not. A registry of an earlier release says the verdict alone: what it
 * has cleared cannot be told there from what it has not, but for a tier that only the former has.
 */
export function heldRowFor({ held, held_reason: reason, verdict, security_tier: tier }: Row): string | null {
  const isHeld = held ?? (verdict === "REVIEW" && tier === "experimental");
  return isHeld ? firstReason(reason ?? NO_REASON) : null;
}

/** The same of a version that is looked at by itself. */
export function heldFor({ held, verdict, cleared, verdict_reason: reason }: Version): string | null {
  const isHeld = held ?? (verdict === "REVIEW" && !cleared);
  return isHeld ? firstReason(reason ?? NO_REASON) : null;
}

const NO_REASON = "the registry does not say why.";

/** What waits for review comes in only by its own word, as what nobody vouches for does. */
export const refusedAsHeld = ({
  name,
  version,
  reason,
}: {
  name: string;
  version: string;
  reason: string;
}): InstallError =>
  new InstallError("refused", "held", `${name} ${version} is held for review: ${reason.replace(/[.]$/, "")}`, {
    subject: name,
  });
