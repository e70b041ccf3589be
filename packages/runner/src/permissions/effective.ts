import { type CanonicalSkill, parsePermission, permissionText } from "@gaia/manifest";
import { consentNeeded, type Permission } from "@gaia/policy";
import type { RunnableSkill } from "../context.ts";

/**
 * The permissions that a run goes by: what the manifest declares, without what its tier asks a person for and nobody agreed to; and what
 * whoever calls adds for this run. A manifest that declares nothing gets nothing. Pure.
 */
export function effectivePermissions(
  manifest: Pick<CanonicalSkill, "permissions">,
  { tier, granted }: Pick<RunnableSkill, "tier" | "granted">,
  added: readonly string[] = [],
): Permission[] {
  const declared = manifest.permissions.declared ?? [];
  const ungranted = new Set(
    consentNeeded(tier, declared)
      .map(permissionText)
      .filter((text) => !granted.includes(text)),
  );
  const own = declared.filter((one) => !ungranted.has(permissionText(one)));
  const parsed = added.flatMap((text) => {
    const read = parsePermission(text);
    return "permission" in read ? [read.permission] : [];
  });
  return [...own, ...parsed].map(({ domain, level, scope }) => ({ domain, level, scope }));
}
