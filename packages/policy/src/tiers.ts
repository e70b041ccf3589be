import type { Permission } from "./permissions/permission.ts";

/** Spec §4, lowest first. Every version starts as the first, whatever its manifest claims. */
export const TIERS = ["experimental", "community", "verified"] as const;

export type Tier = (typeof TIERS)[number];

/** What a higher tier may fall to. */
export const LOWER_TIERS = ["experimental", "community"] as const satisfies readonly Tier[];

/** Negative when `a` is the lower tier, 0 when equal, positive when it is the higher one. */
export function compareTiers(a: Tier, b: Tier): number {
  return TIERS.indexOf(a) - TIERS.indexOf(b);
}

/** How an install treats a permission: granted silently, asked for, or granted inside the sandbox only. */
export type Grant = "auto" | "prompt" | "sandboxed";

/**
 * The permissions for which a community skill asks: the union of the table in docs/specification.md §3.3 and the list in §4.2. Every
 * other permission of a community skill is granted.
 */
const PROMPTED: readonly { domain: Permission["domain"]; level: Permission["level"] }[] = [
  { domain: "filesystem", level: "write" },
  { domain: "shell", level: "execute" },
  { domain: "desktop", level: "control" },
  { domain: "database", level: "write" },
];

/** Spec §3.3, the table of ceilings. A scope narrows what is granted, not whether it is asked for. */
export function grantFor(tier: Tier, permission: Permission): Grant {
  if (tier === "experimental") return "sandboxed";
  return tier === "community" && isPrompted(permission) ? "prompt" : "auto";
}

/**
 * The permissions that an install of this tier must ask for. Experimental skills run in a sandbox behind `--allow-experimental`; the
 * dangerous ones are asked for there too, because a person who said yes to an experiment has not said yes to a shell.
 * A tier this code does not know is treated as experimental.
 */
export function consentNeeded<P extends Permission>(tier: Tier, permissions: readonly P[]): P[] {
  return tier === "verified" ? [] : permissions.filter(isPrompted);
}

function isPrompted({ domain, level }: Permission): boolean {
  return PROMPTED.some((row) => row.domain === domain && row.level === level);
}
