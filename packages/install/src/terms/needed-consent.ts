import { type CanonicalSkill, parsePermission, permissionText } from "@gaia/manifest";
import { comparePermissions, consentNeeded, type Permission, type Tier } from "@gaia/policy";
import type { Needed, Version } from "./context.ts";
import { type AllowedOfSkill, isBelow, refusedAsBelow } from "../allowed-versions.ts";
import { heldFor, refusedAsHeld } from "./held.ts";
import { InstallError } from "../failures.ts";

/** Whether a skill of that tier has a permission only where a person agreed to it; one that cannot be read always. */
export function needsConsent(tier: Tier, text: string): boolean {
  const parsed = parsePermission(text);
  return !("permission" in parsed) || consentNeeded(tier, [parsed.permission]).length > 0;
}

/**
 * What was found in the files of a version and lies inside nothing that it declares, by the rule by which a scan holds the two against
 * each other: what it takes as declared is asked for once, as it is declared. `skill`: what the manifest that came declares counts too.
 */
export function foundBeyond(
  { permissions, requirements }: Pick<Version, "permissions" | "requirements">,
  skill: CanonicalSkill | null = null,
): Version["permissions"]["inferred"] {
  const texts = permissions.declared ?? [];
  const declared = [...texts.flatMap(readable), ...(skill?.permissions.declared ?? [])];
  return permissions.inferred.filter(({ permission }) => {
    const uses = readable(permission).map((one) => ({ permission: one, isCertain: true, evidence: [] }));
    if (uses.length === 0) return !texts.includes(permission);
    return comparePermissions({ declared, envVars: requirements.env_vars, uses }).undeclared.length > 0;
  });
}

/** Empty for a text that is no permission. */
function readable(text: string): Permission[] {
  const parsed = parsePermission(text);
  return "permission" in parsed ? [parsed.permission] : [];
}

/**
 * The permissions to ask for (docs/specification.md §3.3, §4.2): what the registry says is declared, what it found beyond that, and what
 * the manifest that came declares, so that an answer which leaves one out hides nothing. What cannot be read as a permission is always
 * asked for.
 */
export function neededConsent(version: Version, skill: CanonicalSkill | null): Needed[] {
  const sources = new Map<string, string>();
  for (const text of version.permissions.declared ?? []) sources.set(text, "declared");
  for (const permission of skill?.permissions.declared ?? []) sources.set(permissionText(permission), "declared");
  for (const { permission, evidence } of foundBeyond(version, skill)) {
    const [first] = evidence;
    const place = first === undefined ? "" : `, ${first.file}${first.line === null ? "" : `:${first.line}`}`;
    if (!sources.has(permission)) sources.set(permission, `found in its files${place}`);
  }
  return [...sources].flatMap(([what, why]) => {
    const [permission] = readable(what);
    if (permission === undefined) return [{ what, why: `${why}; not a permission this version knows` }];
    // An audit approved what is declared; what is only found is asked for as of any community skill.
    const tier = version.security_tier === "verified" && why !== "declared" ? "community" : version.security_tier;
    return consentNeeded(tier, [permission]).length > 0 ? [{ what, why }] : [];
  });
}

/**
 * Experimental comes in only by its flag (docs/specification.md §4.3), what is held for review by its own, and what is below the tier that
 * is asked for by none. The tier is the registry's word here; its signed statements are held against it once they are there.
 */
export function ensureAllowed(version: Version, { allowExperimental, allowHeld, leastTier }: AllowedOfSkill): void {
  if (leastTier !== null && isBelow(version.security_tier, leastTier)) throw refusedAsBelow(version, leastTier);
  const reason = heldFor(version);
  if (reason !== null && !allowHeld) throw refusedAsHeld({ ...version, reason });
  if (version.security_tier !== "experimental" || allowExperimental || allowHeld) return;
  throw new InstallError(
    "refused",
    "experimental_not_allowed",
    `${version.name} ${version.version} is experimental: only its author vouches for it`,
    {
      subject: version.name,
    },
  );
}
