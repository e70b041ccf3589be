import type { CanonicalSkill } from "@gaia/manifest";
import type { Use } from "@gaia/policy";

/**
 * `domain:level` of everything the manifest declares or suggests and, once inspected, of what the code certainly does: what is inferred
 * counts like what is declared (docs/lifecycle.md).
 */
export function permissionLevels(skill: CanonicalSkill, uses: readonly Use[] | null): string[] {
  const seen = (uses ?? []).filter(({ isCertain }) => isCertain).map(({ permission }) => permission);
  const levels = [...(skill.permissions.declared ?? []), ...skill.permissions.inferred, ...seen]
    .filter(({ level }) => level !== "none")
    .map(({ domain, level }) => `${domain}:${level}`);
  return [...new Set(levels)].sort();
}
