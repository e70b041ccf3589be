import { parsePermission, permissionText } from "@gaia/manifest";
import type { Grant } from "@gaia/policy";
import { compareVersions } from "@gaia/resolver";
import type { Planned } from "../choice/planned-install.ts";
import { heldFor } from "../terms/held.ts";
import { isVersion } from "../home/home.ts";
import { foundBeyond, neededConsent } from "../terms/needed-consent.ts";
import type { JudgedRelease } from "../judging/judged-release.ts";
import { type Machine, type UnmetRequirement, unmetRequirements } from "../terms/requirements.ts";

/** What an install would do with one release, once it is judged. */
export interface PlannedRelease {
  name: string;
  version: string;
  action: "install" | "update" | "downgrade" | "reinstall";
  /** The version that is installed now; null: none. */
  installed: string | null;
  requested: string | null;
  required_by: { name: string | null; range: string }[];
  registry: string;
  publisher: string;
  security_tier: string;
  /** Why it is held for review; null: it is not. */
  held: string | null;
  /** Fingerprint or identity of its publisher's key; null: not signed, or not checked. */
  signer: string | null;
  /** What else is to be said of who signed it, beside what is installed; sentences. */
  signer_news: string[];
  /** Whether the registry's pinned key signed what the registry says of it. */
  attested: boolean;
  /** The canonical zip. */
  size_bytes: number;
  file_count: number;
  /** Tokens of the line by which agents list it, as the registry counted them; null: it did not. */
  context_tokens: number | null;
  /** Each with how it comes to be granted (docs/specification.md §3.3, §4.2). */
  permissions: { permission: string; treatment: Grant; why: string }[];
  unmet: UnmetRequirement[];
}

/** A judged release as a row of the plan. `planned` is where it came from. */
export function toPlannedRelease(
  one: JudgedRelease,
  {
    planned,
    registry,
    machine,
  }: { planned: Pick<Planned, "installed" | "requested" | "requiredBy">; registry: string; machine: Machine },
): PlannedRelease {
  const { release, skill, signature, attestation } = one;
  const { version } = release;
  const { installed, requested, requiredBy } = planned;
  return {
    name: version.name,
    version: version.version,
    action: actionOf(installed, version.version),
    installed,
    requested,
    required_by: requiredBy,
    registry,
    publisher: version.publisher,
    security_tier: version.security_tier,
    held: heldFor(version),
    signer: signature.state === "valid" ? signature.fingerprint : null,
    signer_news: one.signerNews,
    attested: attestation.state === "valid",
    size_bytes: release.bytes.byteLength,
    file_count: release.files.length,
    context_tokens: version.context_tokens?.always ?? null,
    permissions: permissionsOf(one),
    unmet: skill === null ? [] : unmetRequirements(skill, machine),
  };
}

function actionOf(installed: string | null, version: string): PlannedRelease["action"] {
  if (installed === null) return "install";
  if (installed === version) return "reinstall";
  return isVersion(installed) && compareVersions(version, installed) < 0 ? "downgrade" : "update";
}

/** Everything that it may do, each once: what is asked for, what is granted by itself, and what the sandbox holds in. */
function permissionsOf({ release, skill }: JudgedRelease): PlannedRelease["permissions"] {
  const { version } = release;
  const asked = new Map(neededConsent(version, skill).map(({ what, why }) => [what, why]));
  const all = new Map<string, string>();
  for (const text of version.permissions.declared ?? []) all.set(text, "declared");
  for (const one of skill?.permissions.declared ?? []) all.set(permissionText(one), "declared");
  for (const { permission } of foundBeyond(version, skill))
    if (!all.has(permission)) all.set(permission, "found in its files");
  const byItself: Grant = version.security_tier === "experimental" ? "sandboxed" : "auto";
  return [...all].flatMap(([permission, why]) => {
    const parsed = parsePermission(permission);
    if ("permission" in parsed && parsed.permission.level === "none") return [];
    const reason = asked.get(permission);
    return [{ permission, treatment: reason === undefined ? byItself : "prompt", why: reason ?? why }];
  });
}
