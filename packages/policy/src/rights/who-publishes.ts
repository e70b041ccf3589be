import type { Actor, WorkloadActor } from "./actor.ts";
import type { Refusal } from "./may.ts";
import type { Publishing, Staging } from "../workload/workload.ts";

/** The workflow that acts, where it is one. */
export const workloadOf = <A extends Actor>(actor: A): (A & WorkloadActor) | null =>
  // `kind` tells which of them it is.
  actor.kind === "workload" ? (actor as A & WorkloadActor) : null;

/** Why this actor may not publish a skill that is set so; null: it may, as far as the setting goes. */
export function refusePublishing(
  skill: { name: string; publishing: Publishing; staging: Staging },
  actor: Actor,
  isStaged: boolean,
): Refusal | null {
  if (skill.staging === "required" && !isStaged) {
    return {
      code: "forbidden",
      reason: `Versions of ${skill.name} have to be staged and approved, says its publisher.`,
    };
  }
  if (skill.publishing === "any" || actor.kind === "workload") return null;
  const reason = `${skill.name} is published by its trusted publishers alone, says its publisher: no token or session publishes it.`;
  return { code: "forbidden", reason };
}
