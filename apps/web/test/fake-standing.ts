import type { components } from "@gaia/client";

type Skill = components["schemas"]["Skill"];

/** What the API says of a skill with these fields. */
export function fakeStanding(fields: Partial<Skill>): NonNullable<Skill["standing"]> {
  const { security_tier = "community", status = "published", status_reason: reason = null, held = false } = fields;
  const since = "2026-05-03T09:12:00.000Z";
  const state = status === "received" ? "inspecting" : status === "published" && held ? "held" : status;
  const by = { yanked: "publisher", quarantined: "admin", held: "registry", staged: "publisher" } as const;
  const behind = { verified: "auditor", community: "publisher", experimental: "author" } as const;
  const isOpen = security_tier !== "experimental";
  return {
    state,
    since,
    by: Object.hasOwn(by, state) ? by[state as keyof typeof by] : null,
    reason: state === "held" ? (fields.verdict_reason ?? null) : reason,
    tier: { security_tier, since, behind: behind[security_tier], name: security_tier === "verified" ? "grace" : "ada" },
    fell: null,
    install_options: held ? ["--allow-held"] : isOpen ? [] : ["--allow-experimental"],
  };
}
