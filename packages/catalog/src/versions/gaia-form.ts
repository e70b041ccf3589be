import type { SourceFormat } from "@gaia/manifest";

/**
 * The format in which GAIA's client is given a skill; null: as its author wrote it. It reads a SKILL.md, and the permissions in
 * `metadata.gaia`: of another format, or with permissions in another place, it would see none.
 */
export function gaiaFormOf(skill: { format: SourceFormat; permissionsDeclared: boolean }): SourceFormat | null {
  const { format, permissionsDeclared } = skill;
  const isRead = format === "gaia" || format === "agent-skills" || (format === "openclaw" && !permissionsDeclared);
  return isRead ? null : "gaia";
}
