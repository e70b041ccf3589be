import { type CanonicalSkill, parsePermission, permissionText } from "@gaia/manifest";
import { consentNeeded, isDeclared, type Tier } from "@gaia/policy";
import type { Version } from "./context.ts";
import { InstallError } from "./failures.ts";

/** Something an install may only do when a person agrees. `why` says where it comes from. */
export interface Needed {
  what: string;
  why: string;
}

/** Whether a skill of that tier has a permission only where a person agreed to it; one that cannot be read always. */
export function needsConsent(tier: Tier, text: string): boolean {
  const parsed = parsePermission(text);
  return !("permission" in parsed) || consentNeeded(tier, [parsed.permission]).length > 0;
}

/**
 * The permissions to ask for (spec §3.3, §4.2): what the registry says is declared or inferred, and what the manifest that came
 * declares, so that an answer which leaves one out hides nothing. What cannot be read as a permission is always asked for.
 */
export function neededConsent(version: Version, skill: CanonicalSkill | null): Needed[] {
  const sources = new Map<string, string>();
  const add = (text: string, why: string) => {
    if (!sources.has(text)) sources.set(text, why);
  };
  for (const text of version.permissions.declared ?? []) add(text, "declared");
  for (const permission of skill?.permissions.declared ?? []) add(permissionText(permission), "declared");
  for (const { permission, evidence } of version.permissions.inferred) {
    const [first] = evidence;
    const place = first === undefined ? "" : `, ${first.file}${first.line === null ? "" : `:${first.line}`}`;
    add(permission, `found in its files${place}`);
  }
  const declared = [...sources].flatMap(([text, why]) => {
    const parsed = parsePermission(text);
    return why === "declared" && "permission" in parsed ? [parsed.permission] : [];
  });
  return [...sources].flatMap(([what, why]) => {
    const parsed = parsePermission(what);
    if (!("permission" in parsed)) return [{ what, why: `${why}; not a permission this version knows` }];
    // An audit approved what is declared; what is only found is asked for as of any community skill.
    const isApproved = version.security_tier !== "verified" || isDeclared(declared, parsed.permission);
    const tier = isApproved ? version.security_tier : "community";
    return consentNeeded(tier, [parsed.permission]).length > 0 ? [{ what, why }] : [];
  });
}

/** Experimental comes in only by its flag (spec §4.3). */
export function ensureTierAllowed(version: Version, allowExperimental: boolean): void {
  if (version.security_tier !== "experimental" || allowExperimental) return;
  throw new InstallError(
    "refused",
    "experimental_not_allowed",
    `${version.name} ${version.version} is experimental: nobody vouches for it`,
    {
      subject: version.name,
    },
  );
}
