import type { RegistryDoor, Version } from "./context.ts";
import { heldFor } from "./held.ts";

/** A skill as it is offered where these versions of it are all that there is; null: none are. */
export function offeredSkill(versions: readonly Version[]): Awaited<ReturnType<RegistryDoor["skill"]>> | null {
  const [first] = versions;
  if (first === undefined) return null;
  return {
    ...first,
    latest_version: first.version,
    downloads: 0,
    rating: { average: null, count: 0 },
    created_at: first.received_at,
    updated_at: first.received_at,
    versions: versions.map((one) => ({
      version: one.version,
      status: one.status,
      security_tier: one.security_tier,
      verdict: one.verdict,
      held: heldFor(one) !== null,
      held_reason: heldFor(one),
      published_at: one.published_at,
      signer_change: one.signer_change?.status ?? null,
    })),
    passed_over: [],
    readme: null,
  };
}
