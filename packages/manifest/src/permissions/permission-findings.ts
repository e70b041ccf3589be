import type { Finding } from "@gaia/findings";
import { comparePermissions, type Use } from "@gaia/policy";
import type { CanonicalSkill } from "../model/canonical.ts";
import { permissionText } from "../model/permission.ts";

const SCANNER = "gaia-permissions";
/** Using these beyond what is declared asks for a look; the rest is recorded. Reading files or variables is in nearly every script. */
const SERIOUS = new Set([
  "network:read",
  "network:write",
  "shell:execute",
  "desktop:control",
  "mcp:connect",
  "filesystem:write",
  "database:write",
]);

/**
 * What the code does against what the manifest declares, as findings with the line of evidence (docs/specification.md §3). A manifest
 * that declares nothing at all hides nothing: its uses are served as inferred permissions, and it cannot rise (docs/lifecycle.md).
 */
export function permissionFindings(skill: CanonicalSkill, uses: readonly Use[]): Finding[] {
  const { declared } = skill.permissions;
  if (declared === null) return [];
  const envVars = skill.requires.env.map(({ name }) => name);
  const truth = comparePermissions({ declared, envVars, uses });
  const none = new Set(declared.filter(({ level }) => level === "none").map(({ domain }) => domain));
  return [
    ...truth.undeclared.map((use) => undeclared(use, none.has(use.permission.domain))),
    // Without code of its own, a skill's permissions are those of whoever follows its text.
    ...(uses.length === 0 ? [] : truth.unused.map((permission) => unused(skill, permissionText(permission)))),
    ...truth.wide.map(({ declared, used }) => wide(skill, permissionText(declared), used)),
  ];
}

function undeclared(use: Use, saysNone: boolean): Finding {
  const { permission, evidence, isCertain } = use;
  const text = permissionText(permission);
  const isSerious = SERIOUS.has(`${permission.domain}:${permission.level}`);
  const [first] = evidence;
  const more = evidence.length > 1 ? `, and in ${evidence.length - 1} more places` : "";
  const but = saysNone
    ? `although the manifest declares ${permission.domain}:none`
    : "which the manifest does not declare";
  return {
    rule: `permissions/undeclared-${permission.domain}-${permission.level}`,
    scanner: SCANNER,
    severity: !isCertain ? "low" : isSerious ? "high" : "medium",
    confidence: isCertain ? "high" : "low",
    category: "permission",
    file: first?.file ?? null,
    line: first?.line ?? null,
    message: `${first?.what ?? "The code"} needs ${text}${more}, ${but}.`,
    hint: `Declare ${text}, or leave the code out.`,
    snippet: null,
  };
}

function unused(skill: CanonicalSkill, text: string): Finding {
  return {
    ...declaration(skill, text),
    rule: "permissions/unused",
    message: `${text} is declared, and nothing in the code was seen to need it.`,
    hint: "Leave it out: who installs the skill is asked for it.",
  };
}

function wide(skill: CanonicalSkill, text: string, used: string[]): Finding {
  const shown = used.slice(0, 5).join(", ");
  return {
    ...declaration(skill, text),
    rule: "permissions/wider-than-use",
    message: `${text} is declared for everything, and the code was seen to use it for ${shown} only.`,
    hint: `Narrow it, as ${text}:${used[0] ?? "…"}.`,
  };
}

function declaration(skill: CanonicalSkill, text: string): Omit<Finding, "rule" | "message" | "hint"> {
  const origin = skill.permissions.declared?.find((each) => permissionText(each) === text)?.origin;
  return {
    scanner: SCANNER,
    severity: "low",
    confidence: "medium",
    category: "permission",
    file: origin?.file ?? null,
    line: origin?.line ?? null,
    snippet: null,
  };
}
