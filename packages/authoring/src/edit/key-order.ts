import type { SourceFormat } from "@gaia/manifest";

/** Spec §2.1, in its own order; then what other formats of a SKILL.md hold at the top. */
const GAIA = [
  "name",
  "version",
  "description",
  "author",
  "license",
  "permissions",
  "requirements",
  "tools",
  "security_tier",
  "registry",
  "category",
  "tags",
  "homepage",
  "repository",
  "compatibility",
  "allowed-tools",
  "metadata",
];
const AGENT_SKILLS = [
  "name",
  "description",
  "version",
  "author",
  "license",
  "homepage",
  "compatibility",
  "allowed-tools",
  "permissions",
  "requirements",
  "security_tier",
  "tools_required",
  "metadata",
];
const SKILL_MD = ["name", "version", "description", "category", "tags"];
const ARIA = ["name", "version", "description", "author", "layer", "dependencies", "focus_affinity", "tools"];
const MIAOS = ["id", "name", "description", "parameters", "entryPoint"];
const CLAW = [
  "name",
  "version",
  "claw_version",
  "description",
  "author",
  "license",
  "network",
  "pip_requires",
  "actions",
];

const ORDERS: Record<SourceFormat, readonly string[]> = {
  "gaia-0.1": GAIA,
  gaia: AGENT_SKILLS,
  "agent-skills": AGENT_SKILLS,
  openclaw: AGENT_SKILLS,
  "openclaw-draft": CLAW,
  "aria-2": ARIA,
  "skill-md": SKILL_MD,
  miaos: MIAOS,
};

/** The order of a format's keys; keys that are not in it come after those that are, in the order they have. */
export function keyOrder(format: SourceFormat | null): readonly string[] {
  return ORDERS[format ?? "gaia-0.1"];
}

/** Sorts by the order of keys; equal ones keep their places. */
export function inKeyOrder<T>(items: readonly T[], nameOf: (item: T) => string, order: readonly string[]): T[] {
  const rank = (item: T): number => {
    const at = order.indexOf(nameOf(item));
    return at === -1 ? order.length : at;
  };
  return items.toSorted((left, right) => rank(left) - rank(right));
}
