import type { CanonicalSkill } from "./model/canonical.ts";
import { permissionText } from "./model/permission.ts";

export type SkillDescription = ReturnType<typeof describeSkill>;

/** What the manifest itself says, in the shape of `Version` (docs/openapi.json). */
export function describeSkill(manifest: CanonicalSkill) {
  return {
    name: manifest.name.value,
    version: manifest.version.value,
    description: manifest.description.value,
    display_name: manifest.displayName.value,
    author: manifest.authors[0]?.name ?? null,
    license: manifest.license?.value ?? null,
    homepage: manifest.links.homepage?.value ?? null,
    repository: manifest.links.repository?.value ?? null,
    format: manifest.provenance.format,
    kind: manifest.kind,
    claimed_tier: manifest.trust.claimedTier?.value ?? null,
    permissions: permissionsOf(manifest),
    tools: manifest.tools.map((tool) => ({
      name: tool.name,
      description: tool.description,
      input_schema: tool.inputSchema,
    })),
    requirements: requirementsOf(manifest),
    tags: [...new Set(manifest.discovery.tags.map((tag) => tag.value))],
  };
}

function permissionsOf(manifest: CanonicalSkill) {
  return {
    declared: manifest.permissions.declared?.map(permissionText) ?? null,
    inferred: manifest.permissions.inferred.map((permission) => ({
      permission: permissionText(permission),
      evidence: permission.evidence.map(({ file, line }) => ({ file, line })),
    })),
  };
}

function requirementsOf({ requires }: CanonicalSkill) {
  const specs = (manager: "pip" | "npm") =>
    requires.packages.filter((item) => item.manager === manager).map((item) => item.spec);
  return {
    python: requires.python?.value ?? null,
    model: requires.model?.value ?? null,
    context: requires.context?.value ?? null,
    hardware: Object.fromEntries(Object.entries(requires.hardware).map(([hint, { value }]) => [hint, value])),
    env_vars: requires.env.map((variable) => variable.name),
    dependencies: specs("pip"),
    node_dependencies: specs("npm"),
    skills: requires.skills.map((skill) => ({ name: skill.name, version: skill.range, optional: skill.optional })),
  };
}
